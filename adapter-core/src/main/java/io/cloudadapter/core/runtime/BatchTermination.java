package io.cloudadapter.core.runtime;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.TerminateResult;
import io.cloudadapter.spi.feature.BatchTerminate;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Ends machines, several by one call where the adapter can do that. */
final class BatchTermination {
  private BatchTermination() {}

  /** Returns why some machines may keep running. A machine that the adapter's result omits is in an unknown state. */
  static Map<MachineId, CloudException> end(
      MachineProvider provider, Set<MachineId> machines, CallContext call) {
    Optional<BatchTerminate> batches = provider.feature(BatchTerminate.class);
    if (machines.size() == 1 || batches.isEmpty()) {
      machines.forEach(machine -> provider.terminate(machine, call));
      return new HashMap<>();
    }
    TerminateResult result = batches.get().terminate(machines, call);
    Map<MachineId, CloudException> errors = new HashMap<>(result.refused());
    errors.keySet().retainAll(machines);
    for (MachineId machine : machines) {
      if (!result.accepted().contains(machine)) {
        errors.putIfAbsent(machine, untold(machine));
      }
    }
    return errors;
  }

  private static CloudException untold(MachineId machine) {
    return CloudException.of(
            Kind.UNCLASSIFIED,
            Effect.UNKNOWN,
            "the adapter did not report whether " + machine + " ends")
        .build();
  }

  /** The same error for each. */
  static Map<MachineId, CloudException> all(
      Set<MachineId> machines, Optional<CloudException> error) {
    Map<MachineId, CloudException> errors = new HashMap<>();
    error.ifPresent(why -> machines.forEach(machine -> errors.put(machine, why)));
    return errors;
  }
}
