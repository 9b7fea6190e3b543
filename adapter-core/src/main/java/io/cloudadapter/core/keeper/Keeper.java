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
  private final MissingMachineDetector absence;
  private final QuarantineHandler quarantine;
  private final ListReconciler watcher;
  private final Launcher launcher;
  private final LifecycleHooks hooks;
  private final ActionCommandHandler actions;
  private final LoadBalancerRegistrar registrar;
  private final Terminator ender;
  private final ServiceEntry entrance;
  private final Attacher attacher;
  private final OwnershipTagger marker;
  private final Scaler scaler;
  private final ScheduleRunner timetable;
  private final CommandHandler commands;
  private final PoolViewBuilder views;
  private boolean identifying;
  private boolean listing;
  private long listedAt;
  private boolean everListed;
  private final ListInterval lookPace = new ListInterval();
  private long cleanUpAt;

  /** How many changes the ledger had when a plan found the pool at its size, and nothing to do or hold. */
  private long restingAt = -1;

  private Keeper(KeeperContext work, long firstRevision, Set<LaunchKey> out) {
    this.work = work;
    MachineRecorder recorder = new MachineRecorder(work);
    this.absence = new MissingMachineDetector(work, recorder);
    this.quarantine = new QuarantineHandler(work);
    this.watcher = new ListReconciler(work, recorder, absence, quarantine);
    this.launcher = new Launcher(work, quarantine, recorder, out);
    this.hooks = new LifecycleHooks(work);
    this.actions = new ActionCommandHandler(work);
    this.registrar = new LoadBalancerRegistrar(work);
    this.ender = new Terminator(work, registrar, hooks);
    this.entrance = new ServiceEntry(work, hooks, ender);
    this.attacher = new Attacher(work, recorder);
    this.marker = new OwnershipTagger(work, registrar);
    this.scaler = new Scaler(work);
    this.timetable = new ScheduleRunner(work, scaler);
    this.commands = new CommandHandler(
        work,
        launcher,
        ender,
        attacher,
        new OperatorCommands(work, watcher, recorder, absence, quarantine),
        quarantine,
        scaler,
        hooks,
        actions);
    this.views = new PoolViewBuilder(work, watcher, firstRevision);
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
   * @param setup what to work with
   * @param stored what the store holds; good for one keeper
   * @param now the moment
   * @param after the last revision that readers have seen in this process; those of an earlier opening of
   *     the store are lower than any of this one
   * @param out launches whose calls an earlier keeper of this process has sent and that have not returned;
   *     their events will come here
   * @return the keeper; its first step has to be taken for anything to happen
   */
  public static Keeper over(
      KeeperConfig setup, LedgerSnapshot stored, Moment now, long after, Set<LaunchKey> out) {
    return new Keeper(
        KeeperStartup.of(setup, stored, now), Math.max(setup.epoch() << 32, after), out);
  }

  /** The same over a ledger that is read only now. */
  public static Keeper over(
      KeeperConfig setup, StoreRange stored, Moment now, long after, Set<LaunchKey> out) {
    return over(setup, LedgerSnapshot.read(setup.config().name(), stored), now, after, out);
  }

  /**
   * A keeper over what the store holds of its pool, in a process that has no calls out.
   *
   * @param setup what to work with
   * @param stored everything under {@link #prefix}
   * @param now the moment
   * @param after the last revision that readers have seen in this process
   * @return the keeper; its first step has to be taken for anything to happen
   */
  public static Keeper over(KeeperConfig setup, StoreRange stored, Moment now, long after) {
    return over(setup, stored, now, after, Set.of());
  }

  /** Makes the first keeper in this process: no reader has seen a view, and no call is under way. */
  static Keeper over(KeeperConfig setup, StoreRange stored, Moment now) {
    return over(setup, stored, now, 0);
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
    work.begin(now);
    for (Event event : events) {
      work.ledger.atom();
      take(event);
    }
    watcher.countStrangers();
    ask();
    if (timetable.due()) {
      // As for commands: what was accepted before is to count.
      plan();
      timetable.follow();
    }
    plan();
    launcher.pulse();
    hooks.pulse();
    entrance.pulse();
    ender.pulse();
    hooks.tell();
    attacher.pulse();
    marker.pulse();
    registrar.pulse();
    actions.pulse();
    scaler.pulse();
    timetable.pulse();
    commands.pulse();
    cleanUp();
    launcher.aim();
    return new StepResult(
        work.ledger.takeAtoms(), work.takeEffects(), work.takeAnswers(), views.view(), work.wake());
  }

  private void take(Event event) {
    if (event instanceof Event.Asked asked) {
      if (asked.command().decidesByNumbers()) {
        // What was accepted just now is to count: it becomes promises, or ends, first.
        plan();
        work.ledger.atom();
      }
      commands.asked(asked);
    } else if (event instanceof Event.Identified identified) {
      identified(identified);
    } else if (event instanceof Event.Listed listed) {
      listed(listed);
    } else if (event instanceof Event.Described described) {
      attacher.described(described);
      absence.described(described);
    } else if (event instanceof Event.Prepared prepared) {
      launcher.prepared(prepared);
    } else if (event instanceof Event.Launched launched) {
      launcher.launched(launched);
    } else if (event instanceof Event.Terminated terminated) {
      ender.terminated(terminated);
    } else if (event instanceof Event.Marked marked) {
      if (attacher.attaching(marked.machine())) {
        attacher.marked(marked);
      } else {
        marker.remarked(marked);
      }
    } else if (event instanceof Event.Told told) {
      hooks.told(told);
    } else if (event instanceof Event.Acted acted) {
      actions.acted(acted);
    } else if (event instanceof Event.Probed probed) {
      actions.probed(probed);
    } else if (event instanceof Event.Unmarked unmarked) {
      marker.unmarked(unmarked);
    } else if (event instanceof Event.LookedBehind looked) {
      registrar.looked(looked);
    } else if (event instanceof Event.Registered registered) {
      registrar.registered(registered);
    } else if (!(event instanceof Event.Tick)) {
      // A tick has nothing to take in: time has passed, and all that follows from it is done below.
      throw new IllegalStateException(
          "no part of the keeper takes " + event.getClass().getName());
    }
  }

  private void identified(Event.Identified event) {
    identifying = false;
    if (event.error().isPresent() || event.identity().isEmpty()) {
      work.identify.failed(
          work.now(), event.error().flatMap(e -> e.retryAfter()), work.setup.random());
      work.alarms.raise(
          Alarm.Code.CLOUD,
          AlarmRegistry.Cause.IDENTITY,
          "the cloud did not identify the account"
              + event.error().map(e -> ": " + KeeperContext.text(e)).orElse(""),
          work.wall());
      return;
    }
    work.identify.after(work.now(), IDENTIFY_AGAIN);
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

  private void listed(Event.Listed event) {
    listing = false;
    listedAt = event.started().nanos();
    everListed = true;
    watcher.listed(event, launcher, marker);
    lookPace.looked(
        work.setup.config().pace(),
        Duration.ofNanos(work.now().nanos() - event.started().nanos()),
        event.sightings().size(),
        work.ledger.changes());
    if (event.error().isPresent()) {
      work.list.failed(work.now(), event.error().flatMap(e -> e.retryAfter()), work.setup.random());
    } else {
      work.list.reset();
    }
  }

  /** Asks the cloud what has to be known: whose it is, and what is there. */
  private void ask() {
    if (!identifying) {
      boolean doubtful =
          !work.identified && work.ledger.pool().frozen() != Alarm.Code.WRONG_ACCOUNT;
      if (work.identify.due(work.now()) || (doubtful && !work.identify.failing())) {
        identifying = true;
        work.ask(new Effect.Identify());
      } else {
        work.wakeAt(work.identify.at());
      }
    }
    if (!work.identified || listing) {
      return;
    }
    long due = work.list.waiting() ? work.list.at() : listedAt + interval().toNanos();
    if (!everListed || work.now().reached(due)) {
      listing = true;
      work.ask(new Effect.ListPool());
    } else {
      work.wakeAt(due);
    }
  }

  private Duration interval() {
    PoolConfig.Pace pace = work.setup.config().pace();
    boolean busy = launcher.busy()
        || attacher.busy()
        || !work.ledger.busyMachines().isEmpty()
        || absence.missing() > 0
        || !work.listed
        || work.frozen();
    return busy ? lookPace.busy() : pace.idle();
  }

  private void plan() {
    if (!work.acting()) {
      forgetAllowance();
      return;
    }
    int before = work.ledger.committed();
    int desired = work.ledger.pool().desired();
    if (work.ledger.changes() == restingAt
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
      launcher.cancel(cancel.intent().key(), cancel.slot(), false);
    }
    for (Plan.Launch launch : plan.launches()) {
      launcher.promise(launch);
    }
    for (Plan.Victim victim : plan.victims()) {
      work.ledger.atom();
      ender.shrink(victim.machine(), victim.reason(), victim.byCommand());
      if (victim.byCommand()) {
        work.ledger.put(work.ledger
            .pool()
            .edit(edit -> edit.shrinkAllowance = Math.max(0, edit.shrinkAllowance - 1)));
      }
    }
    int after = work.ledger.committed();
    forgetAllowance();
    check(
        after <= Math.max(desired, before) && (after <= before || after <= work.maxSize()),
        "I3",
        "committed would go from " + before + " to " + after + ", desired is " + desired);
    raiseCap(plan);
    restingAt = plan.nothing() && after == desired ? work.ledger.changes() : -1;
  }

  private Plan decide() {
    Plan plan = Planner.plan(facts());
    return replaced() ? plan.patient() : plan;
  }

  /**
   * Whether a group may have replaced a machine whose end is not known yet. What looks like a surplus is then none,
   * and the pool must not end a machine for it.
   */
  private boolean replaced() {
    if (!launcher.isGroup()) {
      return false;
    }
    long surely = launcher.replacedAt() + work.setup.profile().listLag().toNanos() + 1;
    if (!work.now().reached(surely)) {
      work.wakeAt(surely);
      return true;
    }
    return absence.missing() > 0;
  }

  /** What a command allowed to end has ended, or was never there; later surplus is not its doing. */
  private void forgetAllowance() {
    PoolRecord pool = work.ledger.pool();
    if (pool.shrinkAllowance() > 0 && work.ledger.committed() <= pool.desired()) {
      work.ledger.atom();
      work.ledger.put(pool.edit(edit -> edit.shrinkAllowance = 0));
    }
  }

  private void raiseCap(Plan plan) {
    Optional<PoolPlan.Hold> cap =
        plan.holds().stream().filter(hold -> hold.code() == Alarm.Code.CAP).findFirst();
    cap.ifPresentOrElse(
        hold -> work.alarms.raise(Alarm.Code.CAP, hold.reason(), work.wall()),
        () -> work.alarms.clear(Alarm.Code.CAP));
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

  private PlanInput facts() {
    PoolConfig config = work.setup.config();
    return new PlanInput(
        work.ledger.pool().desired(),
        work.maxSize(),
        config.effectiveSurge(),
        work.ledger.machines(),
        work.ledger.unresolved(),
        config.zones(),
        launcher::heldBack,
        zone -> launcher.trial(zone).map(LaunchBackoff.Trial::hold),
        work.setup.profile().maxPerKey(),
        launcher.window(),
        launcher.left(),
        work.ledger.pool().shrinkAllowance(),
        work.deleteBudget.left(work.now()),
        config.victims(),
        work.ledger.pool().incarnation(),
        work.wall(),
        new PlacementPolicies(
            config.scaling().placement(),
            config.scaling().deletion(),
            work.ledger.pool().scale().seed(),
            work.setup.adoption()),
        work.ledger.actions()::holds);
  }

  /**
   * Returns what the next step would do, and why.
   *
   * @param now the moment
   * @return the plan; nothing is changed
   */
  public PoolPlan explain(Moment now) {
    work.begin(now);
    return new PlanExplainer(work, new OngoingOperations(work, launcher)).of(decide());
  }

  /**
   * Within which limits the pool is scaled, by which policies, and when next.
   *
   * @param now the moment
   * @return the limits that hold at present; nothing is changed
   */
  public PoolScaling scaling(Moment now) {
    work.begin(now);
    return scaler.settings(timetable.sizes());
  }

  /**
   * What readers see, without a step: for those who keep nothing and only read.
   *
   * @param now the moment
   * @return the view; empty before the first complete list
   */
  public Optional<PoolView> view(Moment now) {
    work.begin(now);
    return views.copied();
  }

  /**
   * What there is to be seen at present, without a step, also before the first complete list.
   *
   * @param now the moment
   * @return the last view; before the first one, what the ledger has
   */
  public PoolView shown(Moment now) {
    work.begin(now);
    return views.shown();
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

  private void cleanUp() {
    if (work.now().reached(cleanUpAt)) {
      cleanUpAt = work.now().plus(IdempotencyCache.FREED_EVERY);
      commands.forgetReplies();
      hooks.forget();
      ender.bury(TOMBSTONES_KEPT);
    }
    work.wakeAt(cleanUpAt);
  }

  /**
   * What has been counted.
   *
   * @return the numbers of this pool
   */
  public List<Metric> metrics() {
    return PoolMetrics.of(work, scaler.minSize(), views.status() == PoolStatus.ACTIVE);
  }
}
