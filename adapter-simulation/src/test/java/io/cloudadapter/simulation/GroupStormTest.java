package io.cloudadapter.simulation;

import io.cloudadapter.simulation.fault.FaultRates;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Stories of clouds that size groups by themselves: {@code -Dgroups.seeds} of them, from {@code -Dgroups.first} on. */
@Tag("proof")
class GroupStormTest {
  private static final Storm STORM = new Storm(GroupStormTest.class, "groups", 150);

  @Test
  void no_rule_is_broken_and_every_pool_comes_to_rest() {
    STORM.play(seed -> STORM.judge(seed, tell(seed, STORM.told())));
  }

  static SimulationReport tell(long seed, boolean told) {
    return RandomScenario.play(seed, told, strike -> false, command -> true, FaultRates::withGroups)
        .report();
  }
}
