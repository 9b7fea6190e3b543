package io.cloudadapter.api;

import io.cloudadapter.api.health.MachineHealth;
import io.cloudadapter.api.warm.WarmState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One machine of a pool as a reader sees it (cloud adapter REST API 2.0, machine pool message). A machine of a
 * pending launch shows as {@link MachineState#REQUESTED} with an id of the form {@code req-<key>-<n>}. That id stays
 * until the machine appears under its real id.
 *
 * @param id the cloud's id, or a placeholder's
 * @param machineState what the cloud reports, unless the pool has decided to end the machine, which then shows as
 *     TERMINATING
 * @param serviceState the state that was reported last, UNKNOWN until a first report
 * @param launchTime when the cloud launched it, if it has
 * @param publicIps public addresses, possibly none
 * @param privateIps private addresses, possibly none
 * @param zone the zone that it runs in, if known
 * @param size the cloud's name for its size, if known
 * @param isProtected whether the pool must not choose the machine when it shrinks
 * @param metadata further facts from the cloud, possibly none
 * @param template the launch template that it was made from; empty if that is unknown, as it is for a machine that was
 *     attached or adopted
 * @param drift the fields in which its template differs from the pool's present one, such as {@code image} or {@code
 *     tags.team}, sorted; empty if none differs or its template is unknown
 * @param membershipStatus whether it counts, and whether the pool may end it
 * @param health what the service state follows, if a probe or an agent has set it
 * @param warm where it is in the pool's warm pool; empty if it is none of its machines
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
    Map<String, String> metadata,
    Optional<LaunchTemplate> template,
    List<String> drift,
    MembershipStatus membershipStatus,
    Optional<MachineHealth> health,
    Optional<WarmState> warm) {

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
    Objects.requireNonNull(template, "template");
    drift = List.copyOf(drift);
    Objects.requireNonNull(membershipStatus, "membershipStatus");
    Objects.requireNonNull(health, "health");
    Objects.requireNonNull(warm, "warm");
  }

  /**
   * Makes a machine that is not in a warm pool.
   *
   * @param id the cloud's id, or a placeholder's
   * @param machineState what the cloud reports, or TERMINATING
   * @param serviceState the state that was reported last
   * @param launchTime when the cloud launched it, if it has
   * @param publicIps public addresses, possibly none
   * @param privateIps private addresses, possibly none
   * @param zone the zone that it runs in, if known
   * @param size the cloud's name for its size, if known
   * @param isProtected whether the pool must not choose the machine when it shrinks
   * @param metadata further facts from the cloud, possibly none
   * @param template the launch template that it was made from, if known
   * @param drift the fields in which its template differs from the pool's present one
   * @param membershipStatus whether it counts, and whether the pool may end it
   * @param health what the service state follows, if a probe or an agent has set it
   */
  public Machine(
      MachineId id,
      MachineState machineState,
      ServiceState serviceState,
      Optional<Instant> launchTime,
      List<String> publicIps,
      List<String> privateIps,
      Optional<String> zone,
      Optional<String> size,
      boolean isProtected,
      Map<String, String> metadata,
      Optional<LaunchTemplate> template,
      List<String> drift,
      MembershipStatus membershipStatus,
      Optional<MachineHealth> health) {
    this(
        id,
        machineState,
        serviceState,
        launchTime,
        publicIps,
        privateIps,
        zone,
        size,
        isProtected,
        metadata,
        template,
        drift,
        membershipStatus,
        health,
        Optional.empty());
  }

  /**
   * Makes a machine whose service state no probe and no agent has set.
   *
   * @param id the cloud's id, or a placeholder's
   * @param machineState what the cloud reports, or TERMINATING
   * @param serviceState the state that was reported last
   * @param launchTime when the cloud launched it, if it has
   * @param publicIps public addresses, possibly none
   * @param privateIps private addresses, possibly none
   * @param zone the zone that it runs in, if known
   * @param size the cloud's name for its size, if known
   * @param isProtected whether the pool must not choose the machine when it shrinks
   * @param metadata further facts from the cloud, possibly none
   * @param template the launch template that it was made from, if known
   * @param drift the fields in which its template differs from the pool's present one
   * @param membershipStatus whether it counts, and whether the pool may end it
   */
  public Machine(
      MachineId id,
      MachineState machineState,
      ServiceState serviceState,
      Optional<Instant> launchTime,
      List<String> publicIps,
      List<String> privateIps,
      Optional<String> zone,
      Optional<String> size,
      boolean isProtected,
      Map<String, String> metadata,
      Optional<LaunchTemplate> template,
      List<String> drift,
      MembershipStatus membershipStatus) {
    this(
        id,
        machineState,
        serviceState,
        launchTime,
        publicIps,
        privateIps,
        zone,
        size,
        isProtected,
        metadata,
        template,
        drift,
        membershipStatus,
        Optional.empty());
  }

  /**
   * Makes a machine whose launch template is unknown, and whose membership status is the default.
   *
   * @param id the cloud's id, or a placeholder's
   * @param machineState what the cloud reports, or TERMINATING
   * @param serviceState the state that was reported last
   * @param launchTime when the cloud launched it, if it has
   * @param publicIps public addresses, possibly none
   * @param privateIps private addresses, possibly none
   * @param zone the zone that it runs in, if known
   * @param size the cloud's name for its size, if known
   * @param isProtected whether the pool must not choose the machine when it shrinks
   * @param metadata further facts from the cloud, possibly none
   */
  public Machine(
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
    this(
        id,
        machineState,
        serviceState,
        launchTime,
        publicIps,
        privateIps,
        zone,
        size,
        isProtected,
        metadata,
        Optional.empty(),
        List.of(),
        MembershipStatus.DEFAULT);
  }

  /**
   * Whether the machine was made from another launch template than the pool's present one.
   *
   * @return false also if its template is unknown
   */
  public boolean drifted() {
    return !drift.isEmpty();
  }

  /**
   * Whether the machine counts as allocated. A machine of a warm pool does only while the pool takes it into service.
   *
   * @return true in machine state REQUESTED, PENDING or RUNNING, unless it is warm and not WAKING
   */
  public boolean allocated() {
    return machineState.allocated() && !waitsWarm();
  }

  /**
   * Whether the machine waits in the warm pool, or is on its way there: no reader takes it for one of the pool's
   * service.
   *
   * @return false for a machine that is in service, or on its way into it
   */
  public boolean waitsWarm() {
    return warm.filter(state -> !state.comes()).isPresent();
  }

  /**
   * Whether the machine is allocated and does not count: it is out of service, or its membership is not active.
   *
   * @return true if it counts in {@link PoolSize#outOfService()}
   */
  public boolean outOfService() {
    return allocated() && !effective();
  }

  /**
   * Whether the machine counts towards the effective size.
   *
   * @return true if allocated, not out of service, and its membership is active
   */
  public boolean effective() {
    return allocated() && serviceState != ServiceState.OUT_OF_SERVICE && membershipStatus.active();
  }
}
