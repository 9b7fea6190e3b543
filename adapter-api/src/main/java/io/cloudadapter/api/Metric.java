package io.cloudadapter.api;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * One measured number, in the terms of Prometheus.
 *
 * @param name {@code [a-z_]+}; counters end in {@code _total}, times are in seconds
 * @param help what it measures, in a sentence
 * @param type whether it only grows
 * @param labels which one of its family, for example the pool; sorted by name
 * @param value the number
 */
public record Metric(
    String name, String help, Type type, Map<String, String> labels, double value) {

  /** Whether a number only grows. */
  public enum Type {
    /** Grows from the start of the process. */
    COUNTER,
    /** Goes up and down. */
    GAUGE
  }

  /** Copies the labels, in order. */
  public Metric {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(help, "help");
    Objects.requireNonNull(type, "type");
    labels = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(labels));
  }
}
