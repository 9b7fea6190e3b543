package io.cloudadapter.simulated.machine;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.spi.LaunchFailure;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.MachineSightingBuilder;
import io.cloudadapter.spi.OwnershipMarks;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All that is true of a machine at some moment. */
public record MachineTruth(
    MachineId id,
    MachineState state,
    boolean stopped,
    Optional<OwnershipMarks> marks,
    String zone,
    String size,
    Market market,
    Optional<Instant> launchTime,
    List<String> publicIps,
    List<String> privateIps,
    Optional<LaunchFailure> failure,
    Map<String, String> metadata) {

  public MachineTruth {
    publicIps = List.copyOf(publicIps);
    privateIps = List.copyOf(privateIps);
    metadata = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
  }

  /** Whether it can never run again. */
  public boolean over() {
    return state == MachineState.REJECTED || (state == MachineState.TERMINATED && !stopped);
  }

  /** Whether it takes a place in its zone and in the quota. */
  boolean occupies() {
    return !over();
  }

  public boolean alive() {
    return state.allocated();
  }

  public MachineTruth in(MachineState next) {
    return with(next, false, marks, launchTime, failure, metadata);
  }

  public MachineTruth launched(Instant when) {
    return with(MachineState.PENDING, false, marks, Optional.of(when), failure, metadata);
  }

  public MachineTruth halted() {
    return with(MachineState.TERMINATED, true, marks, launchTime, failure, metadata);
  }

  public MachineTruth failed(LaunchFailure why) {
    return with(MachineState.REJECTED, false, marks, launchTime, Optional.of(why), metadata);
  }

  public MachineTruth marked(Optional<OwnershipMarks> next) {
    return with(state, stopped, next, launchTime, failure, metadata);
  }

  public MachineTruth labelled(Map<String, String> labels) {
    Map<String, String> all = new TreeMap<>(metadata);
    all.putAll(labels);
    return with(state, stopped, marks, launchTime, failure, all);
  }

  private MachineTruth with(
      MachineState nextState,
      boolean nextStopped,
      Optional<OwnershipMarks> nextMarks,
      Optional<Instant> nextLaunch,
      Optional<LaunchFailure> nextFailure,
      Map<String, String> nextMetadata) {
    return new MachineTruth(
        id,
        nextState,
        nextStopped,
        nextMarks,
        zone,
        size,
        market,
        nextLaunch,
        publicIps,
        privateIps,
        nextFailure,
        nextMetadata);
  }

  public MachineSighting sighting() {
    MachineSightingBuilder seen = MachineSighting.of(id, state)
        .zone(zone)
        .size(size)
        .market(market)
        .publicIps(publicIps)
        .privateIps(privateIps)
        .metadata(metadata);
    marks.ifPresent(seen::marks);
    launchTime.ifPresent(seen::launchTime);
    failure.ifPresent(seen::failure);
    if (stopped) {
      seen.stopped();
    }
    return seen.build();
  }
}
