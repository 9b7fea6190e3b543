package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.fault.FaultKind;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Stories of clouds that end several machines by one call, and take some back: {@code -Dbatches.seeds} of them, from
 * {@code -Dbatches.first} on.
 */
@Tag("proof")
class BatchStormTest {
  private static final Storm STORM = new Storm(BatchStormTest.class, "batches", 150);

  /** Tells the dice of batches from those of everybody else. */
  private static final long BATCHING = 0xBA7C4;

  @Test
  void no_rule_is_broken_and_every_pool_comes_to_rest() {
    LongAdder parted = new LongAdder();
    STORM.play(seed -> {
      SimulationReport report = tell(seed, STORM.told());
      STORM.judge(seed, report);
      parted.add(report.faults().get(FaultKind.TERMINATE_PART).strikes());
    });
    assertThat(parted.sum()).as("calls that ended a part of their machines").isPositive();
  }

  static SimulationReport tell(long seed, boolean told) {
    SeededRandom dice = new SeededRandom(seed ^ BATCHING);
    return RandomScenario.play(
            seed, told, strike -> false, command -> true, weather -> weather.withBatches(dice))
        .report();
  }
}
