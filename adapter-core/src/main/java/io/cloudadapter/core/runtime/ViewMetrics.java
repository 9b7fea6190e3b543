package io.cloudadapter.core.runtime;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.hook.WaitingHook;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The metrics that follow from what a pool shows: its machines, alarms and waiting hooks. */
final class ViewMetrics {
  private ViewMetrics() {}

  static List<Metric> of(PoolView view, List<WaitingHook> hooks, Instant now) {
    Map<String, String> pool = Map.of("pool", view.pool().value());
    List<Metric> metrics = new ArrayList<>();
    Map<Map<String, String>, Integer> machines = new java.util.LinkedHashMap<>();
    for (Machine machine : view.machines()) {
      machines.merge(labels(pool, machine), 1, Integer::sum);
    }
    machines.forEach((labels, count) -> metrics.add(new Metric(
        "cloudadapter_pool_machines",
        "Machines of the pool by state, service state and zone.",
        Metric.Type.GAUGE,
        labels,
        count)));
    metrics.add(gauge(
        "drifted_machines",
        "Allocated machines whose launch template differs from the present one.",
        pool,
        view.drifted()));
    metrics.add(gauge(
        "unknown_template_machines",
        "Allocated machines whose launch template is unknown.",
        pool,
        view.unknownTemplates()));
    view.alarms().stream().map(Alarm::code).distinct().forEach(code -> {
      Map<String, String> labels = new TreeMap<>(pool);
      labels.put("code", code.name());
      metrics.add(new Metric(
          "cloudadapter_pool_alarm",
          "1 for each code of an alarm that stands.",
          Metric.Type.GAUGE,
          labels,
          1));
    });
    if (view.everListed()) {
      metrics.add(gauge(
          "list_age_seconds",
          "The time since the last complete list of the cloud began.",
          pool,
          seconds(view.timestamp(), now)));
    }
    metrics.add(gauge(
        "oldest_pause_seconds",
        "For how long the machine that waits longest for a hook has waited.",
        pool,
        hooks.stream()
            .map(WaitingHook::since)
            .min(Comparator.naturalOrder())
            .map(since -> seconds(since, now))
            .orElse(0.0)));
    return metrics;
  }

  private static Map<String, String> labels(Map<String, String> pool, Machine machine) {
    Map<String, String> labels = new TreeMap<>(pool);
    labels.put("state", word(machine.machineState()));
    labels.put("service_state", word(machine.serviceState()));
    labels.put("zone", machine.zone().orElse(""));
    return labels;
  }

  private static Metric gauge(String name, String help, Map<String, String> labels, double value) {
    return new Metric("cloudadapter_pool_" + name, help, Metric.Type.GAUGE, labels, value);
  }

  private static double seconds(Instant since, Instant now) {
    return Math.max(0, Duration.between(since, now).toNanos() / 1e9);
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
