package io.cloudadapter.server;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.ServiceState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Machines by the thousand. */
public final class ManyMachines {
  private ManyMachines() {}

  public static List<Machine> many(int count) {
    List<Machine> machines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      machines.add(new Machine(
          new MachineId(String.format("i-%08x", i)),
          MachineState.RUNNING,
          ServiceState.IN_SERVICE,
          Optional.of(FakePool.LAUNCHED.plusMillis(i)),
          List.of("198.51.100." + i % 256),
          List.of("10.0." + i / 256 + "." + i % 256),
          Optional.of("zone-" + i % 3),
          Optional.of("small"),
          false,
          Map.of("image", "base-7")));
    }
    return machines;
  }
}
