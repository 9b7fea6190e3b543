package io.cloudadapter.core.keeper;

import static io.cloudadapter.core.keeper.InvariantViolation.check;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.core.PoolConfig;
import io.cloudadapter.core.store.StoredRange;
import io.cloudadapter.spi.LaunchKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Keeps one pool. Takes events, gives steps; see {@link io.cloudadapter.core.keeper}.
 *
 * <p>Not for use by several threads at once.
 */
public final class Keeper {
  private static final Duration TOMBSTONES_KEPT = Duration.ofDays(30);
  private static final Duration CLEAN_UP = Duration.ofHours(1);
  private static final Duration IDENTIFY_AGAIN = Duration.ofMinutes(1);

  private final Work work;
  private final Absence absence;
  private final Watcher watcher;
  private final Launcher launcher;
  private final Ender ender;
  private final Joiner joiner;
  private final Commands commands;
  private final Views views;
  private final Retry identify = new Retry();
  private final Retry list = new Retry();
  private boolean identifying;
  private boolean listing;
  private long listedAt;
  private boolean everListed;
  private long cleanUpAt;

  private Keeper(Work work, long firstRevision, Set<LaunchKey> out) {
    this.work = work;
    Recorder recorder = new Recorder(work);
    this.absence = new Absence(work, recorder);
    this.watcher = new Watcher(work, recorder, absence);
    this.launcher = new Launcher(work, watcher, recorder, out);
    this.ender = new Ender(work);
    this.joiner = new Joiner(work, recorder);
    this.commands = new Commands(work, watcher, recorder, absence, launcher, ender, joiner);
    this.views = new Views(work, watcher, firstRevision);
    this.cleanUpAt = work.now().nanos();
  }

  /** The beginning of all keys of a pool in the store. */
  public static String prefix(PoolConfig config) {
    return Ledger.prefix(config.name());
  }

