package io.cloudadapter.clusterautoscaler;

import io.cloudadapter.api.Metric;
import io.grpc.Status;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts calls by method and status. Any number of threads may use it. */
final class CallMetrics {
  private record Kind(String method, Status.Code code) {}

  private final Map<Kind, LongAdder> calls = new ConcurrentHashMap<>();

  /** Counts a call of a known method. */
  void count(String method, Status.Code code) {
    calls.computeIfAbsent(new Kind(method, code), kind -> new LongAdder()).increment();
  }

  List<Metric> metrics() {
    return calls.entrySet().stream()
        .map(entry -> new Metric(
            "cloudadapter_autoscaler_calls_total",
            "Calls of Cluster Autoscaler by method and status.",
            Metric.Type.COUNTER,
            Map.of(
                "code", entry.getKey().code().name(), "method", entry.getKey().method()),
            entry.getValue().sum()))
        .toList();
  }
}
