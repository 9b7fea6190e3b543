package io.cloudadapter.api.health;

import io.cloudadapter.api.MachineId;
import java.util.Objects;

/**
 * One finding about one machine's service, for {@code MachinePool.reportHealth}.
 *
 * @param machine which machine
 * @param verdict what was found
 * @param reason why, for people; one line of at most 200 characters without secrets, possibly empty
 */
public record HealthReport(MachineId machine, HealthVerdict verdict, String reason) {

  /**
   * Checks the reason.
   *
   * @throws IllegalArgumentException if the reason is longer than one line of 200 characters
   */
  public HealthReport {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(verdict, "verdict");
    MachineHealth.checkReason(reason);
  }
}
