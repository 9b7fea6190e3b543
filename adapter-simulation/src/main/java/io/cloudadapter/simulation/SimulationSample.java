package io.cloudadapter.simulation;

import io.cloudadapter.simulation.fault.FaultKind;
import java.time.Duration;
import java.util.Map;

/**
 * How a pool stood at one moment.
 *
 * @param at since the beginning
 * @param load the size that the load asks for; the desired size if it asks for none
 * @param refused machines that the load asks for beyond the desired size, since the pool's limits refuse them
 * @param desired the desired size
 * @param headroom how many machines the pool keeps above it
 * @param effective machines that count
 * @param open promised machines that are not known yet
 * @param pausing machines that wait for a hook, before their end or before they enter service
 * @param alive machines launched for the pool that the cloud has and bills for, in any state
 * @param launches machines made so far
 * @param terminations machines ended so far, for any reason
 * @param hours machine-hours billed so far
 * @param faults how often each kind of fault struck so far; kinds that never did are left out
 */
public record SimulationSample(
    Duration at,
    int load,
    int refused,
    int desired,
    int headroom,
    int effective,
    int open,
    int pausing,
    int alive,
    int launches,
    int terminations,
    double hours,
    Map<FaultKind, Long> faults) {

  /** Copies the map. */
  public SimulationSample {
    faults = Map.copyOf(faults);
  }
}
