package io.cloudadapter.simulation;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Scenarios of pools with warm pools, that users refresh, in a cloud whose machines fail to start and to stop, with
 * everything else that can go wrong: {@code -Dwarm.seeds} of them, from {@code -Dwarm.first} on.
 */
@Tag("proof")
class WarmStormTest {
  private static final Storm STORM = new Storm(WarmStormTest.class, "warm", 30);

  @Test
  void no_rule_is_broken_and_every_pool_comes_to_rest() {
    STORM.play(seed -> STORM.judge(seed, tell(seed, STORM.told())));
  }

  @Test
  void aMachineThatWasWarmBetweenTwoTimesInServiceWaitsForItsLoadBalancerBothTimes() {
    long seed = 7_012_870;
    STORM.judge(seed, tell(seed, STORM.told()));
  }

  @Test
  void a_wake_hook_ends_with_the_wake_that_fails() {
    long seed = 7_900_158;
    STORM.judge(seed, tell(seed, STORM.told()));
  }

  @Test
  void a_clock_that_is_set_back_makes_no_new_warm_machine_old() {
    long seed = 8_019_150;
    STORM.judge(seed, tell(seed, STORM.told()));
  }

  @Test
  void a_warm_machine_too_many_waits_for_the_budget_of_ends() {
    long seed = 8_047_454;
    STORM.judge(seed, tell(seed, STORM.told()));
  }

  @Test
  void a_warm_machine_that_loses_its_protection_while_a_refresh_bakes_is_replaced_before_the_end() {
    long seed = 9_111_156;
    STORM.judge(seed, tell(seed, STORM.told()));
  }

  @Test
  void warm_machines_that_grow_old_come_to_rest_between_two_replacements() {
    for (long seed : new long[] {9_158_916, 9_167_956}) {
      STORM.judge(seed, tell(seed, STORM.told()));
    }
  }

  static SimulationReport tell(long seed, boolean told) {
    return RandomScenario.playBeside(ExtraActivity.WARM, seed, told).report();
  }
}
