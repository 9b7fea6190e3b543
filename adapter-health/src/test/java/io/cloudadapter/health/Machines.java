package io.cloudadapter.health;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.health.MachineHealth;
import io.cloudadapter.api.warm.WarmState;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Machines as views have them. */
final class Machines {
  private Machines() {}

  static Machine running(String id, String address) {
    return machine(id, MachineState.RUNNING, ServiceState.UNKNOWN, address, Optional.empty());
  }

  static Machine publicOnly(String id, String address) {
    return machine(
        id,
        MachineState.RUNNING,
        ServiceState.UNKNOWN,
        List.of(address),
        List.of(),
        Optional.empty());
  }

  static Machine machine(
      String id,
      MachineState state,
      ServiceState service,
      String address,
      Optional<MachineHealth> health) {
    return machine(id, state, service, List.of(), List.of(address), health);
  }

  private static Machine machine(
      String id,
      MachineState state,
      ServiceState service,
      List<String> publicIps,
      List<String> privateIps,
      Optional<MachineHealth> health) {
    return new Machine(
        new MachineId(id),
        state,
        service,
        Optional.empty(),
        publicIps,
        privateIps,
        Optional.empty(),
        Optional.empty(),
        false,
        Map.of(),
        Optional.empty(),
        List.of(),
        MembershipStatus.DEFAULT,
        health);
  }

  static Machine warm(String id, String address, WarmState state) {
    Machine machine = running(id, address);
    return new Machine(
        machine.id(),
        machine.machineState(),
        machine.serviceState(),
        machine.launchTime(),
        machine.publicIps(),
        machine.privateIps(),
        machine.zone(),
        machine.size(),
        machine.isProtected(),
        machine.metadata(),
        machine.template(),
        machine.drift(),
        machine.membershipStatus(),
        machine.health(),
        Optional.of(state));
  }
}
