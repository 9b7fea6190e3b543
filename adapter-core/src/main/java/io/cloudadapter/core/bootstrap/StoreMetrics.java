package io.cloudadapter.core.bootstrap;

import io.cloudadapter.api.Metric;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreStatistics;
import io.cloudadapter.core.store.embedded.ReopeningStore;
import io.cloudadapter.core.store.shared.QuorumStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The metrics of the ledger's store. */
public final class StoreMetrics {
  private StoreMetrics() {}

  public static List<Metric> of(StateStore store) {
    StoreStatistics counters;
    List<Metric> more = new ArrayList<>();
    if (store instanceof ReopeningStore reopening) {
      counters = reopening.counters();
      more.add(gauge(
          "up",
          "1 while the ledger can be read and written.",
          reopening.outage().isEmpty() ? 1 : 0));
      more.add(counter(
          "reopenings", "Times that the store has opened itself again.", reopening.reopenings()));
      reopening
          .free()
          .ifPresent(free -> more.add(
              gauge("free_bytes", "Bytes that are free where the ledger is.", (double) free)));
    } else if (store instanceof QuorumStore shared) {
      counters = shared.counters();
    } else {
      return List.of();
    }
    more.addAll(List.of(
        counter("commits", "Transactions committed.", counters.commits()),
        counter("conflicts", "Transactions refused.", counters.conflicts()),
        counter("forces", "Times that commits waited for the disk.", counters.forces()),
        Metric.timer(
            "cloudadapter_store_force_seconds",
            "Waits of commits for the disk.",
            Map.of(),
            counters.forceNanos(),
            counters.forces()),
        counter("bytes", "Bytes written to the log.", counters.bytes()),
        counter("snapshots", "Snapshots made durable.", counters.snapshots())));
    return more;
  }

  private static Metric gauge(String name, String help, double value) {
    return new Metric("cloudadapter_store_" + name, help, Metric.Type.GAUGE, Map.of(), value);
  }

  private static Metric counter(String name, String help, long value) {
    return new Metric(
        "cloudadapter_store_" + name + "_total", help, Metric.Type.COUNTER, Map.of(), (double)
            value);
  }
}
