package io.cloudadapter.core.keeper.warm;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.RetryBackoff;
import io.cloudadapter.core.protocol.KeeperConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Counts the failures of a warm pool, and has it wait after them at growing intervals: after machines that do not
 * enter service, and after machines that cannot be prepared. From the third failure in a row on an alarm stands. All of
 * that is forgotten with the keeper: the next one may try at once, and counts anew.
 */
final class WarmTrouble {
  static final Duration LONGEST = Duration.ofHours(1);
  static final int FAILURES_UNTIL_ALARM = 3;

  /** How long a machine has to stay warm to show that others can be prepared. */
  static final Duration PROOF = Duration.ofMinutes(10);

  private final KeeperConfig settings;
  private final CurrentStep step;
  private final AlarmRegistry alarms;

  /** While warm machines fail to enter service, none is taken for a while: the pool launches instead. */
  private final RetryBackoff waking = new RetryBackoff();

  /** While machines cannot be prepared, none is launched for the warm pool. */
  private final RetryBackoff preparing = new RetryBackoff();

  private long failedAt;
  private String spoiled = "";
  private Instant spoiledAt = Instant.MIN;

  WarmTrouble(KeeperConfig settings, CurrentStep step, AlarmRegistry alarms) {
    this.settings = settings;
    this.step = step;
    this.alarms = alarms;
  }

  /** Whether none is to be taken into service for a while, since the last ones have failed. */
  boolean holdsWakes() {
    if (waking.isDue(step.now())) {
      return false;
    }
    step.wakeAt(waking.at());
    return true;
  }

  /** Why none is to be launched for the warm pool for a while; empty if one may be. */
  Optional<PoolPlan.Hold> holdsLaunches() {
    if (preparing.isDue(step.now())) {
      return Optional.empty();
    }
    step.wakeAt(preparing.at());
    return Optional.of(new PoolPlan.Hold(
        Alarm.Code.LAUNCHES_FAIL,
        "the warm pool waits before it prepares another machine, since the last one could not be"
            + " prepared: " + spoiled,
        Optional.empty()));
  }

  /** Whether the last one that was taken into service has failed. */
  boolean failsToWake() {
    return waking.failing();
  }

  /**
   * A machine did not enter service. Those that were taken together with the last one that failed are the same failure.
   *
   * @param begun by the monotonic clock, since when it was to start
   */
  void failsToWake(String reason, long begun) {
    if (waking.failing() && begun - failedAt <= 0) {
      return;
    }
    failedAt = step.now().nanos();
    waking.failed(step.now(), Optional.empty(), LONGEST, settings.random());
    if (waking.failures() >= FAILURES_UNTIL_ALARM) {
      raise(
          AlarmRegistry.Cause.WAKE,
          "machines of the warm pool do not enter service, " + waking.failures()
              + " in a row; the last was " + reason);
    }
  }

  void wakes() {
    waking.reset();
    alarms.clear(Alarm.Code.WARM_POOL, AlarmRegistry.Cause.WAKE);
  }

  /** A machine could not be prepared, or has ended while it was warm. */
  void spoils(String reason) {
    spoiled = reason;
    spoiledAt = step.wall();
    preparing.failed(step.now(), Optional.empty(), LONGEST, settings.random());
    if (preparing.failures() >= FAILURES_UNTIL_ALARM) {
      raise(
          AlarmRegistry.Cause.PREPARATION,
          "machines cannot be prepared for the warm pool, " + preparing.failures()
              + " in a row; the last was " + reason);
    }
  }

  /** A machine was ready and stopped soon after. Several at once are one failure, and the pool waits already. */
  void stopsAgain(String reason) {
    if (preparing.isDue(step.now())) {
      spoils(reason);
    }
  }

  /** A machine that is to be kept has failed so often in a row; it alone waits, as no other is launched for it. */
  void keeps(String reason, int failures) {
    if (failures >= FAILURES_UNTIL_ALARM) {
      raise(
          AlarmRegistry.Cause.KEPT_MACHINE,
          "a machine of the warm pool that is not evictable cannot be prepared, " + failures
              + " times in a row: " + reason);
    }
  }

  /** No machine that is to be kept has failed often. */
  void keepsWell() {
    alarms.clear(Alarm.Code.WARM_POOL, AlarmRegistry.Cause.KEPT_MACHINE);
  }

  /** Whether a machine that is warm since then has shown that it stays so. */
  boolean isProven(Instant since) {
    return !step.wall().isBefore(since.plus(PROOF));
  }

  /** A machine is warm since then: for long enough, it shows that others can be prepared. */
  void staysWarm(Instant since) {
    if (preparing.failing() && since.isAfter(spoiledAt) && isProven(since)) {
      preparing.reset();
      alarms.clear(Alarm.Code.WARM_POOL, AlarmRegistry.Cause.PREPARATION);
    }
  }

  /** No machine is in the warm pool, and none is to be: no failure concerns a person any more. */
  void ends() {
    wakes();
    keepsWell();
    preparing.reset();
    alarms.clear(Alarm.Code.WARM_POOL, AlarmRegistry.Cause.PREPARATION);
  }

  private void raise(AlarmRegistry.Cause cause, String message) {
    alarms.raise(Alarm.Code.WARM_POOL, cause, message, step.wall());
  }
}
