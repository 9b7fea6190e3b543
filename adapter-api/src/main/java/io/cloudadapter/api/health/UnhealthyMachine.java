package io.cloudadapter.api.health;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolPlan;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * An UNHEALTHY machine that counts, and what its pool does about it. A plan has one for each such machine.
 *
 * @param machine which one
 * @param health which source has set the service state, and why
 * @param since when it became UNHEALTHY; empty if that is not recorded
 * @param remedy what the pool does about it
 * @param due from when on the pool does that; empty with NONE
 * @param hold what keeps the pool from it at present; empty if nothing does
 */
public record UnhealthyMachine(
    MachineId machine,
    MachineHealth health,
    Optional<Instant> since,
    Remedy remedy,
    Optional<Instant> due,
    Optional<PoolPlan.Hold> hold) {

  /** Checks that nothing is missing. */
  public UnhealthyMachine {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(health, "health");
    Objects.requireNonNull(since, "since");
    Objects.requireNonNull(remedy, "remedy");
    Objects.requireNonNull(due, "due");
    Objects.requireNonNull(hold, "hold");
  }

  /** What a pool does about an UNHEALTHY machine. */
  public enum Remedy {
    /** It ends the machine and launches another one. */
    REPLACE,
    /** It reboots the machine first. */
    REBOOT,
    /** It leaves the machine to a person. */
    NONE
  }
}
