package io.cloudadapter.core.keeper.state;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The {@link MachineTracking} of each machine, in memory. */
public final class MachineTrackings {
  private final CurrentStep step;
  private final Map<String, MachineTracking> byId = new HashMap<>();

  public MachineTrackings(CurrentStep step) {
    this.step = step;
  }

  /** What is remembered of a machine; of one that has long been quiet, nothing but that it was listed. */
  public MachineTracking of(String id) {
    return byId.computeIfAbsent(id, i -> new MachineTracking(step.startedAt()));
  }

  public Optional<MachineTracking> find(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** Begins to remember a machine that has just appeared. */
  public MachineTracking begin(String id) {
    MachineTracking track = new MachineTracking(step.now().nanos());
    track.listed = false;
    track.appearedAt = step.now().nanos();
    byId.put(id, track);
    return track;
  }

  /** No refresh waits for the warmup of machines any more. */
  public void forgetWarmups() {
    byId.values().forEach(track -> track.healthySince = null);
  }

  public void remove(String id) {
    byId.remove(id);
  }
}
