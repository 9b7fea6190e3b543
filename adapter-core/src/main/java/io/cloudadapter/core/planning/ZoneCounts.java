package io.cloudadapter.core.planning;

import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The number of machines in each zone; those without a known zone count under "". */
public final class ZoneCounts {
  private ZoneCounts() {}

  /** Machines that are there. */
  static Map<String, Integer> effective(Collection<MachineRecord> machines) {
    Map<String, Integer> counts = new HashMap<>();
    for (MachineRecord machine : machines) {
      if (machine.effective()) {
        String zone = machine.zone();
        counts.merge(zone == null ? "" : zone, 1, Integer::sum);
      }
    }
    return counts;
  }

  /** Machines that are there, and those that are promised. */
  public static Map<String, Integer> committed(
      Collection<MachineRecord> machines, Collection<LaunchRecord> promises) {
    Map<String, Integer> counts = effective(machines);
    for (LaunchRecord promise : promises) {
      counts.merge(promise.zoneIfAny().orElse(""), promise.open(), Integer::sum);
    }
    return counts;
  }
}
