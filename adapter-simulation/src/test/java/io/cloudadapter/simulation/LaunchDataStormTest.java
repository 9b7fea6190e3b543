package io.cloudadapter.simulation;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Scenarios of pools whose launches have values of their own, such as join tokens, with everything else that can go
 * wrong: {@code -Dlaunchdata.seeds} of them, from {@code -Dlaunchdata.first} on. Processes die between the making of
 * the values and the record of the request, and between that and the sending.
 */
@Tag("proof")
class LaunchDataStormTest {
  private static final Storm STORM = new Storm(LaunchDataStormTest.class, "launchdata", 30);

  @Test
  void no_rule_is_broken_and_every_pool_comes_to_rest() {
    STORM.play(seed -> STORM.judge(seed, tell(seed, STORM.told())));
  }

  static SimulationReport tell(long seed, boolean told) {
    return RandomScenario.playBeside(ExtraActivity.LAUNCH_DATA, seed, told).report();
  }
}
