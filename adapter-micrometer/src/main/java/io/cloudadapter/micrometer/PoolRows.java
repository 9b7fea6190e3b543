package io.cloudadapter.micrometer;

import io.cloudadapter.api.Metric;
import io.cloudadapter.api.Pools;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rows of {@link Pools#metrics()} as meters of one registry. Reading a meter refreshes all rows, at most once a
 * second, so that no thread and no timer is needed.
 */
final class PoolRows {
  private static final Logger LOG = LoggerFactory.getLogger(PoolMeters.class);
  private static final long RECENT = Duration.ofSeconds(1).toNanos();

  private record Row(String name, Map<String, String> labels) {}

  private final Pools pools;
  private final MeterRegistry registry;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Row, Meter> meters = new HashMap<>();
  private volatile Map<Row, Metric> current = Map.of();
  private volatile @Nullable Long readAt;
  private boolean closed;

  PoolRows(Pools pools, MeterRegistry registry) {
    this.pools = pools;
    this.registry = registry;
  }

  /** Reads the metrics anew, unless they are recent or another thread does so. */
  void refresh() {
    long now = registry.config().clock().monotonicTime();
    Long last = readAt;
    boolean recent = last != null && now - last < RECENT;
    if (recent || !lock.tryLock()) {
      return;
    }
    try {
      if (!closed) {
        readAt = now;
        show(pools.metrics());
      }
    } catch (RuntimeException e) {
      // A reader of other meters must not fail because pools cannot be read at present.
      LOG.debug("the metrics of the pools cannot be read at present", e);
    } finally {
      lock.unlock();
    }
  }

  private void show(List<Metric> metrics) {
    Map<Row, Metric> rows = new HashMap<>();
    metrics.forEach(metric -> rows.put(new Row(metric.name(), metric.labels()), metric));
    current = rows;
    Set<Row> gone = new HashSet<>(meters.keySet());
    gone.removeAll(rows.keySet());
    gone.forEach(row -> registry.remove(Objects.requireNonNull(meters.remove(row))));
    rows.forEach((row, metric) -> {
      if (!meters.containsKey(row)) {
        meters.put(row, register(row, metric));
      }
    });
  }

  private Meter register(Row row, Metric metric) {
    List<Tag> tags = metric.labels().entrySet().stream()
        .map(label -> Tag.of(label.getKey(), label.getValue()))
        .toList();
    return switch (metric.type()) {
      case COUNTER ->
        FunctionCounter.builder(name(metric, "_total"), this, rows -> rows.value(row))
            .description(metric.help())
            .tags(tags)
            .register(registry);
      case TIMER ->
        FunctionTimer.builder(
                name(metric, "_seconds"),
                this,
                rows -> rows.count(row),
                rows -> rows.value(row),
                TimeUnit.SECONDS)
            .description(metric.help())
            .tags(tags)
            .register(registry);
      case GAUGE -> gauge(row, metric, tags);
    };
  }

  /** Gauges hold this object: functions of other meters do not, and a program need not. */
  private Meter gauge(Row row, Metric metric, List<Tag> tags) {
    if (metric.name().endsWith("_seconds")) {
      return TimeGauge.builder(name(metric, "_seconds"), () -> value(row), TimeUnit.SECONDS)
          .description(metric.help())
          .tags(tags)
          .strongReference(true)
          .register(registry);
    }
    boolean bytes = metric.name().endsWith("_bytes");
    return Gauge.builder(name(metric, bytes ? "_bytes" : ""), () -> value(row))
        .description(metric.help())
        .baseUnit(bytes ? "bytes" : null)
        .tags(tags)
        .strongReference(true)
        .register(registry);
  }

  /** The name without the ending that registries add themselves, in Micrometer's form. */
  private static String name(Metric metric, String ending) {
    String name = metric.name();
    String stem = name.endsWith(ending) ? name.substring(0, name.length() - ending.length()) : name;
    return stem.replace('_', '.');
  }

  private double value(Row row) {
    refresh();
    Metric metric = current.get(row);
    return metric == null ? Double.NaN : metric.value();
  }

  private long count(Row row) {
    refresh();
    Metric metric = current.get(row);
    return metric == null ? 0 : metric.count();
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      meters.values().forEach(registry::remove);
      meters.clear();
    } finally {
      lock.unlock();
    }
  }
}
