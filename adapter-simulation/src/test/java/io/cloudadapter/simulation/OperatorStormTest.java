package io.cloudadapter.simulation;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Scenarios of pools that operators have observe, suspend and delete, with everything else that can go wrong:
 * {@code -Doperator.seeds} of them, from {@code -Doperator.first} on.
 */
@Tag("proof")
class OperatorStormTest {
  private static final Storm STORM = new Storm(OperatorStormTest.class, "operator", 100);

  @Test
  void no_rule_is_broken_and_every_pool_comes_to_rest_or_to_its_end() {
    STORM.play(seed -> STORM.judge(seed, tell(seed, STORM.told())));
  }

  static SimulationReport tell(long seed, boolean told) {
    return RandomScenario.playBeside(ExtraActivity.OPERATORS, seed, told).report();
  }
}
