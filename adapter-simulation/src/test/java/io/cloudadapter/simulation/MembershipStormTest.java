package io.cloudadapter.simulation;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Scenarios of pools whose users set the membership status of machines and refresh them, with everything else that can
 * go wrong: {@code -Dmembership.seeds} of them, from {@code -Dmembership.first} on.
 */
@Tag("proof")
class MembershipStormTest {
  private static final Storm STORM = new Storm(MembershipStormTest.class, "membership", 60);

  @Test
  void no_rule_is_broken_and_every_pool_comes_to_rest() {
    STORM.play(seed -> STORM.judge(seed, tell(seed, STORM.told())));
  }

  static SimulationReport tell(long seed, boolean told) {
    return RandomScenario.playBeside(ExtraActivity.MEMBERSHIP, seed, told).report();
  }
}
