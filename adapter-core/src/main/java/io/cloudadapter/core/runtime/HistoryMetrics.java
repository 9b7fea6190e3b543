package io.cloudadapter.core.runtime;

import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is measured of one pool's history by the process that keeps the pool. Any thread may use it. */
final class HistoryMetrics {
  private final PoolName pool;
  private final Map<PoolEventKind, Long> events = new EnumMap<>(PoolEventKind.class);
  private long truncated;
  private long lost;
  private long bytes;
  private Optional<Instant> oldest = Optional.empty();

  HistoryMetrics(PoolName pool) {
    this.pool = pool;
  }

  /** Some events have become durable. */
  synchronized void count(List<PoolEvent> durable) {
    for (PoolEvent event : durable) {
      events.merge(event.kind(), 1L, Long::sum);
      truncated += event.kind() == PoolEventKind.HISTORY_TRUNCATED ? 1 : 0;
      lost += event.kind() == PoolEventKind.EVENTS_LOST
          ? Long.parseLong(event.details().getOrDefault("count", "1"))
          : 0;
    }
  }

  /** How large the history is now. */
  synchronized void size(long now, Optional<Instant> first) {
    bytes = now;
    oldest = first;
  }

  synchronized List<Metric> of(Instant now) {
    List<Metric> metrics = new ArrayList<>();
    events.forEach((kind, count) -> metrics.add(new Metric(
        "cloudadapter_events_total",
        "Events of the pool's history that were recorded, by kind.",
        Metric.Type.COUNTER,
        Map.of("pool", pool.value(), "kind", kind.name()),
        count)));
    metrics.add(counter(
        "cloudadapter_events_lost_total",
        "Events of the pool's history that could not be recorded.",
        lost));
    metrics.add(counter(
        "cloudadapter_history_truncations_total",
        "Times that the oldest events were dropped, by age or by size.",
        truncated));
    metrics.add(gauge(
        "cloudadapter_history_bytes", "Bytes that the pool's history takes in the store.", bytes));
    metrics.add(gauge(
        "cloudadapter_history_age_seconds",
        "How long ago the oldest event of the pool's history happened.",
        oldest
            .map(first -> Math.max(0, Duration.between(first, now).toSeconds()))
            .orElse(0L)));
    return metrics;
  }

  private Metric counter(String name, String help, long value) {
    return new Metric(name, help, Metric.Type.COUNTER, Map.of("pool", pool.value()), value);
  }

  private Metric gauge(String name, String help, long value) {
    return new Metric(name, help, Metric.Type.GAUGE, Map.of("pool", pool.value()), value);
  }
}
