package io.cloudadapter.core.keeper;

import static io.cloudadapter.core.ledger.InvariantViolationException.check;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.QuarantinedMachine;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.ledger.InvariantViolationException;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.LedgerSnapshot;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.planning.PlacementPolicies;
import io.cloudadapter.core.planning.Plan;
import io.cloudadapter.core.planning.PlanInput;
import io.cloudadapter.core.planning.Planner;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.core.protocol.StepResult;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreRange;
import io.cloudadapter.spi.LaunchKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The state machine that keeps one pool, without I/O: it takes events and returns steps; see the documentation of
 * this package.
 *
 * <p>One thread at a time may use it.
 */
public final class Keeper {
  /** Where the ledgers of all pools are. */
  private static final String ROOT = "pools/";

  private static final Pattern POOL = Pattern.compile(ROOT + "[^/]+/");
  private static final Pattern ROOT_OF_POOL = Pattern.compile(ROOT + "([^/]+)/pool");

  private static final Duration TOMBSTONES_KEPT = Duration.ofDays(30);
  private static final Duration IDENTIFY_AGAIN = Duration.ofMinutes(1);

  private final KeeperContext work;
  private final MissingMachineDetector missingMachines;
  private final QuarantineHandler quarantine;
  private final ListReconciler reconciler;
  private final Launcher launcher;
  private final LifecycleHooks hooks;
  private final ActionCommandHandler actions;
  private final LoadBalancerRegistrar registrar;
  private final Terminator terminator;
  private final ServiceEntry serviceEntry;
  private final Attacher attacher;
  private final OwnershipTagger tagger;
  private final Scaler scaler;
  private final ScheduleRunner schedules;
  private final CommandHandler commands;
  private final PoolViewBuilder viewBuilder;
  private boolean identifying;
  private boolean listing;
  private long listedAt;
  private boolean everListed;
  private final ListInterval listInterval = new ListInterval();
  private long cleanUpAt;

  /** How many changes the ledger had when a plan found the pool at its size, and nothing to do or hold. */
  private long changesWhenIdle = -1;

  private Keeper(KeeperContext work, long firstRevision, Set<LaunchKey> callsUnderWay) {
    this.work = work;
    MachineRecorder recorder = new MachineRecorder(work);
    this.missingMachines = new MissingMachineDetector(work, recorder);
    this.quarantine = new QuarantineHandler(work);
    this.reconciler = new ListReconciler(work, recorder, missingMachines, quarantine);
    this.launcher = new Launcher(work, quarantine, recorder, callsUnderWay);
    this.hooks = new LifecycleHooks(work);
    this.actions = new ActionCommandHandler(work);
    this.registrar = new LoadBalancerRegistrar(work);
    this.terminator = new Terminator(work, registrar, hooks);
    this.serviceEntry = new ServiceEntry(work, hooks, terminator);
    this.attacher = new Attacher(work, recorder);
    this.tagger = new OwnershipTagger(work, registrar);
    this.scaler = new Scaler(work);
    this.schedules = new ScheduleRunner(work, scaler);
    this.commands = new CommandHandler(
        work,
        launcher,
        terminator,
        attacher,
        new OperatorCommands(work, reconciler, recorder, missingMachines, quarantine),
        quarantine,
        scaler,
        hooks,
        actions);
    this.viewBuilder = new PoolViewBuilder(work, reconciler, firstRevision);
    this.cleanUpAt = work.now().nanos();
  }

  /** The beginning of all keys of a pool in the store. */
  public static String prefix(PoolConfig config) {
    return prefix(config.name());
  }

  /**
   * Where the ledger of a pool is.
   *
   * @param pool its name
   * @return the prefix of all its keys
   */
  public static String prefix(PoolName pool) {
    return Ledger.prefix(pool);
  }

  /**
   * Whether readers see anything of a directory of the ledger: not of what is kept under idempotency keys.
   *
   * @param directory of keys in the store
   * @return whether a keeper that only reads needs it
   */
  public static boolean isShown(String directory) {
    return !directory.endsWith("/" + Ledger.REPLY);
  }

