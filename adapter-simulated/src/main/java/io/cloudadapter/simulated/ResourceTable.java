package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.simulated.limit.CloudErrors;
import io.cloudadapter.simulated.machine.MachineTruth;
import io.cloudadapter.simulated.machine.SimulatedMachine;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.ResourceSighting;
import java.util.List;
import java.util.Optional;

/** The resources beside the cloud's machines: one of each kind for a machine, however often it is asked for. */
final class ResourceTable {
  /** What each machine needs. */
  static final List<String> KINDS = List.of("address", "disk");

  private final CloudState world;

  ResourceTable(CloudState world) {
    this.world = world;
  }

  List<ResourceSighting> all() {
    return List.copyOf(world.memory.resources().values());
  }

  /** Those of a pool. The wrong account has none of them. */
  List<ResourceSighting> of(PoolName pool) {
    return world.trouble.wrongAccount
        ? List.of()
        : all().stream()
            .filter(resource -> resource.pool().equals(Optional.of(pool)))
            .toList();
  }

  /** The kinds that a running machine has not got. */
  List<String> lacking(MachineId machine) {
    MachineTruth facts = world
        .machines
        .get(machine)
        .filter(known -> !world.trouble.wrongAccount)
        .map(SimulatedMachine::now)
        .filter(known -> !known.over())
        .orElseThrow(() -> CloudErrors.notFound("machine", machine.value()));
    if (facts.state() != MachineState.RUNNING || facts.stopped()) {
      throw CloudErrors.conflict("machine " + machine + " does not run");
    }
    return KINDS.stream().filter(kind -> find(kind, machine).isEmpty()).toList();
  }

  void make(String kind, MachineId machine, OwnershipMarks marks) {
    if (find(kind, machine).isEmpty()) {
      String id = world.resourceId(kind);
      world.memory.resources().put(id, new ResourceSighting(id, kind, Optional.of(machine), marks));
    }
  }

  void release(String id) {
    if (!world.trouble.wrongAccount && world.memory.resources().get(id).isPresent()) {
      world.memory.resources().remove(id);
    }
  }

  private Optional<ResourceSighting> find(String kind, MachineId machine) {
    return all().stream()
        .filter(one -> one.kind().equals(kind) && one.machine().equals(Optional.of(machine)))
        .findFirst();
  }
}
