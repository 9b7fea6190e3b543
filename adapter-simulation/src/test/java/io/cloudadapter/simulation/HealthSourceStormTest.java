package io.cloudadapter.simulation;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Scenarios of pools that take the word of load balancers, of the cloud's instance status, or of both, which lie, flap,
 * hang and cannot be read, with a probe that does so or without one: {@code -Dhealth.sources.seeds} of them, from
 * {@code -Dhealth.sources.first} on.
 */
@Tag("proof")
class HealthSourceStormTest {
  private static final Storm STORM = new Storm(HealthSourceStormTest.class, "health.sources", 30);

  @Test
  void no_rule_is_broken_and_every_pool_comes_to_rest() {
    STORM.play(seed -> STORM.judge(seed, tell(seed, STORM.told())));
  }

  /**
   * A caller leaves a machine to its sources in the step in which one is read; one that never ran turns ill. A keeper
   * begins to read late.
   */
  @Test
  void a_read_beside_a_command_and_a_machine_that_never_ran_break_no_rule() {
    for (long seed :
        new long[] {8_070_638, 8_074_168, 8_077_498, 8_088_068, 8_090_758, 8_095_708}) {
      STORM.judge(seed, tell(seed, STORM.told()));
    }
  }

  @Test
  void a_keeper_pays_no_heed_to_what_an_earlier_one_has_asked_a_source() {
    long seed = 9_002_428;
    STORM.judge(seed, tell(seed, STORM.told()));
  }

  static SimulationReport tell(long seed, boolean told) {
    return RandomScenario.playBeside(ExtraActivity.HEALTH_SOURCES, seed, told).report();
  }
}