  /**
   * A keeper over what the store holds of its pool.
   *
   * @param settings what to work with
   * @param stored what the store holds; good for one keeper
   * @param now the moment
   * @param after the last revision that readers have seen in this process; those of an earlier opening of
   *     the store are lower than any of this one
   * @param callsUnderWay launches whose calls an earlier keeper of this process has sent and that have not returned;
   *     their events will come here
   * @return the keeper; its first step has to be taken for anything to happen
   */
  public static Keeper restore(
      KeeperConfig settings,
      LedgerSnapshot stored,
      Moment now,
      long after,
      Set<LaunchKey> callsUnderWay) {
    return new Keeper(
        KeeperStartup.of(settings, stored, now),
        Math.max(settings.epoch() << 32, after),
        callsUnderWay);
  }

  /** The same over a ledger that is read only now. */
  public static Keeper restore(
      KeeperConfig settings,
      StoreRange stored,
      Moment now,
      long after,
      Set<LaunchKey> callsUnderWay) {
    return restore(
        settings, LedgerSnapshot.read(settings.config().name(), stored), now, after, callsUnderWay);
  }

  /**
   * A keeper over what the store holds of its pool, in a process that has no calls out.
   *
   * @param settings what to work with
   * @param stored everything under {@link #prefix}
   * @param now the moment
   * @param after the last revision that readers have seen in this process
   * @return the keeper; its first step has to be taken for anything to happen
   */
  public static Keeper restore(KeeperConfig settings, StoreRange stored, Moment now, long after) {
    return restore(settings, stored, now, after, Set.of());
  }

  /** Makes the first keeper in this process: no reader has seen a view, and no call is under way. */
  static Keeper restore(KeeperConfig settings, StoreRange stored, Moment now) {
    return restore(settings, stored, now, 0);
  }

  /**
   * Raises an alarm whose cause lies outside the keeper.
   *
   * @param code what it is
   * @param message a sentence for people
   */
  public void raise(Alarm.Code code, String message) {
    work.alarms.raise(code, message, work.wall());
  }

  /**
   * What a person should look at, also before there is a view.
   *
   * @return the alarms that stand
   */
  public List<Alarm> alarms() {
    return work.alarms.all();
  }

  /**
   * The pools that a store has ledgers of.
   *
   * @param store where they are
   * @return their names, in order
   */
  public static List<PoolName> pools(StateStore store) {
    return store.range(ROOT, directory -> POOL.matcher(directory).matches()).entries().stream()
        .map(value -> ROOT_OF_POOL.matcher(value.key()))
        .filter(Matcher::matches)
        .map(pool -> new PoolName(pool.group(1)))
        .toList();
  }

  /**
   * Takes in what has happened and decides what comes of it.
   *
   * @param events in the order in which they happened
   * @param now the moment
   * @return what comes of it
   * @throws InvariantViolationException if the keeper was about to do what it must never do; throw it away
   */
  public StepResult step(List<Event> events, Moment now) {
    work.beginStep(now);
    for (Event event : events) {
      work.ledger.atom();
      handle(event);
    }
    reconciler.countStrangers();
    askCloud();
    if (schedules.isDue()) {
      // As for commands: what was accepted before is to count.
      plan();
      schedules.applyDue();
    }
    plan();
    launcher.onStep();
    hooks.onStep();
    serviceEntry.onStep();
    terminator.onStep();
    hooks.sendMessages();
    attacher.onStep();
    tagger.onStep();
    registrar.onStep();
    actions.onStep();
    scaler.onStep();
    schedules.onStep();
    commands.onStep();
    dropOldRecords();
    launcher.setGroupTargets();
    return new StepResult(
        work.ledger.takeAtoms(),
        work.takeEffects(),
        work.takeAnswers(),
        viewBuilder.view(),
        work.wake());
  }

