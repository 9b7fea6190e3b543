package io.cloudadapter.simulation;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Scenarios of pools that keep machines above their desired size, and that users refresh, with everything else that can
 * go wrong: {@code -Dheadroom.seeds} of them, from {@code -Dheadroom.first} on.
 */
@Tag("proof")
class HeadroomStormTest {
  private static final Storm STORM = new Storm(HeadroomStormTest.class, "headroom", 30);

  @Test
  void no_rule_is_broken_and_every_pool_comes_to_rest() {
    STORM.play(seed -> STORM.judge(seed, tell(seed, STORM.told())));
  }

  static SimulationReport tell(long seed, boolean told) {
    return RandomScenario.playBeside(ExtraActivity.HEADROOM, seed, told).report();
  }
}