  /**
   * A keeper over what the store holds of its pool.
   *
   * @param setup what to work with
   * @param stored everything under {@link #prefix}
   * @param now the moment
   * @param after the last revision that readers have seen in this process; those of an earlier opening of
   *     the store are lower than any of this one
   * @param out launches whose calls an earlier keeper of this process has sent and that have not returned;
   *     their events will come here
   * @return the keeper; its first step has to be taken for anything to happen
   */
  public static Keeper over(
      Setup setup, StoredRange stored, Now now, long after, Set<LaunchKey> out) {
    Ledger ledger = Ledger.load(setup.config().name(), stored).orElseGet(() -> fresh(setup));
    Work work = new Work(setup, ledger, now);
    configure(work);
    remember(work);
    return new Keeper(work, Math.max(setup.epoch() << 32, after), out);
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
  public static Keeper over(Setup setup, StoredRange stored, Now now, long after) {
    return over(setup, stored, now, after, Set.of());
  }

  /** The first keeper in this process: nobody has seen a view, and no call is out. */
  static Keeper over(Setup setup, StoredRange stored, Now now) {
    return over(setup, stored, now, 0);
  }

  private static Ledger fresh(Setup setup) {
    return Ledger.fresh(
        setup.config().name(),
        new PoolRecord(
            Work.token(setup),
            PoolRecord.Phase.FRESH,
            setup.config().account(),
            null,
            0,
            false,
            0,
            null,
            null,
            null,
            0,
            "",
            0,
            null,
            null,
            List.of()));
  }

  /** A changed launch configuration gets a number of its own; open promises keep theirs. */
  private static void configure(Work work) {
    String hash = Integer.toHexString((work.setup.config().launch().toString()
            + work.setup.config().launch().userData().map(s -> s.reveal()).orElse(""))
        .hashCode());
    PoolRecord pool = work.ledger.pool();
    if (!pool.profileHash().equals(hash)) {
      work.ledger.put(pool.edit(edit -> {
        edit.profile++;
        edit.profileHash = hash;
      }));
    }
    if (!pool.account().equals(work.setup.config().account())) {
      work.ledger.put(work.ledger.pool().edit(edit -> {
        edit.account = work.setup.config().account();
        edit.identity = null;
      }));
    }
  }

  /** Budgets and alarms as they were when the process ended. */
  private static void remember(Work work) {
    List<IntentRecord> all = new ArrayList<>(work.ledger.unresolved());
    all.addAll(work.ledger.resolved());
    all.sort(java.util.Comparator.comparing(IntentRecord::plannedAt));
    for (IntentRecord intent : all) {
      if (intent.attempts() > 0) {
        spentBefore(work, work.launchBudget, intent.plannedAt(), intent.k());
      }
    }
    List<MachineRecord> ends = new ArrayList<>(work.ledger.machines());
    ends.addAll(work.ledger.endedMachines());
    ends.removeIf(machine -> machine.closedAt() == null || machine.byCommand());
    ends.sort(java.util.Comparator.comparing(MachineRecord::closedAt));
    ends.forEach(machine -> spentBefore(work, work.deleteBudget, machine.closedAt(), 1));
    PoolRecord pool = work.ledger.pool();
    Alarm.Code frozen = pool.frozen();
    String message = pool.frozenMessage();
    Instant since = pool.frozenSince();
    if (frozen != null && message != null && since != null) {
      work.alarms.raise(frozen, message, since);
    }
  }

  private static void spentBefore(
      Work work, HourBudget budget, @org.jspecify.annotations.Nullable Instant at, int count) {
    Duration age = at == null ? Duration.ZERO : Duration.between(at, work.wall());
    if (age.compareTo(Duration.ofHours(1)) < 0) {
      budget.spend(work.now().nanos() - Math.max(0, age.toNanos()), count);
    }
  }

  /**
   * Raises an alarm that the keeper cannot know of by itself.
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

  /** The account that the ledger's machines and promises live in, if there are any. */
  public static Optional<String> boundAccount(PoolConfig config, StoredRange stored) {
    return Ledger.load(config.name(), stored)
        .filter(ledger -> !ledger.machines().isEmpty() || !ledger.unresolved().isEmpty())
        .map(ledger -> ledger.pool().account());
  }

  /**
   * Takes in what has happened and decides what comes of it.
   *
   * @param events in the order in which they happened
   * @param now the moment
   * @return what comes of it
   * @throws InvariantViolation if the keeper was about to do what it must never do; throw it away
   */
  public Step step(List<Event> events, Now now) {
    work.begin(now);
    for (Event event : events) {
      work.ledger.atom();
      take(event);
    }
    watcher.countStrangers();
    ask();
    plan();
    launcher.pulse();
    ender.pulse();
    joiner.pulse();
    cleanUp();
    List<Step.Answer> answers = work.takeAnswers().stream()
        .map(a -> new Step.Answer(a.caller(), a.refusal()))
        .toList();
    return new Step(
        work.ledger.takeAtoms(), work.takeEffects(), answers, views.view(), work.wake());
  }

  private void take(Event event) {
    if (event instanceof Event.Asked asked) {
      commands.asked(asked);
    } else if (event instanceof Event.Identified identified) {
      identified(identified);
    } else if (event instanceof Event.Listed listed) {
      listed(listed);
    } else if (event instanceof Event.Described described) {
      joiner.described(described);
      absence.described(described);
    } else if (event instanceof Event.Prepared prepared) {
      launcher.prepared(prepared);
    } else if (event instanceof Event.Launched launched) {
      launcher.launched(launched);
    } else if (event instanceof Event.Terminated terminated) {
      ender.terminated(terminated);
    } else if (event instanceof Event.Marked marked) {
      joiner.marked(marked);
    } else if (event instanceof Event.Unmarked unmarked) {
      joiner.unmarked(unmarked);
    }
    // A tick says nothing by itself: time has passed, and all that follows from it is below.
  }

  private void identified(Event.Identified event) {
    identifying = false;
    if (event.error().isPresent() || event.identity().isEmpty()) {
      identify.failed(work.now(), event.error().flatMap(e -> e.retryAfter()), work.setup.random());
      work.alarms.raise(
          Alarm.Code.CLOUD,
          "the cloud does not say whose account it is"
              + event.error().map(e -> ": " + Work.text(e)).orElse(""),
          work.wall());
      return;
    }
    identify.after(work.now(), IDENTIFY_AGAIN);
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
    watcher.listed(event, launcher, joiner);
    if (event.error().isPresent()) {
      list.failed(work.now(), event.error().flatMap(e -> e.retryAfter()), work.setup.random());
    } else {
      list.reset();
    }
  }

  /** Asks the cloud what has to be known: whose it is, and what is there. */
  private void ask() {
    if (!identifying) {
      boolean doubtful =
          !work.identified && work.ledger.pool().frozen() != Alarm.Code.WRONG_ACCOUNT;
      if (identify.due(work.now()) || (doubtful && !identify.failing())) {
        identifying = true;
        work.ask(new Effect.Identify());
      } else {
        work.wakeAt(identify.at());
      }
    }
    if (!work.identified || listing) {
      return;
    }
    long due = list.waiting() ? list.at() : listedAt + interval().toNanos();
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
        || joiner.busy()
        || !work.ledger.busyMachines().isEmpty()
        || absence.missing() > 0
        || !work.listed
        || work.frozen();
    return busy ? pace.busy() : pace.idle();
  }

  private void plan() {
    if (!work.acting()) {
      return;
    }
    int before = work.ledger.committed();
    int desired = work.ledger.pool().desired();
    Plan plan = Planner.plan(facts());
    check(
        plan.committed() == before,
        "I3",
        "the plan counts " + plan.committed() + ", the ledger " + before);
    for (Plan.Cancel cancel : plan.cancels()) {
      work.ledger.atom();
      launcher.cancel(cancel.intent().key(), cancel.slot());
    }
    for (Plan.Launch launch : plan.launches()) {
      launcher.promise(launch);
    }
    for (Plan.Victim victim : plan.victims()) {
      work.ledger.atom();
      ender.retire(victim.machine(), victim.reason(), victim.byCommand());
      if (victim.byCommand()) {
        work.ledger.put(work.ledger
            .pool()
            .edit(edit -> edit.shrinkAllowance = Math.max(0, edit.shrinkAllowance - 1)));
      }
    }
    int after = work.ledger.committed();
    if (after <= desired && work.ledger.pool().shrinkAllowance() > 0) {
      // What a command allowed to end has ended, or was never there; later surplus is not its
      // doing.
      work.ledger.atom();
      work.ledger.put(work.ledger.pool().edit(edit -> edit.shrinkAllowance = 0));
    }
    check(
        after <= Math.max(desired, before)
            && (after <= before || after <= work.setup.config().maxSize()),
        "I3",
        "committed would go from " + before + " to " + after + ", desired is " + desired);
    raiseCap(plan);
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

  private Facts facts() {
    PoolConfig config = work.setup.config();
    return new Facts(
        work.ledger.pool().desired(),
        config.maxSize(),
        config.effectiveSurge(),
        work.ledger.machines(),
        work.ledger.unresolved(),
        config.launch().zones(),
        launcher::heldBack,
        work.setup.profile().maxPerKey(),
        launcher.window(),
        launcher.left(),
        work.ledger.pool().shrinkAllowance(),
        work.deleteBudget.left(work.now()),
        config.victims(),
        work.ledger.pool().incarnation(),
        work.wall());
  }

  /**
   * What the next step would do by itself, and why.
   *
   * @param now the moment
   * @return the plan; nothing is changed
   */
  public PoolPlan explain(Now now) {
    work.begin(now);
    Plan plan = Planner.plan(facts());
    List<PoolPlan.Termination> terminations = new ArrayList<>();
    plan.cancels()
        .forEach(cancel -> terminations.add(new PoolPlan.Termination(
            new io.cloudadapter.api.MachineId(Commands.placeholder(cancel.intent(), cancel.slot())),
            "it is promised but not sent, and not wanted any more")));
    plan.victims()
        .forEach(victim ->
            terminations.add(new PoolPlan.Termination(Work.id(victim.machine()), victim.reason())));
    List<PoolPlan.Hold> holds = new ArrayList<>(plan.holds());
    if (!work.acting()) {
      holds.add(0, notActing());
    }
    boolean acting = work.acting();
    return new PoolPlan(
        work.ledger.pool().desired(),
        plan.effective(),
        plan.open(),
        acting
            ? plan.launches().stream()
                .map(l -> new PoolPlan.Launch(l.k(), l.zone(), l.reason()))
                .toList()
            : List.of(),
        acting ? terminations : List.of(),
        holds);
  }

  private PoolPlan.Hold notActing() {
    Alarm.Code frozen = work.ledger.pool().frozen();
    if (frozen != null) {
      return new PoolPlan.Hold(
          frozen, String.valueOf(work.ledger.pool().frozenMessage()), Optional.empty());
    }
    if (work.ledger.pool().phase() == PoolRecord.Phase.OBSERVING) {
      return new PoolPlan.Hold(
          Alarm.Code.OBSERVING,
          "machines were found: adopt them, or disown them",
          Optional.empty());
    }
    if (!work.identified) {
      return new PoolPlan.Hold(
          Alarm.Code.CLOUD, "the cloud has not said yet whose account it is", Optional.empty());
    }
    return new PoolPlan.Hold(
        Alarm.Code.CLOUD, "the cloud has not been listed completely yet", Optional.empty());
  }

  private void cleanUp() {
    if (work.now().reached(cleanUpAt)) {
      cleanUpAt = work.now().plus(CLEAN_UP);
      commands.forgetReplies();
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
    Map<String, String> labels = new TreeMap<>();
    labels.put("pool", work.setup.config().name().value());
    List<Metric> metrics = new ArrayList<>();
    for (Work.Count count : Work.Count.values()) {
      metrics.add(new Metric(
          "cloudadapter_" + count.name().toLowerCase(Locale.ROOT) + "_total",
          "How often since the start: " + count.name().toLowerCase(Locale.ROOT).replace('_', ' ')
              + ".",
          Metric.Type.COUNTER,
          labels,
          work.counts.getOrDefault(count, 0L)));
    }
    metrics.add(gauge("desired_size", "The desired size.", work.ledger.pool().desired(), labels));
    metrics.add(gauge("effective_size", "Machines that count.", work.ledger.effective(), labels));
    metrics.add(gauge(
        "open_launches", "Promised machines that are not known yet.", work.ledger.open(), labels));
    metrics.add(gauge("alarms", "Alarms that stand.", work.alarms.all().size(), labels));
    metrics.add(gauge(
        "active",
        "Whether the pool keeps its size (1), or observes or is frozen (0).",
        views.status() == PoolStatus.ACTIVE ? 1 : 0,
        labels));
    return metrics;
  }

  private static Metric gauge(String name, String help, double value, Map<String, String> labels) {
    return new Metric("cloudadapter_pool_" + name, help, Metric.Type.GAUGE, labels, value);
  }
}
