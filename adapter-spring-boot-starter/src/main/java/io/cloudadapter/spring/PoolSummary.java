package io.cloudadapter.spring;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.warm.WarmState;
import java.util.LinkedHashMap;
import java.util.Map;

/** A pool in a few words, as health and endpoint show it. */
final class PoolSummary {
  private PoolSummary() {}

  static Map<String, Object> of(PoolView view) {
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("status", view.status().name());
    summary.put("desiredSize", view.desiredSize());
    summary.put("headroom", view.headroom());
    summary.put("warm", view.warm(WarmState.WARM));
    summary.put(
        "effectiveSize", view.machines().stream().filter(Machine::effective).count());
    summary.put("settled", view.settled());
    summary.put("listStatus", view.listStatus().name());
    summary.put(
        "alarms",
        view.alarms().stream().map(Alarm::code).distinct().map(Enum::name).toList());
    return summary;
  }

  static Map<String, Object> whole(PoolView view) {
    Map<String, Object> whole = of(view);
    whole.put(
        "alarms",
        view.alarms().stream()
            .map(alarm -> Map.of(
                "code", alarm.code().name(),
                "message", alarm.message(),
                "since", alarm.since().toString()))
            .toList());
    whole.put("machines", view.machines().stream().map(PoolSummary::machine).toList());
    return whole;
  }

  private static Map<String, Object> machine(Machine machine) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("id", machine.id().value());
    shown.put("machineState", machine.machineState().name());
    shown.put("serviceState", machine.serviceState().name());
    machine.zone().ifPresent(zone -> shown.put("zone", zone));
    machine.launchTime().ifPresent(time -> shown.put("launchTime", time.toString()));
    return shown;
  }
}
