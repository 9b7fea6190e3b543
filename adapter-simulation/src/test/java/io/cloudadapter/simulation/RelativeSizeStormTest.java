package io.cloudadapter.simulation;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Scenarios of pools whose users also change the size by a number of machines, with everything else that can go wrong:
 * {@code -Drelative.seeds} of them, from {@code -Drelative.first} on.
 */
@Tag("proof")
class RelativeSizeStormTest {
  private static final Storm STORM = new Storm(RelativeSizeStormTest.class, "relative", 20);

  @Test
  void no_rule_is_broken_and_every_pool_comes_to_rest() {
    STORM.play(seed -> STORM.judge(seed, tell(seed, STORM.told())));
  }

  static SimulationReport tell(long seed, boolean told) {
    return RandomScenario.playBeside(ExtraActivity.RELATIVE_SIZES, seed, told).report();
  }
}
