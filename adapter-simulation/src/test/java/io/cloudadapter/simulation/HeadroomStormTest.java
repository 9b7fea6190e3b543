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

  @Test
  void a_machine_whose_state_the_first_list_of_a_keeper_leaves_open_is_not_taken_for_available() {
    for (long seed : new long[] {9_109_294, 9_128_704}) {
      STORM.judge(seed, tell(seed, STORM.told()));
    }
  }

  static SimulationReport tell(long seed, boolean told) {
    return RandomScenario.playBeside(ExtraActivity.HEADROOM, seed, told).report();
  }
}
