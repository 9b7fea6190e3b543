package io.cloudadapter.api;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One machine of a pool as a reader sees it (cloud adapter REST API 2.0, machine pool message). A
 * machine that is promised but not yet known to the cloud shows as {@link MachineState#REQUESTED} with
 * an id of the form {@code req-<key>-<n>}, which stays the same until the machine appears under its
 * real id.
 *
 * @param id the cloud's id, or a placeholder's
 * @param machineState what the cloud reports, overlaid with what the pool itself has decided: a machine
 *     that is on its way out shows as TERMINATING
 * @param serviceState what was reported last, UNKNOWN until then
 * @param launchTime when the cloud launched it, if it has
 * @param publicIps public addresses, possibly none
 * @param privateIps private addresses, possibly none
 * @param zone the zone that it runs in, if known
 * @param size the cloud's name for its size, if known
 * @param isProtected whether it may be chosen when the pool shrinks; a protected machine is never a victim
 * @param metadata further facts from the cloud, possibly none
 */
public record Machine(
    MachineId id,
    MachineState machineState,
    ServiceState serviceState,
    Optional<Instant> launchTime,
    List<String> publicIps,
    List<String> privateIps,
    Optional<String> zone,
    Optional<String> size,
    boolean isProtected,
    Map<String, String> metadata) {

  /** Copies the collections, so that a machine never changes. */
  public Machine {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(machineState, "machineState");
    Objects.requireNonNull(serviceState, "serviceState");
    Objects.requireNonNull(launchTime, "launchTime");
    Objects.requireNonNull(zone, "zone");
    Objects.requireNonNull(size, "size");
    publicIps = List.copyOf(publicIps);
    privateIps = List.copyOf(privateIps);
    metadata = Map.copyOf(metadata);
  }

  /**
   * Whether the machine counts as allocated.
   *
   * @return true in machine state REQUESTED, PENDING or RUNNING
   */
  public boolean allocated() {
    return machineState.allocated();
  }

  /**
   * Whether the machine is allocated and out of service.
   *
   * @return true if it counts in {@link PoolSize#outOfService()}
   */
  public boolean outOfService() {
    return allocated() && serviceState == ServiceState.OUT_OF_SERVICE;
  }

  /**
   * Whether the machine counts towards the effective size.
   *
   * @return true if allocated and not out of service
   */
  public boolean effective() {
    return allocated() && serviceState != ServiceState.OUT_OF_SERVICE;
  }
}
