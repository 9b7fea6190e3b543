package io.cloudadapter.simulation;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Storms of pools whose warm pools follow the largest growth of the last minutes or hours, among everything else that
 * can go wrong: {@code -Dwarm-growth.seeds} of them, from {@code -Dwarm-growth.first} on.
 */
@Tag("proof")
class WarmFollowingStormTest {
  private static final Storm STORM = new Storm(WarmFollowingStormTest.class, "warm-growth", 30);

  @Test
  void no_rule_is_broken_and_every_pool_comes_to_rest() {
    STORM.play(seed -> STORM.judge(seed, tell(seed, STORM.told())));
  }

  @Test
  void a_ready_machine_gives_way_where_a_quarantined_one_takes_up_the_room() {
    long seed = 7_017_487;
    STORM.judge(seed, tell(seed, STORM.told()));
  }

  @Test
  void a_size_set_after_a_refresh_has_taken_a_warm_machine_counts_that_machine() {
    long seed = 8_043_703;
    STORM.judge(seed, tell(seed, STORM.told()));
  }

  @Test
  void a_protected_warm_machine_in_a_zone_that_has_its_share_takes_up_room() {
    long seed = 8_055_287;
    STORM.judge(seed, tell(seed, STORM.told()));
  }

  @Test
  void a_machine_that_became_warm_behind_a_load_balancer_waits_before_it_ends() {
    long seed = 8_060_199;
    STORM.judge(seed, tell(seed, STORM.told()));
  }

  @Test
  void a_caller_keeps_a_machine_out_of_service_on_its_way_there_and_it_takes_up_room() {
    long seed = 9_152_537;
    STORM.judge(seed, tell(seed, STORM.told()));
  }

  static SimulationReport tell(long seed, boolean told) {
    return RandomScenario.playBeside(ExtraActivity.WARM_GROWTH, seed, told).report();
  }
}
