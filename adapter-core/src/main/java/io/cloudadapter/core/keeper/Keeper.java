package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.DisruptionStatus;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.QuarantinedMachine;
import io.cloudadapter.api.RestoreReport;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.core.config.OperatingState;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.GrowthGuard;
import io.cloudadapter.core.keeper.state.IdempotencyCache;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.keeper.state.PoolUses;
import io.cloudadapter.core.keeper.state.ViewRevision;
import io.cloudadapter.core.ledger.InvariantViolationException;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.LedgerSnapshot;
import io.cloudadapter.core.ledger.RecordChange;
import io.cloudadapter.core.ledger.StandingRecords;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.LaunchCounts;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.core.protocol.StepResult;
import io.cloudadapter.core.store.StoreRange;
import io.cloudadapter.spi.LaunchKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The state machine that keeps one pool, without I/O: it takes events and returns steps; see the documentation of
 * this package.
 *
 * <p>One thread at a time may use it.
 */
public final class Keeper {
  private static final Duration TOMBSTONES_KEPT = Duration.ofDays(30);

  private final KeeperParts parts;
  private final EventDispatcher dispatcher;
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final PoolFreeze freeze;
  private final GrowthGuard growth;
  private long cleanUpAt;

  private Keeper(SharedState state, long firstRevision, Set<LaunchKey> callsUnderWay) {
    this.parts = new KeeperParts(state, firstRevision, callsUnderWay);
    this.dispatcher = new EventDispatcher(parts, state.ledger);
    this.ledger = state.ledger;
    this.step = state.step;
    this.alarms = state.alarms;
    this.freeze = state.freeze;
    this.growth = state.sizes.growth();
    this.cleanUpAt = step.now().nanos();
  }

  /** The beginning of all keys of a pool in the store. */
  public static String prefix(PoolConfig config) {
    return prefix(config.name());
  }

  /** Where the ledger of a pool is: the prefix of all its keys. */
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
        Math.max(ViewRevision.first(settings.epoch()), after),
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

