package io.cloudadapter.notification;

import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.notification.Severity;
import java.util.Set;

/** The severity of each alarm and event. What is not named here is in between, or newer than this version. */
final class SeverityTable {
  /** The pool cannot do its work, or must not. */
  private static final Set<String> CRITICAL_ALARMS = Set.of(
      "CLOUD",
      "WRONG_ACCOUNT",
      "BAD_LAUNCH",
      "LAUNCHES_FAIL",
      "MASS_DISAPPEARANCE",
      "MASS_UNHEALTHY",
      "UNKNOWN_LAUNCH_KEY",
      "INVARIANT",
      "STORE_FAILED");

  /** They end by themselves, or are as configured. */
  private static final Set<String> INFO_ALARMS = Set.of("RATE_LIMITED", "PROTECTED");

  private SeverityTable() {}

  static Severity ofAlarm(String code) {
    return CRITICAL_ALARMS.contains(code)
        ? Severity.CRITICAL
        : INFO_ALARMS.contains(code) ? Severity.INFO : Severity.WARNING;
  }

  static Severity of(PoolEvent event) {
    return switch (event.kind()) {
      case ALARM_RAISED, ALARM_CLEARED -> ofAlarm(event.code().orElse(""));
      case POOL_FROZEN -> Severity.CRITICAL;
      case POOL_OBSERVING,
          LAUNCH_FAILED,
          MACHINE_DIED,
          MACHINE_MISSING,
          MACHINE_QUARANTINED,
          HOOK_TIMED_OUT,
          EVENTS_LOST -> Severity.WARNING;
      default -> Severity.INFO;
    };
  }
}
