package io.cloudadapter.server.rest;

import io.cloudadapter.api.Metric;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Collects the metrics of pools for each scrape. No meter is held for a row: a thousand pools have tens of thousands of
 * rows, which come and go with their machines.
 */
final class PoolCollector implements MultiCollector {
  private static final String TOTAL = "_total";

  private final Supplier<List<Metric>> metrics;

  PoolCollector(Supplier<List<Metric>> metrics) {
    this.metrics = metrics;
  }

  @Override
  public MetricSnapshots collect() {
    Map<String, List<Metric>> families = metrics.get().stream()
        .collect(Collectors.groupingBy(Metric::name, LinkedHashMap::new, Collectors.toList()));
    return new MetricSnapshots(
        families.values().stream().map(PoolCollector::snapshot).toList());
  }

  private static MetricSnapshot snapshot(List<Metric> rows) {
    Metric first = rows.get(0);
    return switch (first.type()) {
      case COUNTER -> counter(first, rows);
      case GAUGE -> gauge(first, rows);
      case TIMER -> summary(first, rows);
    };
  }

  /** The library adds the ending to the name itself. */
  private static MetricSnapshot counter(Metric first, List<Metric> rows) {
    String name = first.name();
    CounterSnapshot.Builder family = CounterSnapshot.builder()
        .name(name.endsWith(TOTAL) ? name.substring(0, name.length() - TOTAL.length()) : name)
        .help(first.help());
    rows.forEach(row -> family.dataPoint(CounterDataPointSnapshot.builder()
        .labels(labels(row))
        .value(row.value())
        .build()));
    return family.build();
  }

  private static MetricSnapshot gauge(Metric first, List<Metric> rows) {
    GaugeSnapshot.Builder family = GaugeSnapshot.builder().name(first.name()).help(first.help());
    rows.forEach(row -> family.dataPoint(
        GaugeDataPointSnapshot.builder().labels(labels(row)).value(row.value()).build()));
    return family.build();
  }

  private static MetricSnapshot summary(Metric first, List<Metric> rows) {
    SummarySnapshot.Builder family =
        SummarySnapshot.builder().name(first.name()).help(first.help());
    rows.forEach(row -> family.dataPoint(SummaryDataPointSnapshot.builder()
        .labels(labels(row))
        .sum(row.value())
        .count(row.count())
        .build()));
    return family.build();
  }

  private static Labels labels(Metric row) {
    Labels.Builder labels = Labels.builder();
    row.labels().forEach(labels::label);
    return labels.build();
  }
}
