package io.cloudadapter.health;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.config.ProbeConfig;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Objects;

/**
 * One probe to make.
 *
 * @param pool the machine's pool
 * @param machine the machine
 * @param address one of the machine's own addresses, which a probe may reach
 * @param probe what to ask
 * @param timeout how long it may take
 */
public record ProbeTarget(
    PoolName pool, MachineId machine, InetAddress address, ProbeConfig probe, Duration timeout) {

  /** Checks that nothing is missing. */
  public ProbeTarget {
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(probe, "probe");
    Objects.requireNonNull(timeout, "timeout");
  }
}
