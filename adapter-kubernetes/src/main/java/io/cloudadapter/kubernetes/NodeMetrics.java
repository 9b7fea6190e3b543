package io.cloudadapter.kubernetes;

import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts what became of drains, and evictions that were refused. Any thread may use it. */
final class NodeMetrics {

  /** How a drain ended. */
  enum Result {
    /** All pods are gone, by eviction. */
    DRAINED,
    /** All pods are gone, some deleted at the time-out. */
    FORCED,
    /** The time was up with pods on the node. */
    TIMED_OUT,
    /** The machine has no node. */
    NO_NODE
  }

  private record Drained(PoolName pool, Result result) {}

  private final Map<Drained, LongAdder> drains = new ConcurrentHashMap<>();
  private final Map<PoolName, LongAdder> refusals = new ConcurrentHashMap<>();
  private final Map<PoolName, LongAdder> joins = new ConcurrentHashMap<>();

  void drained(PoolName pool, Result result) {
    drains.computeIfAbsent(new Drained(pool, result), key -> new LongAdder()).increment();
  }

  void joined(PoolName pool) {
    joins.computeIfAbsent(pool, key -> new LongAdder()).increment();
  }

  void refused(PoolName pool) {
    refusals.computeIfAbsent(pool, key -> new LongAdder()).increment();
  }

  /** All counts; those of one name together. */
  List<Metric> all() {
    List<Metric> all = new ArrayList<>();
    Map<String, Metric> sorted = new TreeMap<>();
    drains.forEach((key, count) -> {
      String result = key.result().name().toLowerCase(Locale.ROOT).replace('_', '-');
      sorted.put(
          key.pool() + " " + result,
          new Metric(
              "cloudadapter_node_drains_total",
              "Drains of nodes by their result.",
              Metric.Type.COUNTER,
              Map.of("pool", key.pool().value(), "result", result),
              count.sum()));
    });
    all.addAll(sorted.values());
    all.addAll(counts(
        "cloudadapter_node_evictions_refused_total",
        "Evictions that a disruption budget refused.",
        refusals));
    all.addAll(counts(
        "cloudadapter_node_joins_total", "New machines whose nodes have become ready.", joins));
    return all;
  }

  private static List<Metric> counts(String name, String help, Map<PoolName, LongAdder> counts) {
    Map<String, Metric> sorted = new TreeMap<>();
    counts.forEach((pool, count) -> sorted.put(
        pool.value(),
        new Metric(name, help, Metric.Type.COUNTER, Map.of("pool", pool.value()), count.sum())));
    return List.copyOf(sorted.values());
  }
}
