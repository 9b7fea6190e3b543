package io.cloudadapter.simulated;

import io.cloudadapter.spi.MachineSighting;

/**
 * What was true of a machine from some moment on, until the next version.
 *
 * @param since the moment
 * @param facts what was true
 * @param sighting the same as readers see it, made once
 */
record MachineVersion(long since, MachineTruth facts, MachineSighting sighting) {

  static MachineVersion of(long since, MachineTruth facts) {
    return new MachineVersion(since, facts, facts.sighting());
  }
}
