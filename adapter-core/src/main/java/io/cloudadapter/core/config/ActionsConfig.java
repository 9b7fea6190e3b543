package io.cloudadapter.core.config;

import io.cloudadapter.api.TimeSpan;
import java.time.Duration;

/**
 * How many actions of machines there may be, and how long they are kept.
 *
 * @param perMachine how many of one machine may not have ended; 1 to 1,000
 * @param perCaller how many of one caller may not have ended; 1 to 1,000,000
 * @param disruptedAtOnce how many machines may be under an action that disrupts them; 1 or more
 * @param keep for how long an action that has ended is kept; above 0, at most 30 days
 */
public record ActionsConfig(int perMachine, int perCaller, int disruptedAtOnce, Duration keep) {
  private static final Duration LONGEST = Duration.ofDays(30);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public ActionsConfig {
    PoolConfig.inRange("actions.perMachine", perMachine, 1, 1_000);
    PoolConfig.inRange("actions.perCaller", perCaller, 1, 1_000_000);
    PoolConfig.inRange("actions.disruptedAtOnce", disruptedAtOnce, 1, PoolConfig.LARGEST);
    PoolConfig.positive("actions.keep", keep);
    if (keep.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "actions.keep must be at most 30d, was " + TimeSpan.text(keep));
    }
  }

  /**
   * What suits most pools of a given maxSize: 16 for a machine, 1,000 for a caller, a tenth of maxSize (at least
   * one machine) disrupted, an hour.
   *
   * @param maxSize the pool's maxSize
   * @return the limits
   */
  public static ActionsConfig of(int maxSize) {
    return new ActionsConfig(16, 1_000, Math.max(1, maxSize / 10), Duration.ofHours(1));
  }
}
