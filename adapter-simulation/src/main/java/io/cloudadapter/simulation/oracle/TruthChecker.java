package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.broken;

import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.simulation.cloud.CloudMachine;
import io.cloudadapter.simulation.cloud.HostileCloud;
import io.cloudadapter.simulation.fault.FaultInjector;
import io.cloudadapter.spi.MachineSighting;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares what is durable with the cloud's truth, wherever either has changed: every machine that costs money has its
 * place in the ledger (I2, I3, I4).
 */
final class TruthChecker {
  private final InvariantChecker judge;
  private final HostileCloud cloud;
  private final FaultInjector faults;
  private final Map<String, Set<String>> unbound = new HashMap<>();
  private final Set<String> doubtfulMachines = new TreeSet<>();
  private final Set<String> doubtfulKeys = new TreeSet<>();

  TruthChecker(InvariantChecker judge, HostileCloud cloud, FaultInjector faults) {
    this.judge = judge;
    this.cloud = cloud;
    this.faults = faults;
  }

  /** The record of a launch has changed. */
  void doubt(String key) {
    doubtfulKeys.add(key);
  }

  /** The record of a machine has changed. */
  void doubtMachine(String id) {
    doubtfulMachines.add(id);
  }

  /** Something has become true in the cloud. */
  void happened(CloudMachine machine) {
    String id = machine.id.value();
    if (machine.key == null || !machine.truth().marks.filter(judge::mine).isPresent()) {
      return;
    }
    if (!machine.alive()) {
      bound(machine.key, id);
    } else if (judge.machine(id) == null) {
      unbound.computeIfAbsent(machine.key, key -> new HashSet<>()).add(id);
      doubtfulKeys.add(machine.key);
    } else {
      doubtfulMachines.add(id);
    }
  }

  /** A machine of a launch is in the ledger, or has ended. */
  void bound(String key, String id) {
    Set<String> ids = unbound.get(key);
    if (ids != null && ids.remove(id) && ids.isEmpty()) {
      unbound.remove(key);
    }
  }

  /**
   * Compares what is durable with the truth, wherever either has changed: every machine that we pay for has
   * its place (I2, I3, I4).
   */
  void compare() {
    for (String id : doubtfulMachines) {
      CloudMachine machine = cloud.machine(id).orElse(null);
      MachineRecord record = judge.machine(id);
      if (faults.honest()
          && machine != null
          && machine.key != null
          && machine.alive()
          && record != null) {
        if (record.status() == Status.GONE || record.status() == Status.PRESUMED_GONE) {
          throw broken(
              "I4", "machine " + id + " is alive in the cloud, but recorded as " + record.status());
        }
      }
    }
    judge.operating.compare(faults.honest());
    doubtfulMachines.clear();
    for (String key : doubtfulKeys) {
      compare(key);
    }
    doubtfulKeys.clear();
  }

  private void compare(String key) {
    LaunchRecord intent = judge.intent(key);
    int count = unbound.getOrDefault(key, Set.of()).size();
    if (count > 0 && intent == null) {
      throw broken("I4", "launch " + key + " has machines, but no record");
    }
    if (faults.honest() && intent != null && count > intent.possible()) {
      throw broken(
          "I4",
          count + " machines of launch " + key + " are alive, but unknown, and it is " + intent);
    }
    if (faults.honest() && intent != null && cloud.madeUnder(key) > intent.asked()) {
      throw broken(
          "I2", "launch " + key + " was for " + intent.asked() + ", has " + cloud.madeUnder(key));
    }
  }

  /** Adds machines whose records and marks are not as they are in truth. */
  void unfinished(List<String> reasons) {
    for (CloudMachine machine : cloud.listed()) {
      MachineRecord record = judge.machine(machine.id.value());
      boolean marked = machine.truth().marks.filter(judge::ours).isPresent();
      boolean placed = record != null
          && (record.status() == Status.LIVE || judge.strays.placed(machine, record));
      if (machine.alive() && marked && !placed) {
        reasons.add("stray: " + machine.id + ", recorded " + record);
      }
    }
    for (MachineRecord record : judge.present()) {
      if (record.status() == Status.LIVE) {
        CloudMachine machine = cloud.machine(record.id()).orElseThrow();
        boolean marked = machine.truth().marks.filter(judge::ours).isPresent();
        if (!machine.alive() || !marked || !agrees(record, machine)) {
          reasons.add("recorded: " + record + ", truth " + machine.truth());
        }
      }
    }
  }

  /** Whether someone else than the pool has stopped a machine. */
  boolean isStoppedByOthers(MachineRecord record) {
    return cloud.machine(record.id()).filter(CloudMachine::stoppedByOthers).isPresent();
  }

  private static boolean agrees(MachineRecord record, CloudMachine machine) {
    return record.state() == machine.truth().state
        && (record.end() == MachineSighting.End.STOPPED) == machine.stopped();
  }
}
