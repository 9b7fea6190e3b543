package io.cloudadapter.core.keeper.state;

import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.core.config.HealthConfig;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one source has found out about one machine, read after read, and what that amounts to by the pool's thresholds.
 * Times are nanoseconds of the monotonic clock.
 */
final class MachineVerdict {
  private final HealthConfig config;
  private final long runsSince;

  /** The verdict by the thresholds; null until there is one, and after the source has been silent for too long. */
  private @Nullable HealthVerdict settled;

  private String reason = "";
  private boolean passed;
  private boolean silent = true;
  private int successes;
  private int failures;
  private long heardAt;

  /**
   * A machine that runs.
   *
   * @param now since when it is known to run
   * @param began when the keeper began, since when the source has shown nothing of it
   */
  MachineVerdict(HealthConfig config, long now, long began) {
    this.config = config;
    this.runsSince = now;
    this.heardAt = began;
  }

  /** The next read shows this; CANNOT_TELL if it shows nothing. */
  void reads(HealthVerdict verdict, String why, long now) {
    silent = verdict == HealthVerdict.CANNOT_TELL;
    if (!silent) {
      heardAt = now;
    }
    switch (verdict) {
      case OK -> {
        passed = true;
        failures = 0;
        successes++;
        if (successes >= config.successes()) {
          settle(verdict, why);
        }
      }
      case BAD -> {
        if (passed || now - runsSince >= config.grace().toNanos()) {
          successes = 0;
          failures++;
          if (failures >= config.failures()) {
            settle(verdict, why);
          }
        }
      }
      case CANNOT_TELL -> {}
    }
  }

  private void settle(HealthVerdict verdict, String why) {
    settled = verdict;
    reason = why;
  }

  /** The source has shown nothing for too long: what it has found before does not count any more. */
  void expire() {
    settled = null;
    successes = 0;
    failures = 0;
  }

  /** When the source last had a result, or else when the keeper began. */
  long heardAt() {
    return heardAt;
  }

  /** The verdict that the last read bears out. */
  Optional<HealthVerdict> verdict() {
    return silent ? Optional.empty() : Optional.ofNullable(settled);
  }

  /** CANNOT_TELL if there is a verdict that the last read shows nothing of: such a source is not to be trusted more. */
  Optional<HealthVerdict> unsaid() {
    return silent && settled != null ? Optional.of(HealthVerdict.CANNOT_TELL) : Optional.empty();
  }

  /** Whether the source has found the machine ill, and has not found it well since by the pool's thresholds. */
  boolean isBad() {
    return settled == HealthVerdict.BAD;
  }

  String reason() {
    return reason;
  }
}
