package io.cloudadapter.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is measured of a history. */
class HistoryMetricsTest {
  private static final Instant NOW = Instant.parse("2026-11-28T00:00:00Z");

  private final HistoryMetrics metrics = new HistoryMetrics(new PoolName("web"));

  private static PoolEvent event(long sequence, PoolEventKind kind, Map<String, String> details) {
    return new PoolEvent(
        sequence,
        sequence,
        NOW,
        NOW,
        kind,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        OptionalLong.empty(),
        Optional.empty(),
        Optional.empty(),
        "",
        details);
  }

  private Map<String, Double> values() {
    Map<String, Double> values = new TreeMap<>();
    for (Metric metric : metrics.of(NOW)) {
      assertThat(metric.labels()).containsEntry("pool", "web");
      String kind = metric.labels().getOrDefault("kind", "");
      values.put(metric.name() + (kind.isEmpty() ? "" : " " + kind), metric.value());
    }
    return values;
  }

  @Test
  void events_are_counted_by_kind_and_what_was_lost_or_dropped_beside() {
    metrics.count(List.of(
        event(1, PoolEventKind.SIZE_CHANGED, Map.of()),
        event(2, PoolEventKind.SIZE_CHANGED, Map.of()),
        event(3, PoolEventKind.HISTORY_TRUNCATED, Map.of())));
    metrics.count(List.of(event(4, PoolEventKind.EVENTS_LOST, Map.of("count", "7"))));
    metrics.size(1_234, Optional.of(NOW.minusSeconds(60)));

    assertThat(values())
        .containsEntry("cloudadapter_events_total SIZE_CHANGED", 2.0)
        .containsEntry("cloudadapter_events_total HISTORY_TRUNCATED", 1.0)
        .containsEntry("cloudadapter_events_lost_total", 7.0)
        .containsEntry("cloudadapter_history_truncations_total", 1.0)
        .containsEntry("cloudadapter_history_bytes", 1_234.0)
        .containsEntry("cloudadapter_history_age_seconds", 60.0);
  }

  @Test
  void a_history_without_events_is_of_no_age() {
    assertThat(values())
        .containsEntry("cloudadapter_history_age_seconds", 0.0)
        .containsEntry("cloudadapter_events_lost_total", 0.0);
  }
}
