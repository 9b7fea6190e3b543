package io.cloudadapter.simulated;

import io.cloudadapter.spi.Sighting;

/**
 * What was true of a machine from some moment on, until the next version.
 *
 * @param since the moment
 * @param facts what was true
 * @param sighting the same as readers see it, made once
 */
record Version(long since, Facts facts, Sighting sighting) {

  static Version of(long since, Facts facts) {
    return new Version(since, facts, facts.sighting());
  }
}
