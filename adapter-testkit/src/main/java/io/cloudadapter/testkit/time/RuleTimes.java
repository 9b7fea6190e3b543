package io.cloudadapter.testkit.time;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The real time that the runs of each rule took, for the page of the certificate. Used under the lock of its
 * certification.
 */
public final class RuleTimes {
  private final Map<String, Duration> times = new TreeMap<>();

  /** Measures the runs of one rule; several measurements of a rule add up. */
  public <T> T of(String rule, Supplier<T> runs) {
    long start = SystemTime.ticker().nanos();
    try {
      return runs.get();
    } finally {
      add(rule, SystemTime.since(start));
    }
  }

  /** Adds what an earlier part of the certification has measured. */
  public void add(String rule, Duration took) {
    times.merge(rule, took, Duration::plus);
  }

  /** The time of one rule; zero if it had no runs. */
  public Duration of(String rule) {
    return times.getOrDefault(rule, Duration.ZERO);
  }

  /** The times of the rules that had runs. */
  public Map<String, Duration> all() {
    return Map.copyOf(times);
  }
}
