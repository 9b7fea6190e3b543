package io.cloudadapter.simulation;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Scenarios of pools that have limits and windows of disruption, and that users refresh, with everything else that can
 * go wrong: {@code -Ddisruption.seeds} of them, from {@code -Ddisruption.first} on.
 */
@Tag("proof")
class DisruptionStormTest {
  private static final Storm STORM = new Storm(DisruptionStormTest.class, "disruption", 60);

  @Test
  void no_rule_is_broken_and_every_pool_comes_to_rest() {
    STORM.play(seed -> STORM.judge(seed, tell(seed, STORM.told())));
  }

  static SimulationReport tell(long seed, boolean told) {
    return RandomScenario.playBeside(ExtraActivity.DISRUPTION, seed, told).report();
  }
}
