package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.simulated.limit.CloudErrors;
import io.cloudadapter.simulated.machine.MachineTruth;
import io.cloudadapter.simulated.machine.SimulatedMachine;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.ResourceSighting;
import java.util.List;
import java.util.Optional;

/**
 * The resources beside the cloud's machines: a boot disk that is made before the machine, an address and a data disk
 * that are made once it runs. There is one of each kind for a machine, however often it is asked for.
 */
final class ResourceTable {
  /** What a launch makes before its machines. */
  private static final String BOOT_DISK = "boot-disk";

  /** What each machine needs once it runs. */
  private static final List<String> KINDS = List.of("address", "data-disk");

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
      put(new ResourceSighting(world.resourceId(kind), kind, Optional.of(machine), marks));
    }
  }

  /** Makes the disks of a launch that are not there yet, unless it has made its machines. */
  void makeBootDisks(OwnershipMarks marks, int count) {
    boolean launched = world.memory.creations().values().stream()
        .anyMatch(creation -> creation.key().equals(marks.key()));
    long made =
        all().stream().filter(resource -> resource.key().equals(marks.key())).count();
    for (long i = made; i < count && !launched; i++) {
      put(new ResourceSighting(world.resourceId(BOOT_DISK), BOOT_DISK, Optional.empty(), marks));
    }
  }

  /** Gives a new machine the disk that its launch has made. */
  void attach(LaunchKey key, MachineId machine) {
    all().stream()
        .filter(one -> one.key().equals(Optional.of(key)) && one.machine().isEmpty())
        .findFirst()
        .ifPresent(disk -> put(new ResourceSighting(
            disk.id(),
            disk.kind(),
            Optional.of(machine),
            disk.pool(),
            disk.incarnation(),
            disk.key())));
  }

  private void put(ResourceSighting resource) {
    ResourceSighting unused = world.memory.resources().put(resource.id(), resource);
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
