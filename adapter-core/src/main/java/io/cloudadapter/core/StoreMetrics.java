package io.cloudadapter.core;

import io.cloudadapter.api.Metric;
import io.cloudadapter.core.store.EmbeddedStore;
import io.cloudadapter.core.store.QuorumStore;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreCounters;
import java.util.List;
import java.util.Map;

/** What the ledger's store has done, as numbers for people. */
final class StoreMetrics {
  private StoreMetrics() {}

  static List<Metric> of(StateStore store) {
    StoreCounters counters;
    if (store instanceof EmbeddedStore embedded) {
      counters = embedded.counters();
    } else if (store instanceof QuorumStore shared) {
      counters = shared.counters();
    } else {
      return List.of();
    }
    return List.of(
        counter("commits", "Transactions committed.", counters.commits()),
        counter("conflicts", "Transactions refused.", counters.conflicts()),
        counter("forces", "Times that commits waited for the disk.", counters.forces()),
        counter("bytes", "Bytes written to the log.", counters.bytes()),
        counter("snapshots", "Snapshots made durable.", counters.snapshots()));
  }

  private static Metric counter(String name, String help, long value) {
    return new Metric(
        "cloudadapter_store_" + name + "_total", help, Metric.Type.COUNTER, Map.of(), (double)
            value);
  }
}
