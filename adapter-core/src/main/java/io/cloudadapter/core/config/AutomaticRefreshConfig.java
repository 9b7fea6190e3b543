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
 * @param hardLifetime from which age on such machines are replaced also while no window of disruption is open; 1 hour
 *     to 10 years, and at least {@code maxInstanceLifetime}; limits hold them all the same; empty if there is no
 *     such age
 * @param drift what the pool does about machines that differ from its launch template
 * @param percentPerDay at most this share of the desired size, rounded down, and at least one machine, is replaced by
 *     such refreshes within any 24 hours; 1 to 100
 */
public record AutomaticRefreshConfig(
    Optional<Duration> maxInstanceLifetime,
    Optional<Duration> hardLifetime,
    DriftResponse drift,
    int percentPerDay) {
  private static final Duration SHORTEST = Duration.ofHours(1);
  private static final Duration LONGEST = Duration.ofDays(3650);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public AutomaticRefreshConfig {
    Objects.requireNonNull(drift, "drift");
    check("maxInstanceLifetime", maxInstanceLifetime);
    check("hardLifetime", hardLifetime);
    if (maxInstanceLifetime.isPresent()
        && hardLifetime.isPresent()
        && hardLifetime.get().compareTo(maxInstanceLifetime.get()) < 0) {
      throw new IllegalArgumentException(
          "hardLifetime must be at least maxInstanceLifetime, which is "
              + TimeSpan.text(maxInstanceLifetime.get()) + ", was "
              + TimeSpan.text(hardLifetime.get()));
    }
    PoolSettings.check("refreshPercentPerDay", percentPerDay);
  }

  private static void check(String name, Optional<Duration> age) {
    if (age.isPresent()
        && (age.get().compareTo(SHORTEST) < 0 || age.get().compareTo(LONGEST) > 0)) {
      throw new IllegalArgumentException(
          name + " must be 1h to 3650d, was " + TimeSpan.text(age.get()));
    }
  }

  /**
   * No refresh starts by itself.
   *
   * @return the defaults
   */
  public static AutomaticRefreshConfig none() {
    return new AutomaticRefreshConfig(
        Optional.empty(),
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
    return limitsAge() || drift == DriftResponse.AUTOMATIC;
  }

  /**
   * Whether machines that the pool has launched may not become of any age.
   *
   * @return false by default
   */
  public boolean limitsAge() {
    return maxInstanceLifetime.isPresent() || hardLifetime.isPresent();
  }

  /**
   * The same with a greatest age of machines.
   *
   * @param age 1 hour to 10 years, and at most {@link #hardLifetime()}
   * @return another configuration
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public AutomaticRefreshConfig withMaxInstanceLifetime(Duration age) {
    return new AutomaticRefreshConfig(Optional.of(age), hardLifetime, drift, percentPerDay);
  }

  /**
   * The same with an age from which on machines are replaced in all windows and outside of them.
   *
   * @param age 1 hour to 10 years, and at least {@link #maxInstanceLifetime()}
   * @return another configuration
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public AutomaticRefreshConfig withHardLifetime(Duration age) {
    return new AutomaticRefreshConfig(maxInstanceLifetime, Optional.of(age), drift, percentPerDay);
  }

  /**
   * The same with another response to drift.
   *
   * @param response what the pool does
   * @return another configuration
   */
  public AutomaticRefreshConfig withDrift(DriftResponse response) {
    return new AutomaticRefreshConfig(maxInstanceLifetime, hardLifetime, response, percentPerDay);
  }

  /**
   * The same with another share of a day.
   *
   * @param percent 1 to 100
   * @return another configuration
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public AutomaticRefreshConfig withPercentPerDay(int percent) {
    return new AutomaticRefreshConfig(maxInstanceLifetime, hardLifetime, drift, percent);
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
