package io.cloudadapter.core.config;

import io.cloudadapter.api.TimeSpan;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Which refreshes a pool starts by itself.
 *
 * @param maxInstanceLifetime how old machines may become that the pool has launched; 1 hour to 10 years; empty if they
 *     may become of any age
 * @param drift what the pool does about machines that differ from its launch template
 * @param percentPerDay at most this share of the desired size, rounded down, and at least one machine, is replaced by
 *     such refreshes within any 24 hours; 1 to 100
 */
public record AutomaticRefreshConfig(
    Optional<Duration> maxInstanceLifetime, DriftResponse drift, int percentPerDay) {
  private static final Duration SHORTEST = Duration.ofHours(1);
  private static final Duration LONGEST = Duration.ofDays(3650);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public AutomaticRefreshConfig {
    Objects.requireNonNull(drift, "drift");
    maxInstanceLifetime.ifPresent(age -> {
      if (age.compareTo(SHORTEST) < 0 || age.compareTo(LONGEST) > 0) {
        throw new IllegalArgumentException(
            "maxInstanceLifetime must be 1h to 3650d, was " + TimeSpan.text(age));
      }
    });
    PoolSettings.check("refreshPercentPerDay", percentPerDay);
  }

  /**
   * No refresh starts by itself.
   *
   * @return the defaults
   */
  public static AutomaticRefreshConfig none() {
    return new AutomaticRefreshConfig(
        Optional.empty(),
        DriftResponse.MANUAL,
        PoolSettings.DEFAULTS.integer("refreshPercentPerDay"));
  }

  /**
   * Whether any refresh starts by itself.
   *
   * @return false by default
   */
  public boolean any() {
    return maxInstanceLifetime.isPresent() || drift == DriftResponse.AUTOMATIC;
  }

  /**
   * The same with a greatest age of machines.
   *
   * @param age 1 hour to 10 years
   * @return another configuration
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public AutomaticRefreshConfig withMaxInstanceLifetime(Duration age) {
    return new AutomaticRefreshConfig(Optional.of(age), drift, percentPerDay);
  }

  /**
   * The same with another response to drift.
   *
   * @param response what the pool does
   * @return another configuration
   */
  public AutomaticRefreshConfig withDrift(DriftResponse response) {
    return new AutomaticRefreshConfig(maxInstanceLifetime, response, percentPerDay);
  }

  /**
   * The same with another share of a day.
   *
   * @param percent 1 to 100
   * @return another configuration
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public AutomaticRefreshConfig withPercentPerDay(int percent) {
    return new AutomaticRefreshConfig(maxInstanceLifetime, drift, percent);
  }

  /**
   * How many machines such refreshes replace within a day.
   *
   * @param desired the desired size
   * @return the share, rounded down; at least 1
   */
  public int perDay(int desired) {
    return Math.max(1, (int) ((long) desired * percentPerDay / 100));
  }
}
