package io.cloudadapter.simulation;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Scenarios of pools that users refresh, with everything else that can go wrong:
 * {@code -Drefresh.seeds} of them, from {@code -Drefresh.first} on.
 */
@Tag("proof")
class RefreshStormTest {
  private static final Storm STORM = new Storm(RefreshStormTest.class, "refresh", 100);

  @Test
  void no_rule_is_broken_and_every_pool_comes_to_rest() {
    STORM.play(seed -> STORM.judge(seed, tell(seed, STORM.told())));
  }

  static SimulationReport tell(long seed, boolean told) {
    return RandomScenario.playBeside(ExtraActivity.REFRESHES, seed, told).report();
  }
}
