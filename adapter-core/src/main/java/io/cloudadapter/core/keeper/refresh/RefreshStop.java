package io.cloudadapter.core.keeper.refresh;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.ledger.RefreshRecord;
import io.cloudadapter.core.ledger.RefreshSettings;
import java.util.Optional;

/** What stops a refresh: new machines that failed, and alarms that its request names. */
final class RefreshStop {
  private final AlarmRegistry alarms;

  RefreshStop(AlarmRegistry alarms) {
    this.alarms = alarms;
  }

  /** The alarm of the request that stands at present, for people. */
  Optional<String> alarm(RefreshSettings how) {
    if (how.stopAlarms().isEmpty()) {
      return Optional.empty();
    }
    for (Alarm alarm : alarms.all()) {
      if (how.stopAlarms().contains(alarm.code())) {
        return Optional.of("the alarm " + alarm.code() + " stands: " + alarm.message());
      }
    }
    return Optional.empty();
  }

  /** That too many new machines have failed, for people. */
  static Optional<String> failures(RefreshRecord refresh, RefreshCensus census) {
    int failures = census.failures - refresh.failuresBefore();
    return failures >= refresh.settings().failureLimit(refresh.machines())
        ? Optional.of(failures + " new machines failed before they were in service")
        : Optional.empty();
  }
}
