package io.cloudadapter.simulation;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Scenarios of pools with limits and windows of disruption that start refreshes by themselves, for drift and for age,
 * in
 * a cloud whose images move: {@code -Dautomatic.seeds} of them, from {@code -Dautomatic.first} on.
 */
@Tag("proof")
class AutomaticRefreshStormTest {
  private static final Storm STORM = new Storm(AutomaticRefreshStormTest.class, "automatic", 100);

  @Test
  void no_rule_is_broken_and_every_pool_comes_to_rest() {
    STORM.play(seed -> STORM.judge(seed, tell(seed, STORM.told())));
  }

  @Test
  void a_machine_that_a_caller_detaches_on_its_way_out_counts_in_the_share_of_the_day() {
    long seed = 8_090_672;
    STORM.judge(seed, tell(seed, STORM.told()));
  }

  @Test
  void
      a_pool_whose_size_changes_each_hour_comes_to_rest_though_its_machines_go_one_after_another() {
    long seed = 9_112_952;
    STORM.judge(seed, tell(seed, STORM.told()));
  }

  @Test
  void an_image_that_is_resolved_amid_a_rollback_breaks_no_rule() {
    long seed = 9_210_662;
    STORM.judge(seed, tell(seed, STORM.told()));
  }

  static SimulationReport tell(long seed, boolean told) {
    return RandomScenario.playBeside(ExtraActivity.AUTOMATIC, seed, told).report();
  }
}
