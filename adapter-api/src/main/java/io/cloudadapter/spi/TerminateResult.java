package io.cloudadapter.spi;

import io.cloudadapter.api.MachineId;
import java.util.Map;
import java.util.Set;

/**
 * What became of machines that were to end together. Of a machine that is in neither part, nothing is known.
 *
 * @param accepted those that will end, or are not there any more
 * @param refused those whose end the cloud did not accept, or where that cannot be told, and why
 */
public record TerminateResult(Set<MachineId> accepted, Map<MachineId, CloudException> refused) {

  /**
   * Copies both parts.
   *
   * @throws IllegalArgumentException if a machine is in both
   */
  public TerminateResult {
    accepted = Set.copyOf(accepted);
    refused = Map.copyOf(refused);
    for (MachineId machine : refused.keySet()) {
      if (accepted.contains(machine)) {
        throw new IllegalArgumentException(
            "refused must name none that were accepted, and names " + machine);
      }
    }
  }
}
