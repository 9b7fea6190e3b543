package io.cloudadapter.spi;

import io.cloudadapter.api.MachineId;
import java.util.Map;
import java.util.Set;

/**
 * The result of ending several machines in one request. The outcome of a machine in neither part is unknown.
 *
 * @param accepted the machines that will end, or no longer exist
 * @param refused the machines whose end the cloud did not accept, or where the outcome is unknown, and why
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
            "a machine must not be both accepted and refused, was: " + machine);
      }
    }
  }
}
