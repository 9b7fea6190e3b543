package io.cloudadapter.core;

import io.cloudadapter.api.Metric;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The gauges of one replica, beside those of the pools that it keeps as the leader. */
final class ReplicaMetrics {
  private ReplicaMetrics() {}

  static List<Metric> of(boolean leads, Duration age, Duration leaseLeft, long epoch) {
    return List.of(
        gauge("leads", "1 while this replica leads.", leads ? 1 : 0),
        gauge("age_seconds", "How old what it answers may be.", seconds(age)),
        gauge("lease_left_seconds", "For how long it surely leads.", seconds(leaseLeft)),
        gauge("epoch", "The opening of the store that writes.", (double) epoch));
  }

  private static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }

  private static Metric gauge(String name, String help, double value) {
    return new Metric("cloudadapter_replica_" + name, help, Metric.Type.GAUGE, Map.of(), value);
  }
}
