package io.cloudadapter.simulated.request;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthVerdict;
import java.util.HashMap;
import java.util.Map;

/**
 * What the checks of the cloud and of its load balancers find, where a test has set that. Without that, all checks of
 * a machine that runs pass. Not kept in a file.
 */
public final class SimulatedHealth {
  private final Map<MachineId, HealthVerdict> behindBalancers = new HashMap<>();
  private final Map<MachineId, HealthVerdict> status = new HashMap<>();

  public void setBehindBalancers(MachineId machine, HealthVerdict verdict) {
    behindBalancers.put(machine, verdict);
  }

  public void setStatus(MachineId machine, HealthVerdict verdict) {
    status.put(machine, verdict);
  }

  /** What load balancers show of a machine that would pass or fail their checks otherwise. */
  public HealthReport behindBalancers(MachineId machine, HealthVerdict otherwise) {
    HealthVerdict verdict = behindBalancers.getOrDefault(machine, otherwise);
    return new HealthReport(
        machine,
        verdict,
        switch (verdict) {
          case OK -> "healthy";
          case BAD -> "unhealthy";
          case CANNOT_TELL -> "initial";
        });
  }

  /** What the cloud shows of a machine. */
  public HealthReport status(MachineId machine, HealthVerdict otherwise) {
    HealthVerdict verdict = status.getOrDefault(machine, otherwise);
    return new HealthReport(
        machine,
        verdict,
        switch (verdict) {
          case OK -> "ok";
          case BAD -> "impaired";
          case CANNOT_TELL -> "initializing";
        });
  }
}
