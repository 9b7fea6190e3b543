package io.cloudadapter.core.keeper;

import static io.cloudadapter.core.ledger.InvariantViolationException.check;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.HourlyQuota;
import io.cloudadapter.core.keeper.state.LaunchBackoff;
import io.cloudadapter.core.keeper.state.LaunchFailures;
import io.cloudadapter.core.keeper.state.PoolFreeze;
import io.cloudadapter.core.keeper.state.RandomIds;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.planning.Plan;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.spi.LaunchKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Takes launches from PLANNED to their end: records what is planned, moves each launch on as far as it goes in a step,
 * and raises the alarms about those whose outcome stays unknown.
 */
final class Launcher {
  /** How many machines may be on their way at the same time. */
  static final int WINDOW = 200;
  /** From then on a person hears that it is not known what a launch did. */
  private static final Duration UNKNOWN_FOR_LONG = Duration.ofSeconds(15);

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final PoolFreeze freeze;
  private final LaunchBackoff launchBackoff;
  private final LaunchFailures launchFailures;
  private final HourlyQuota launchBudget;
  private final LaunchMemory memory;
  private final GroupTarget group;
  private final LaunchSender sender;
  private final LaunchSettlement settlement;
  private final LaunchOperationPoller operations;

  Launcher(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      PoolFreeze freeze,
      LaunchBackoff launchBackoff,
      LaunchFailures launchFailures,
      HourlyQuota launchBudget,
      LaunchMemory memory,
      GroupTarget group,
      LaunchSender sender,
      LaunchSettlement settlement,
      LaunchOperationPoller operations) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
    this.freeze = freeze;
    this.launchBackoff = launchBackoff;
    this.launchFailures = launchFailures;
    this.launchBudget = launchBudget;
    this.memory = memory;
    this.group = group;
    this.sender = sender;
    this.settlement = settlement;
    this.operations = operations;
  }

  void recordPlanned(Plan.Launch launch, boolean warm) {
    ledger.atom();
    LaunchKey key = new LaunchKey(RandomIds.token(settings.random()));
    LaunchRecord planned = LaunchRecord.planned(
        key.value(),
        launch.k(),
        launch.zone(),
        ledger.pool().profile(),
        launch.reason(),
        settings.epoch(),
        step.wall());
    ledger.put(warm ? planned.forWarmPool() : planned);
  }

  /** How many machines may be on their way at the same time; while launches fail, one at a time. */
  int window() {
    if (!launchFailures.oneAtATime()) {
      return WINDOW;
    }
    boolean trying = ledger.busyMachines().stream()
        .anyMatch(m -> (m.effective() || m.isWarm(WarmState.WARMING))
            && (!m.ran() || (settings.resources() && m.entering())));
    return trying ? 0 : 1;
  }

  /** How many more may be promised within the hour: what was promised but not sent is taken off. */
  int budgetLeft() {
    int unsent = 0;
    for (LaunchRecord launch : ledger.unresolved()) {
      unsent += launch.status() == LaunchRecord.Status.PLANNED ? launch.possible() : 0;
    }
    return Math.max(0, launchBudget.left(step.now()) - unsent);
  }

  /** Takes back one slot of a promise that was not sent. */
  void cancel(String key, int slot, boolean decrement) {
    LaunchRecord launch = ledger.launch(key).orElseThrow();
    check(
        launch.status() == LaunchRecord.Status.PLANNED,
        "I1",
        "launch " + key + " may be out already");
    LaunchRecord changed = launch.cancel(slot, decrement, step.wall());
    if (changed.possible() == 0) {
      ledger.drop(launch);
    } else {
      ledger.put(changed);
    }
  }

  /** Notes what was planned, so that alarms about refused launches end when the pool wants none. */
  void planned(Plan plan) {
    launchBackoff.rests(plan.launches().isEmpty()
        && ledger.unresolved().isEmpty()
        && plan.holds().stream().noneMatch(LaunchBackoff::isBackoff));
  }

  /** Notes that the pool plans nothing at present. */
  void plansNothing() {
    launchBackoff.rests(true);
  }

  /** Moves every promise on as far as it goes at present. */
  void onStep() {
    launchFailures.tryIfDue();
    int calling = memory.countCalls();
    for (LaunchRecord launch : List.copyOf(ledger.unresolved())) {
      if (launch.status() == LaunchRecord.Status.SENT) {
        calling += sender.tryResend(sender.correctFirstSent(launch)) ? 1 : 0;
      } else if (freeze.mayAct() && calling < settlement.sendsAtOnce()) {
        calling += sender.trySendFirst(launch) ? 1 : 0;
      }
    }
    operations.onStep();
    if (!busy()) {
      alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.LAUNCH);
      alarms.clear(Alarm.Code.BAD_LAUNCH, AlarmRegistry.Cause.LAUNCH);
    }
    if (group.isGroup()) {
      alarmOnGroupShortfall();
    } else {
      alarmOnUnknownOutcomes();
    }
    launchBackoff.nextEnd(step.now()).ifPresent(step::wakeAt);
    if (launchFailures.isResting()) {
      step.wakeAt(launchFailures.restsUntil());
    }
  }

  /** Raises an alarm while it has not been known for some time what launches did. */
  private void alarmOnUnknownOutcomes() {
    int launches = 0;
    int machines = 0;
    long since = step.now().nanos();
    String last = "";
    for (LaunchRecord launch : ledger.unresolved()) {
      LaunchMemory.SendState state = memory.find(launch.key());
      if (state == null
          || !state.ambiguous
          || launch.operation() != null
          || launch.possible() == 0) {
        continue;
      }
      long due = state.unknownSince + UNKNOWN_FOR_LONG.toNanos();
      if (!step.now().reached(due)) {
        step.wakeAt(due);
        continue;
      }
      launches++;
      machines += launch.possible();
      if (state.unknownSince - since <= 0) {
        since = state.unknownSince;
        last = state.whyUnknown;
      }
    }
    if (launches == 0) {
      alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.DOUBT);
    } else {
      alarms.raise(
          Alarm.Code.CLOUD,
          AlarmRegistry.Cause.DOUBT,
          "the outcome of " + launches + (launches == 1 ? " launch of " : " launches of ")
              + machines
              + (machines == 1 ? " machine" : " machines") + " has been unknown since "
              + step.now().wallAt(since) + ": " + last
              + "; the pool sends each again under its key, or looks for it, before another takes"
              + " its place; see plan",
          step.wall());
    }
  }

  /** What a launch waits for whose machines are not all known. */
  PoolPlan.Ongoing ongoing(LaunchRecord launch) {
    LaunchMemory.SendState state = memory.find(launch.key());
    String waitsFor;
    Optional<Instant> until = Optional.empty();
    if (launch.status() == LaunchRecord.Status.PLANNED) {
      waitsFor = sender.isPreparing(launch) ? "its request to be prepared" : "its turn to be sent";
    } else if (launch.operation() != null) {
      waitsFor = "the cloud's operation " + launch.operation() + ", which is checked again by then";
      until = operations.nextCheck(launch);
    } else if (state == null) {
      waitsFor = "its machines to appear";
    } else if (state.calling) {
      waitsFor = "the cloud's reply";
      until = Optional.of(
          step.now().wallAt(state.lastSent + settings.profile().callTimeout().toNanos()));
    } else if (memory.resendable(launch, state) && state.retry.waiting()) {
      waitsFor = "its outcome, which is unknown (" + state.whyUnknown
          + "); it is sent again under the same key by then";
      until = Optional.of(step.now().wallAt(state.retry.at()));
    } else {
      waitsFor =
          "its outcome, which is unknown" + (state.ambiguous ? " (" + state.whyUnknown + ")" : "")
              + "; it is looked for, and given up if " + LaunchSettlement.EMPTY_LISTS
              + " lists until after then do not show it";
      until = Optional.of(
          step.now().wallAt(state.lastSent + settings.profile().settle().toNanos()));
    }
    return new PoolPlan.Ongoing(
        PoolPlan.Operation.LAUNCH, launch.key(), launch.possible(), waitsFor, until);
  }

  /**
   * Raises the alarm of a group. A group reports no capacity errors; a shortfall shows only as machines that fail to
   * appear.
   */
  private void alarmOnGroupShortfall() {
    Duration inTime = settings.config().bootDeadline();
    int missing = 0;
    for (LaunchRecord launch : ledger.unresolved()) {
      if (launch.status() == LaunchRecord.Status.SENT && launch.open() > 0) {
        Duration left = inTime.minus(memory.stateOf(launch.key()).age(step.now()));
        if (left.compareTo(Duration.ZERO) > 0) {
          step.wakeAt(step.now().plus(left));
        } else {
          missing += launch.open();
        }
      }
    }
    if (missing == 0) {
      alarms.clear(Alarm.Code.GROUP_UNDER_TARGET);
    } else {
      alarms.raise(
          Alarm.Code.GROUP_UNDER_TARGET,
          "the group has not made " + missing + (missing == 1 ? " machine" : " machines")
              + " that it was asked for more than " + TimeSpan.text(inTime) + " ago",
          step.wall());
    }
  }

  /** Whether any promise is on its way. */
  boolean busy() {
    return !ledger.unresolved().isEmpty();
  }
}
