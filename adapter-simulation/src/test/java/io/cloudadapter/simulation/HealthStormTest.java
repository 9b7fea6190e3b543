package io.cloudadapter.simulation;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Scenarios of pools whose machines fall ill, and whose probe lies, flaps and hangs, with everything else that can
 * go wrong: {@code -Dhealth.seeds} of them, from {@code -Dhealth.first} on.
 */
@Tag("proof")
class HealthStormTest {
  private static final Storm STORM = new Storm(HealthStormTest.class, "health", 30);

  @Test
  void no_rule_is_broken_and_every_pool_comes_to_rest() {
    STORM.play(seed -> STORM.judge(seed, tell(seed, STORM.told())));
  }

  static SimulationReport tell(long seed, boolean told) {
    return RandomScenario.playHealth(seed, told).report();
  }
}
