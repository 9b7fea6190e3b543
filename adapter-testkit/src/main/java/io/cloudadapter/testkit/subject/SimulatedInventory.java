package io.cloudadapter.testkit.subject;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.simulated.ActionExecution;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PoolIncarnation;
import io.cloudadapter.spi.ResourceSighting;
import io.cloudadapter.spi.feature.Snapshots;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Shows what exists in the simulated cloud as its console does. */
final class SimulatedInventory {
  private SimulatedInventory() {}

  static CloudResource beside(ResourceSighting resource) {
    Map<String, String> tags = new TreeMap<>();
    resource.pool().ifPresent(pool -> tags.put(OwnershipMarks.POOL_TAG, pool.value()));
    resource.incarnation().ifPresent(inc -> tags.put(OwnershipMarks.INCARNATION_TAG, inc.value()));
    resource.key().ifPresent(key -> tags.put(OwnershipMarks.KEY_TAG, key.value()));
    return new CloudResource(resource.kind(), resource.id(), true, tags);
  }

  static CloudResource machine(MachineSighting machine) {
    Map<String, String> tags = new TreeMap<>(machine.metadata());
    machine.pool().ifPresent(pool -> tags.put(OwnershipMarks.POOL_TAG, pool.value()));
    machine.incarnation().ifPresent(inc -> tags.put(OwnershipMarks.INCARNATION_TAG, inc.value()));
    machine.key().ifPresent(key -> tags.put(OwnershipMarks.KEY_TAG, key.value()));
    boolean live = machine.end() != MachineSighting.End.FINAL;
    return new CloudResource(CloudResource.MACHINE, machine.id().value(), live, tags);
  }

  /** The ownership marks among these tags; empty if they name no pool. */
  static Optional<OwnershipMarks> marks(Map<String, String> tags) {
    String pool = tags.get(OwnershipMarks.POOL_TAG);
    String incarnation = tags.get(OwnershipMarks.INCARNATION_TAG);
    if (pool == null || incarnation == null) {
      return Optional.empty();
    }
    return Optional.of(new OwnershipMarks(
        new PoolName(pool),
        new PoolIncarnation(incarnation),
        Optional.ofNullable(tags.get(OwnershipMarks.KEY_TAG)).map(LaunchKey::new)));
  }

  /** A machine as it is, without lag. */
  static MachineSighting seen(SimulatedCloud cloud, MachineId machine) {
    return cloud
        .machine(machine)
        .orElseThrow(() -> new IllegalArgumentException("there is no machine " + machine));
  }

  /** The ids of the snapshots that actions of a type made of a machine, or restored. */
  static List<String> snapshots(SimulatedCloud cloud, MachineId machine, String type) {
    return executions(cloud, machine, type)
        .flatMap(execution ->
            Optional.ofNullable(execution.result().get(Snapshots.SNAPSHOT_ID)).stream())
        .toList();
  }

  static Stream<ActionExecution> executions(SimulatedCloud cloud, MachineId machine, String type) {
    return cloud.executions().stream()
        .filter(execution ->
            execution.machine().equals(machine) && execution.token().type().equals(type));
  }
}
