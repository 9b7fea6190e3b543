package io.cloudadapter.testkit.subject;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PoolIncarnation;
import io.cloudadapter.spi.ResourceSighting;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

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
}
