package io.cloudadapter.api;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A machine that carries a pool's mark, but is not in its ledger. The machine runs and costs, and the pool leaves it
 * alone until a person {@link MachinePool#settleQuarantine decides} about it.
 *
 * @param id the machine
 * @param state its state as the last list showed it
 * @param reason why it is in quarantine, for people
 * @param holdsLaunches whether the pool launches nothing until a person decides about the machine or thaws the pool
 * @param launchTime when it was launched, if the cloud reports it
 * @param zone where it is, if the cloud reports it
 * @param publicIps its public addresses
 * @param privateIps its private addresses
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