  private void handle(Event event) {
    if (event instanceof Event.Asked asked) {
      if (asked.command().decidesByNumbers()) {
        // What was accepted just now is to count: it becomes promises, or ends, first.
        plan();
        work.ledger.atom();
      }
      commands.onAsked(asked);
    } else if (event instanceof Event.Identified identified) {
      onIdentified(identified);
    } else if (event instanceof Event.Listed listed) {
      onListed(listed);
    } else if (event instanceof Event.Described described) {
      attacher.onDescribed(described);
      missingMachines.onDescribed(described);
    } else if (event instanceof Event.Prepared prepared) {
      launcher.onPrepared(prepared);
    } else if (event instanceof Event.Launched launched) {
      launcher.onLaunched(launched);
    } else if (event instanceof Event.Terminated terminated) {
      terminator.onTerminated(terminated);
    } else if (event instanceof Event.Marked marked) {
      if (attacher.isAttaching(marked.machine())) {
        attacher.onMarked(marked);
      } else {
        tagger.onMarked(marked);
      }
    } else if (event instanceof Event.Told told) {
      hooks.onTold(told);
    } else if (event instanceof Event.Acted acted) {
      actions.onActed(acted);
    } else if (event instanceof Event.Probed probed) {
      actions.onProbed(probed);
    } else if (event instanceof Event.Unmarked unmarked) {
      tagger.onUnmarked(unmarked);
    } else if (event instanceof Event.LookedBehind looked) {
      registrar.onLookedBehind(looked);
    } else if (event instanceof Event.Registered registered) {
      registrar.onRegistered(registered);
    } else if (!(event instanceof Event.Tick)) {
      // A tick has nothing to take in: time has passed, and all that follows from it is done below.
      throw new IllegalStateException(
          "no part of the keeper takes " + event.getClass().getName());
    }
  }

