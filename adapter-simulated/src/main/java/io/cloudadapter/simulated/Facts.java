package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.spi.Failure;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.Marks;
import io.cloudadapter.spi.Sighting;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All that is true of a machine at some moment. */
record Facts(
    MachineId id,
    MachineState state,
    boolean stopped,
    Optional<Marks> marks,
    String zone,
    String size,
    Market market,
    Optional<Instant> launchTime,
    List<String> publicIps,
    List<String> privateIps,
    Optional<Failure> failure,
    Map<String, String> metadata) {

  Facts {
    publicIps = List.copyOf(publicIps);
    privateIps = List.copyOf(privateIps);
    metadata = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
  }

  /** Whether it can never run again. */
  boolean over() {
    return state == MachineState.REJECTED || (state == MachineState.TERMINATED && !stopped);
  }

  /** Whether it takes a place in its zone and in the quota. */
  boolean occupies() {
    return !over();
  }

  boolean alive() {
    return state.allocated();
  }

  Facts in(MachineState next) {
    return with(next, false, marks, launchTime, failure, metadata);
  }

  Facts launched(Instant when) {
    return with(MachineState.PENDING, false, marks, Optional.of(when), failure, metadata);
  }

  Facts halted() {
    return with(MachineState.TERMINATED, true, marks, launchTime, failure, metadata);
  }

  Facts failed(Failure why) {
    return with(MachineState.REJECTED, false, marks, launchTime, Optional.of(why), metadata);
  }

  Facts marked(Optional<Marks> next) {
    return with(state, stopped, next, launchTime, failure, metadata);
  }

  Facts labelled(Map<String, String> labels) {
    Map<String, String> all = new TreeMap<>(metadata);
    all.putAll(labels);
    return with(state, stopped, marks, launchTime, failure, all);
  }

  private Facts with(
      MachineState nextState,
      boolean nextStopped,
      Optional<Marks> nextMarks,
      Optional<Instant> nextLaunch,
      Optional<Failure> nextFailure,
      Map<String, String> nextMetadata) {
    return new Facts(
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

  Sighting sighting() {
    Sighting.Builder seen = Sighting.of(id, state)
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
