package io.cloudadapter.simulated;

import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.api.cloud.Quota;
import io.cloudadapter.api.cloud.Quota.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What the cloud offers, and how much of it the account has. */
final class SimulatedCatalog {
  private static final long MEMORY = 2048;
  private static final long DISK = 20;

  /** Beyond this, sizes do not grow any more. */
  private static final int DOUBLINGS = 8;

  private SimulatedCatalog() {}

  /** Each size is twice the one before it. */
  static List<MachineSize> sizes(CloudSettings settings) {
    List<MachineSize> sizes = new ArrayList<>();
    for (String name : settings.sizes()) {
      int factor = 1 << Math.min(sizes.size(), DOUBLINGS);
      sizes.add(new MachineSize(
          name, factor, MEMORY * factor, DISK, OptionalInt.of(0), settings.zones()));
    }
    return List.copyOf(sizes);
  }

  /** Machines are limited, and what they are made of is not. */
  static List<Quota> quotas(CloudState world) {
    long cpus = 0;
    long memory = 0;
    for (MachineSize size : sizes(world.settings)) {
      long machines = world.settings.zones().stream()
          .mapToLong(zone -> world.machines.in(zone, size.name()))
          .sum();
      cpus += machines * size.cpus();
      memory += machines * size.memoryMiB();
    }
    return List.of(
        Quota.whole(
            "machines of the account",
            Resource.MACHINES,
            world.machines.owned(),
            OptionalLong.of(world.capacity.quota())),
        Quota.whole("processors of machines", Resource.CPUS, cpus, OptionalLong.empty()),
        Quota.whole("memory of machines", Resource.MEMORY_MIB, memory, OptionalLong.empty()));
  }
}
