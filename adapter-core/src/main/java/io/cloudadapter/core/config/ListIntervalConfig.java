package io.cloudadapter.core.config;

import java.time.Duration;

/**
 * How often a pool lists the cloud.
 *
 * @param busy the longest time between lists while something is under way; above 0. While lists show changes, are
 *     short and come fast, the next follows after as little as a fifth of it.
 * @param idle the time between lists otherwise; above 0
 */
public record ListIntervalConfig(Duration busy, Duration idle) {

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public ListIntervalConfig {
    PoolSettings.check("listInterval.busy", busy);
    PoolSettings.check("listInterval.idle", idle);
  }

  /**
   * Suits most pools.
   *
   * @return 5 and 30 seconds
   */
  public static ListIntervalConfig usual() {
    return new ListIntervalConfig(
        PoolSettings.DEFAULTS.duration("listInterval.busy"),
        PoolSettings.DEFAULTS.duration("listInterval.idle"));
  }
}
