package io.cloudadapter.core.planning;

import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The number of machines in each zone; those without a known zone count under "". */
public final class ZoneCounts {
  private ZoneCounts() {}

  /** Machines that are there. */
  static Map<String, Integer> effective(Collection<MachineRecord> machines) {
    Map<String, Integer> counts = new HashMap<>();
    for (MachineRecord machine : machines) {
      if (machine.effective()) {
        add(counts, machine.zone(), 1);
      }
    }
    return counts;
  }

  /** Machines that are there, those that leave the warm pool for service, and those that are promised. */
  public static Map<String, Integer> committed(
      Collection<MachineRecord> machines, Collection<LaunchRecord> promises) {
    Map<String, Integer> counts = effective(machines);
    for (MachineRecord machine : machines) {
      if (machine.waking()) {
        add(counts, machine.zone(), 1);
      }
    }
    for (LaunchRecord promise : promises) {
      counts.merge(promise.zoneIfAny().orElse(""), promise.open(), Integer::sum);
    }
    return counts;
  }

  /** Adds machines that are taken from the warm pool. */
  static void add(Map<String, Integer> counts, WarmSupply.Choice taken) {
    taken.wakes().forEach(machine -> add(counts, machine.zone(), 1));
    taken.takeovers().forEach(launch -> add(counts, launch.zone(), launch.awaited()));
  }

  private static void add(Map<String, Integer> counts, @Nullable String zone, int machines) {
    counts.merge(zone == null ? "" : zone, machines, Integer::sum);
  }
}
