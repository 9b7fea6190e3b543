package io.cloudadapter.api;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A machine that carries a pool's mark without being known to its ledger. It runs and costs, and the pool
 * leaves it alone until a person {@link MachinePool#settleQuarantine settles} it.
 *
 * @param id the machine
 * @param state its state as it was seen last
 * @param reason why it is in quarantine, for people
 * @param holdsLaunches whether the pool launches nothing until the machine is settled or the pool thawed
 * @param launchTime when it was launched, if the cloud tells
 * @param zone where it is, if the cloud tells
 * @param publicIps its addresses outside
 * @param privateIps its addresses inside
 */
public record QuarantinedMachine(
    MachineId id,
    MachineState state,
    String reason,
    boolean holdsLaunches,
    Optional<Instant> launchTime,
    Optional<String> zone,
    List<String> publicIps,
    List<String> privateIps) {

  /** Copies the lists. */
  public QuarantinedMachine {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(launchTime, "launchTime");
    Objects.requireNonNull(zone, "zone");
    publicIps = List.copyOf(publicIps);
    privateIps = List.copyOf(privateIps);
  }
}
