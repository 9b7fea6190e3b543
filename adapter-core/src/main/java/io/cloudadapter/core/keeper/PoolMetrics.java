package io.cloudadapter.core.keeper;

import io.cloudadapter.api.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The metrics of a pool. */
final class PoolMetrics {
  private PoolMetrics() {}

  static List<Metric> of(KeeperContext work, int minSize, boolean active) {
    Map<String, String> labels = new TreeMap<>();
    labels.put("pool", work.settings.config().name().value());
    List<Metric> metrics = new ArrayList<>();
    for (KeeperContext.Count count : KeeperContext.Count.values()) {
      metrics.add(new Metric(
          "cloudadapter_" + count.name().toLowerCase(Locale.ROOT) + "_total",
          count.help(),
          Metric.Type.COUNTER,
          labels,
          work.counts.getOrDefault(count, 0L)));
    }
    metrics.add(gauge("desired_size", "The desired size.", work.ledger.pool().desired(), labels));
    metrics.add(gauge("min_size", "The fewest machines that scaling leaves.", minSize, labels));
    metrics.add(
        gauge("max_size", "The most machines that scaling asks for.", work.maxSize(), labels));
    metrics.add(gauge("effective_size", "Machines that count.", work.ledger.effective(), labels));
    metrics.add(gauge(
        "open_launches", "Promised machines that are not known yet.", work.ledger.open(), labels));
    metrics.add(gauge(
        "pauses",
        "Machines that wait for a hook.",
        work.ledger.hooks().waiting().size(),
        labels));
    metrics.add(gauge(
        "open_actions",
        "Actions of machines that have not ended.",
        work.ledger.actions().open().size(),
        labels));
    metrics.add(gauge(
        "quarantined_machines",
        "Machines with the pool's mark that are not in its ledger.",
        work.ledger.quarantined().size(),
        labels));
    metrics.add(gauge("alarms", "Alarms that stand.", work.alarms.all().size(), labels));
    metrics.add(gauge(
        "active",
        "Whether the pool keeps its size (1), or observes or is frozen (0).",
        active ? 1 : 0,
        labels));
    return metrics;
  }

  private static Metric gauge(String name, String help, double value, Map<String, String> labels) {
    return new Metric("cloudadapter_pool_" + name, help, Metric.Type.GAUGE, labels, value);
  }
}