  /** The same in a process that has no calls under way. */
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
    alarms.raise(code, message, step.wall());
  }

  /**
   * What a person should look at, also before there is a view.
   *
   * @return the alarms that stand
   */
  public List<Alarm> alarms() {
    return alarms.all();
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
    beginStep(now);
    // A step is taken only if all before it are durable.
    growth.settle();
    for (Event event : events) {
      ledger.atom();
      ledger.handling(Optional.of(event));
      dispatcher.dispatch(event);
    }
    ledger.handling(Optional.empty());
    parts.reconciler.countStrangers();
    parts.poller.ask(this::busy);
    growth.onStep();
    if (parts.schedules.isDue()) {
      // As for commands: what was accepted before is to count.
      parts.planner.plan();
      parts.schedules.applyDue();
    }
    parts.refresher.onStep();
    parts.planner.plan();
    parts.planner.refillWarmPool();
    parts.deletion.onStep();
    ledger.causes().forgetPlanned(ledger);
    parts.launcher.onStep();
    parts.hooks.onStep();
    parts.completer.onStep();
    parts.warm.onStep();
    parts.serviceEntry.onStep(parts.warm.takeWoken());
    parts.terminator.onStep();
    parts.hooks.sendMessages();
    parts.attacher.onStep();
    parts.tagger.onStep();
    parts.registrar.onStep();
    parts.healthReaders.onStep();
    parts.sweeper.onStep();
    parts.actions.onStep();
    parts.scaler.onStep();
    parts.schedules.onStep();
    parts.commands.onStep();
    parts.restores.onStep();
    dropOldRecords();
    parts.group.setGroupTargets();
    return new StepResult(
        ledger.takeAtoms(),
        step.takeEffects().stream().filter(freeze::lets).toList(),
        step.takeAnswers(),
        parts.viewBuilder.view(),
        step.takeArrivals(),
        step.wake());
  }

  /** The last step has become durable: what it gave back of quotas is free for other pools. */
  public void committed() {
    growth.settle();
  }

  /**
   * Reports what a pool uses of the quotas of its tenants, before its first keeper does. To be called for all pools
   * before one of them begins, so that none takes the room of another.
   *
   * @param settings what its keeper is to work with
   * @param stored what the store holds of it, which is left as it is
   * @param now the moment
   */
  public static void reportUse(KeeperConfig settings, LedgerSnapshot stored, Moment now) {
    stored.look().ifPresent(ledger -> PoolUses.report(settings, ledger, now));
  }

  /**
   * The requests that an effect follows from.
   *
   * @param effect what a step asks of the cloud
   * @return their traceparents; empty if they are not traced
   */
  public List<String> causes(Effect effect) {
    return ledger.causes().of(effect, ledger);
  }

  private void beginStep(Moment now) {
    step.begin(now);
    ledger.atom();
  }

  /** Whether lists are due often: something changes, or is not known. */
  private boolean busy() {
    return parts.launcher.busy()
        || parts.attacher.busy()
        || !ledger.busyMachines().isEmpty()
        || parts.missingMachines.missing() > 0
        || parts.activeRefresh.record().isPresent()
        || parts.deletion.busy();
  }

  /**
   * Returns what the next step would do, and why.
   *
   * @param now the moment
   * @return the plan; nothing is changed
   */
  public PoolPlan explain(Moment now) {
    beginStep(now);
    return parts.explainer.of(parts.planner.decide());
  }

  /**
   * Returns what the next step would do if a command had just set this size, and why.
   *
   * @param desired the size
   * @param now the moment
   * @return the plan; nothing is changed
   * @throws io.cloudadapter.api.PoolException INVALID if a command could not set it
   */
  public PoolPlan explainFor(int desired, Moment now) {
    beginStep(now);
    parts.commands.refusal(desired).ifPresent(refusal -> {
      throw refusal;
    });
    return parts.explainer.of(parts.planner.decideFor(desired), desired);
  }

  /**
   * Returns what a pool with this configuration would do next, as if it had just read its cloud.
   *
   * @param now the moment
   * @return the plan; nothing is changed
   */
  public PoolPlan preview(Moment now) {
    beginStep(now);
    return parts.explainer.ofActing(parts.planner.decide());
  }

  /**
   * Within which limits the pool is scaled, by which policies, and when next.
   *
   * @param now the moment
   * @return the limits that hold at present; nothing is changed
   */
  public PoolScaling scaling(Moment now) {
    beginStep(now);
    return parts.scaler.settings(parts.schedules.sizes());
  }

  /**
   * What readers see, without a step: for those who keep nothing and only read.
   *
   * @param now the moment
   * @return the view; empty before the first complete list
   */
  public Optional<PoolView> view(Moment now) {
    beginStep(now);
    return parts.viewBuilder.viewWithoutStep();
  }

  /**
   * What there is to be seen at present, without a step, also before the first complete list.
   *
   * @param now the moment
   * @return the last view; before the first one, what the ledger has
   */
  public PoolView currentView(Moment now) {
    beginStep(now);
    return parts.viewBuilder.currentView();
  }

  /**
   * The pauses that last.
   *
   * @return those of all machines, in the order in which they began
   */
  public List<WaitingHook> hooks() {
    return parts.hooks.waiting();
  }

  /**
   * One of the pauses that last.
   *
   * @param token what it is answered by
   * @return the pause; empty if it has ended, or there was none
   */
  public Optional<WaitingHook> hook(UUID token) {
    return parts.hooks.waiting(token);
  }

  /**
   * Returns the machines that carry the pool's mark and are not in its ledger.
   *
   * @return all of them, in the order of their ids
   */
  public List<QuarantinedMachine> quarantine() {
    return parts.quarantine.list();
  }

  /**
   * Compares a restored ledger with what the lists have shown.
   *
   * @return the report; empty unless a restore waits for a decision
   */
  public Optional<RestoreReport> restoreReport() {
    return parts.restores.report();
  }

  /** What each atom of the last step has changed of its records, for the pool's history. */
  public List<List<RecordChange>> changes() {
    return ledger.takenChanges();
  }

  /**
   * The refresh that is under way, or the last one.
   *
   * @param now the moment
   * @return its state and progress; nothing is changed
   */
  public Optional<RefreshStatus> refreshStatus(Moment now) {
    beginStep(now);
    return parts.refreshes.status();
  }

  /**
   * The account of disruption.
   *
   * @param now the moment
   * @return its present state; nothing is changed
   */
  public DisruptionStatus disruption(Moment now) {
    beginStep(now);
    return parts.disruption.status();
  }

  /** What an operator lets the pool do. */
  public OperatingState state() {
    return ledger.pool().state();
  }

  /** What its ledger has at present, for the pool's history. */
  public StandingRecords standing() {
    return ledger.standing();
  }

  private void dropOldRecords() {
    if (step.now().reached(cleanUpAt)) {
      cleanUpAt = step.now().plus(IdempotencyCache.FREED_EVERY);
      parts.commands.forgetReplies();
      parts.hooks.dropOldHooks();
      parts.terminator.dropTombstones(TOMBSTONES_KEPT);
      ledger.atom();
      ledger.dropUnusedTemplates();
    }
    step.wakeAt(cleanUpAt);
  }

  /** What launches have come to since this keeper began. */
  public LaunchCounts launches() {
    return parts.metrics.launches();
  }

  /**
   * What has been counted.
   *
   * @return the numbers of this pool
   */
  public List<Metric> metrics() {
    return parts.metrics.of(
        parts.scaler.minSize(), parts.viewBuilder.status() == PoolStatus.ACTIVE);
  }
}
