package io.cloudadapter.health;

import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.core.config.HealthConfig;
import java.net.InetAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the probes of one machine have found one after the other, and when the next one is due. */
final class MachineRounds {
  private final HealthConfig config;
  private final InetAddress address;
  private final long runsSince;

  /** The verdict by the thresholds; null until there is a first one. */
  private @Nullable HealthVerdict settled;

  private String settledReason = "";
  private String untoldReason = "";
  private boolean passed;
  private boolean untold;
  private boolean asking;
  private int successes;
  private int failures;
  private int results;
  private long nextAt;

  /**
   * A machine that runs.
   *
   * @param now nanoseconds of a monotonic clock
   * @param firstAt when it is probed first
   */
  MachineRounds(HealthConfig config, InetAddress address, long now, long firstAt) {
    this.config = config;
    this.address = address;
    this.runsSince = now;
    this.nextAt = firstAt;
  }

  InetAddress address() {
    return address;
  }

  boolean isDue(long now) {
    return !asking && now - nextAt >= 0;
  }

  /** For how long it has been due, in nanoseconds; below 0 while it is not. */
  long overdue(long now) {
    return now - nextAt;
  }

  /** A probe begins; the next one follows it by the interval, unless this one takes longer. */
  void begins(long next) {
    asking = true;
    nextAt = next;
  }

  void ends(ProbeResult result, long now) {
    asking = false;
    untold = result.verdict() == HealthVerdict.CANNOT_TELL;
    switch (result.verdict()) {
      case OK -> {
        passed = true;
        results++;
        failures = 0;
        successes++;
        if (successes >= config.successes()) {
          settle(result);
        }
      }
      case BAD -> {
        if (passed || now - runsSince >= config.grace().toNanos()) {
          results++;
          successes = 0;
          failures++;
          if (failures >= config.failures()) {
            settle(result);
          } else {
            config.retryInterval().ifPresent(span -> triesAgain(now + span.toNanos()));
          }
        }
      }
      case CANNOT_TELL -> untoldReason = result.reason();
    }
  }

  /** Only sooner than it would: a probe may have taken longer than the interval. */
  private void triesAgain(long at) {
    if (at - nextAt < 0) {
      nextAt = at;
    }
  }

  private void settle(ProbeResult result) {
    settled = result.verdict();
    settledReason = result.reason();
  }

  /** The present verdict; empty while there is none. */
  Optional<HealthVerdict> verdict() {
    return untold ? Optional.of(HealthVerdict.CANNOT_TELL) : Optional.ofNullable(settled);
  }

  String reason() {
    return untold ? untoldReason : settledReason;
  }

  /** Whether a verdict is still to be expected: the machine has begun to run, or its first results are few. */
  boolean isNew(long now) {
    boolean grace = !passed && now - runsSince < config.grace().toNanos();
    return verdict().isEmpty() && !grace && results < config.successes() + config.failures();
  }
}