  private void onIdentified(Event.Identified event) {
    identifying = false;
    if (event.error().isPresent() || event.identity().isEmpty()) {
      work.identifyRetry.failed(
          work.now(), event.error().flatMap(e -> e.retryAfter()), work.settings.random());
      work.alarms.raise(
          Alarm.Code.CLOUD,
          AlarmRegistry.Cause.IDENTITY,
          "the cloud did not identify the account"
              + event.error().map(e -> ": " + KeeperContext.describe(e)).orElse(""),
          work.wall());
      return;
    }
    work.identifyRetry.after(work.now(), IDENTIFY_AGAIN);
    work.alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.IDENTITY);
    String identity = event.identity().get();
    String expected = work.ledger.pool().identity();
    if (expected == null) {
      work.ledger.put(work.ledger.pool().edit(edit -> edit.identity = identity));
      work.identified = true;
    } else if (expected.equals(identity)) {
      work.identified = true;
      work.alarms.clear(Alarm.Code.WRONG_ACCOUNT);
      if (work.ledger.pool().frozen() == Alarm.Code.WRONG_ACCOUNT) {
        work.thaw();
      }
    } else {
      work.identified = false;
      work.freeze(
          Alarm.Code.WRONG_ACCOUNT,
          "the credentials reach account " + identity + ", but this pool's machines are in account "
              + expected);
    }
  }

  private void onListed(Event.Listed event) {
    listing = false;
    listedAt = event.started().nanos();
    everListed = true;
    reconciler.onListed(event, launcher, tagger);
    listInterval.onListed(
        work.settings.config().pace(),
        Duration.ofNanos(work.now().nanos() - event.started().nanos()),
        event.sightings().size(),
        work.ledger.changes());
    if (event.error().isPresent()) {
      work.listRetry.failed(
          work.now(), event.error().flatMap(e -> e.retryAfter()), work.settings.random());
    } else {
      work.listRetry.reset();
    }
  }

  /** Asks the cloud what has to be known: whose it is, and what is there. */
  private void askCloud() {
    if (!identifying) {
      boolean doubtful =
          !work.identified && work.ledger.pool().frozen() != Alarm.Code.WRONG_ACCOUNT;
      if (work.identifyRetry.isDue(work.now()) || (doubtful && !work.identifyRetry.failing())) {
        identifying = true;
        work.emit(new Effect.Identify());
      } else {
        work.wakeAt(work.identifyRetry.at());
      }
    }
    if (!work.identified || listing) {
      return;
    }
    long due = work.listRetry.waiting()
        ? work.listRetry.at()
        : listedAt + timeBetweenLists().toNanos();
    if (!everListed || work.now().reached(due)) {
      listing = true;
      work.emit(new Effect.ListPool());
    } else {
      work.wakeAt(due);
    }
  }

  private Duration timeBetweenLists() {
    PoolConfig.Pace pace = work.settings.config().pace();
    boolean busy = launcher.busy()
        || attacher.busy()
        || !work.ledger.busyMachines().isEmpty()
        || missingMachines.missing() > 0
        || !work.listed
        || work.isFrozen();
    return busy ? listInterval.whenBusy() : pace.idle();
  }

  private void plan() {
    if (!work.mayAct()) {
      resetShrinkAllowance();
      return;
    }
    int before = work.ledger.committed();
    int desired = work.ledger.pool().desired();
    if (work.ledger.changes() == changesWhenIdle
        && desired == before
        && work.ledger.pool().shrinkAllowance() == 0) {
      return;
    }
    Plan plan = decide();
    check(
        plan.committed() == before,
        "I3",
        "the plan counts " + plan.committed() + ", the ledger " + before);
    for (Plan.Cancel cancel : plan.cancels()) {
      work.ledger.atom();
      launcher.cancel(cancel.launch().key(), cancel.slot(), false);
    }
    for (Plan.Launch launch : plan.launches()) {
      launcher.recordPlanned(launch);
    }
    for (Plan.Victim victim : plan.victims()) {
      work.ledger.atom();
      terminator.shrink(victim.machine(), victim.reason(), victim.byCommand());
      if (victim.byCommand()) {
        work.ledger.put(work.ledger
            .pool()
            .edit(edit -> edit.shrinkAllowance = Math.max(0, edit.shrinkAllowance - 1)));
      }
    }
    int after = work.ledger.committed();
    resetShrinkAllowance();
    check(
        after <= Math.max(desired, before) && (after <= before || after <= work.maxSize()),
        "I3",
        "committed would go from " + before + " to " + after + ", desired is " + desired);
    raiseLimitAlarms(plan);
    changesWhenIdle = plan.nothing() && after == desired ? work.ledger.changes() : -1;
  }

  private Plan decide() {
    Plan plan = Planner.plan(planInput());
    return groupMayHaveReplaced() ? plan.withoutVictims() : plan;
  }

  /**
   * Whether a group may have replaced a machine whose end is not known yet. What looks like a surplus is then none,
   * and the pool must not end a machine for it.
   */
  private boolean groupMayHaveReplaced() {
    if (!launcher.isGroup()) {
      return false;
    }
    long surely = launcher.replacedAt() + work.settings.profile().listLag().toNanos() + 1;
    if (!work.now().reached(surely)) {
      work.wakeAt(surely);
      return true;
    }
    return missingMachines.missing() > 0;
  }

  /** What a command allowed to end has ended, or was never there; later surplus is not its doing. */
  private void resetShrinkAllowance() {
    PoolRecord pool = work.ledger.pool();
    if (pool.shrinkAllowance() > 0 && work.ledger.committed() <= pool.desired()) {
      work.ledger.atom();
      work.ledger.put(pool.edit(edit -> edit.shrinkAllowance = 0));
    }
  }

  private void raiseLimitAlarms(Plan plan) {
    Optional<PoolPlan.Hold> cap = plan.holds().stream()
        .filter(hold -> hold.code() == Alarm.Code.AT_MAX_SIZE)
        .findFirst();
    cap.ifPresentOrElse(
        hold -> work.alarms.raise(Alarm.Code.AT_MAX_SIZE, hold.reason(), work.wall()),
        () -> work.alarms.clear(Alarm.Code.AT_MAX_SIZE));
    boolean spent = plan.holds().stream().anyMatch(hold -> hold.code() == Alarm.Code.LAUNCH_BUDGET);
    if (spent) {
      work.alarms.raise(
          Alarm.Code.LAUNCH_BUDGET, "the hour's budget of launches is spent", work.wall());
      work.launchBudget.nextRefill().ifPresent(work::wakeAt);
    } else {
      work.alarms.clear(Alarm.Code.LAUNCH_BUDGET);
    }
    if (plan.holds().stream().anyMatch(hold -> hold.code() == Alarm.Code.DELETE_BUDGET)) {
      work.deleteBudget.nextRefill().ifPresent(work::wakeAt);
    }
  }

  private PlanInput planInput() {
    PoolConfig config = work.settings.config();
    return new PlanInput(
        work.ledger.pool().desired(),
        work.maxSize(),
        config.effectiveSurge(),
        work.ledger.machines(),
        work.ledger.unresolved(),
        config.zones(),
        launcher::holdAgainst,
        zone -> launcher.trial(zone).map(LaunchBackoff.Trial::hold),
        work.settings.profile().maxPerKey(),
        launcher.window(),
        launcher.budgetLeft(),
        work.ledger.pool().shrinkAllowance(),
        work.deleteBudget.left(work.now()),
        config.victims(),
        work.ledger.pool().incarnation(),
        work.wall(),
        new PlacementPolicies(
            config.scaling().placement(),
            config.scaling().deletion(),
            work.ledger.pool().scale().seed(),
            work.settings.adoption()),
        work.ledger.actions()::holds);
  }

  /**
   * Returns what the next step would do, and why.
   *
   * @param now the moment
   * @return the plan; nothing is changed
   */
  public PoolPlan explain(Moment now) {
    work.beginStep(now);
    return new PlanExplainer(work, new OngoingOperations(work, launcher)).of(decide());
  }

  /**
   * Within which limits the pool is scaled, by which policies, and when next.
   *
   * @param now the moment
   * @return the limits that hold at present; nothing is changed
   */
  public PoolScaling scaling(Moment now) {
    work.beginStep(now);
    return scaler.settings(schedules.sizes());
  }

  /**
   * What readers see, without a step: for those who keep nothing and only read.
   *
   * @param now the moment
   * @return the view; empty before the first complete list
   */
  public Optional<PoolView> view(Moment now) {
    work.beginStep(now);
    return viewBuilder.viewWithoutStep();
  }

  /**
   * What there is to be seen at present, without a step, also before the first complete list.
   *
   * @param now the moment
   * @return the last view; before the first one, what the ledger has
   */
  public PoolView currentView(Moment now) {
    work.beginStep(now);
    return viewBuilder.currentView();
  }

  /**
   * The pauses that last.
   *
   * @return those of all machines, in the order in which they began
   */
  public List<WaitingHook> hooks() {
    return hooks.waiting();
  }

  /**
   * One of the pauses that last.
   *
   * @param token what it is answered by
   * @return the pause; empty if it has ended, or there was none
   */
  public Optional<WaitingHook> hook(UUID token) {
    return hooks.waiting(token);
  }

  /**
   * Returns the machines that carry the pool's mark and are not in its ledger.
   *
   * @return all of them, in the order of their ids
   */
  public List<QuarantinedMachine> quarantine() {
    return quarantine.list();
  }

  private void dropOldRecords() {
    if (work.now().reached(cleanUpAt)) {
      cleanUpAt = work.now().plus(IdempotencyCache.FREED_EVERY);
      commands.forgetReplies();
      hooks.dropOldHooks();
      terminator.dropTombstones(TOMBSTONES_KEPT);
    }
    work.wakeAt(cleanUpAt);
  }

  /**
   * What has been counted.
   *
   * @return the numbers of this pool
   */
  public List<Metric> metrics() {
    return PoolMetrics.of(work, scaler.minSize(), viewBuilder.status() == PoolStatus.ACTIVE);
  }
}
