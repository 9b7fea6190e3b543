package io.cloudadapter.simulated.machine;

import io.cloudadapter.spi.MachineSighting;

/**
 * What was true of a machine from some moment on, until the next version.
 *
 * @param since the moment
 * @param facts what was true
 * @param sighting the same as readers see it, made once
 */
public record MachineVersion(long since, MachineTruth facts, MachineSighting sighting) {
  public static MachineVersion of(long since, MachineTruth facts) {
    return new MachineVersion(since, facts, facts.sighting());
  }
}
