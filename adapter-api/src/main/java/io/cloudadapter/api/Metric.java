package io.cloudadapter.api;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * One measured number, in the terms of Prometheus.
 *
 * @param name {@code [a-z_]+}; counters end in {@code _total}, timers in {@code _seconds}, and times are in seconds
 * @param help what it measures, in a sentence
 * @param type what its value does
 * @param labels which one of its family, for example the pool; sorted by name
 * @param value the number; of a timer the seconds of all durations together
 * @param count how many durations a timer has measured; 0 for other types
 */
public record Metric(
    String name, String help, Type type, Map<String, String> labels, double value, long count) {

  /** What the value of a metric does. */
  public enum Type {
    /** Grows from the start of the process. */
    COUNTER,
    /** Goes up and down. */
    GAUGE,
    /** Sums up durations from the start of the process: Prometheus's summary without quantiles. */
    TIMER
  }

  /** Copies the labels, in order. */
  public Metric {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(help, "help");
    Objects.requireNonNull(type, "type");
    labels = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(labels));
  }

  /**
   * Makes a counter or a gauge.
   *
   * @param name {@code [a-z_]+}; counters end in {@code _total}, and times are in seconds
   * @param help what it measures, in a sentence
   * @param type COUNTER or GAUGE
   * @param labels which one of its family
   * @param value the number
   */
  public Metric(String name, String help, Type type, Map<String, String> labels, double value) {
    this(name, help, type, labels, value, 0);
  }

  /**
   * Makes a timer.
   *
   * @param name {@code [a-z_]+_seconds}
   * @param help what takes the time, in a sentence
   * @param labels which one of its family
   * @param nanos all durations together, in nanoseconds
   * @param count how many there are
   * @return the metric
   */
  public static Metric timer(
      String name, String help, Map<String, String> labels, long nanos, long count) {
    return new Metric(name, help, Type.TIMER, labels, nanos / 1e9, count);
  }
}
