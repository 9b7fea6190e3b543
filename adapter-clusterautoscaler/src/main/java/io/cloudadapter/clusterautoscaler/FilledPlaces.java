package io.cloudadapter.clusterautoscaler;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolView;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How many places of each pool have had a machine. A place that had one and has none now waits for a replacement, which
 * is the pool's to make and does not change the target; only a place that never had one can be a launch that failed.
 * All that a pool lacks when this process first sees it counts as filled: rather one place too few is shown as failed
 * than one too many. Any number of threads may use it.
 */
final class FilledPlaces {
  private final Map<PoolName, Integer> filled = new ConcurrentHashMap<>();

  /** Notes a view of a pool, and returns how many of its places have had a machine. */
  int note(PoolView view) {
    int there = (int) view.machines().stream()
        .filter(machine -> machine.effective() && machine.machineState() != MachineState.REQUESTED)
        .count();
    return filled.merge(
        view.pool(),
        view.desiredSize(),
        (before, desired) -> Math.min(desired, Math.max(before, there)));
  }

  /** Forgets all: another server may have changed the pools meanwhile. */
  void clear() {
    filled.clear();
  }
}
