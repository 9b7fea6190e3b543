package io.cloudadapter.simulation;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Scenarios of pools that meet machines which are not in their ledgers, and of users who decide about them:
 * {@code -Dquarantine.seeds} of them, from {@code -Dquarantine.first} on.
 */
@Tag("proof")
class QuarantineStormTest {
  private static final Storm STORM = new Storm(QuarantineStormTest.class, "quarantine", 100);

  @Test
  void no_rule_is_broken_and_every_pool_comes_to_rest() {
    STORM.play(seed -> STORM.judge(seed, tell(seed, STORM.told())));
  }

  static SimulationReport tell(long seed, boolean told) {
    return RandomScenario.playBeside(ExtraActivity.STRAYS, seed, told).report();
  }
}
