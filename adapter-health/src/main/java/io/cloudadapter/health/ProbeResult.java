package io.cloudadapter.health;

import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.api.health.MachineHealth;
import java.util.Objects;

/**
 * What one probe of one machine has found.
 *
 * @param verdict whether the service works; CANNOT_TELL if the fault is the prober's own
 * @param reason why, for people; cut to one line of 200 characters
 */
public record ProbeResult(HealthVerdict verdict, String reason) {

  /** Makes the reason one line. */
  public ProbeResult {
    Objects.requireNonNull(verdict, "verdict");
    reason = MachineHealth.shortened(reason);
  }

  static ProbeResult ok(String reason) {
    return new ProbeResult(HealthVerdict.OK, reason);
  }

  static ProbeResult bad(String reason) {
    return new ProbeResult(HealthVerdict.BAD, reason);
  }

  static ProbeResult cannotTell(String reason) {
    return new ProbeResult(HealthVerdict.CANNOT_TELL, reason);
  }
}
