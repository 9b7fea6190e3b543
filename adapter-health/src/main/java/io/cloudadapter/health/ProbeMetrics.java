package io.cloudadapter.health;

import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.health.HealthVerdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Counts the probes of pools. One thread at a time may use it. */
final class ProbeMetrics {
  private final Map<PoolName, Map<HealthVerdict, Total>> totals = new LinkedHashMap<>();

  private static final class Total {
    private long count;
    private long nanos;
  }

  void count(PoolName pool, HealthVerdict verdict, long nanos) {
    Total total = totals
        .computeIfAbsent(pool, name -> new EnumMap<>(HealthVerdict.class))
        .computeIfAbsent(verdict, word -> new Total());
    total.count++;
    total.nanos += nanos;
  }

  void keepOnly(Collection<PoolName> pools) {
    totals.keySet().retainAll(pools);
  }

  /** All metrics. */
  List<Metric> all(Map<PoolName, Map<HealthVerdict, Integer>> verdicts, int inFlight) {
    List<Metric> metrics = new ArrayList<>();
    totals.forEach((pool, byVerdict) ->
        byVerdict.forEach((verdict, total) -> metrics.add(Metric.timer(
            "cloudadapter_health_probe_seconds",
            "How long probes of machines took, by what they found.",
            labels(pool, verdict),
            total.nanos,
            total.count))));
    verdicts.forEach((pool, counts) -> counts.forEach((verdict, count) -> metrics.add(new Metric(
        "cloudadapter_health_machines",
        "Machines by the present verdict of the pool's probe.",
        Metric.Type.GAUGE,
        labels(pool, verdict),
        count))));
    metrics.add(new Metric(
        "cloudadapter_health_probes_in_flight",
        "Probes that are under way.",
        Metric.Type.GAUGE,
        Map.of(),
        inFlight));
    return metrics;
  }

  private static Map<String, String> labels(PoolName pool, HealthVerdict verdict) {
    return Map.of("pool", pool.value(), "verdict", verdict.name().toLowerCase(Locale.ROOT));
  }
}
