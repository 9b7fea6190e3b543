package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.fault.FaultKind;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Stories of clouds that run launches as operations, which fail late or are lost: {@code -Doperations.seeds} of them,
 * from {@code -Doperations.first} on.
 */
@Tag("proof")
class OperationStormTest {
  private static final Storm STORM = new Storm(OperationStormTest.class, "operations", 150);

  /** Separates the random numbers of operations from all others. */
  private static final long OPERATING = 0x0BE4A7E;

  @Test
  void no_rule_is_broken_and_every_pool_comes_to_rest() {
    LongAdder failed = new LongAdder();
    LongAdder lost = new LongAdder();
    STORM.play(seed -> {
      RandomScenario.Recording story = play(seed, STORM.told());
      STORM.judge(seed, story.report());
      story.strikes().forEach(strike -> {
        failed.add(strike.kind() == FaultKind.OPERATION_FAILS ? 1 : 0);
        lost.add(strike.kind() == FaultKind.OPERATION_LOST ? 1 : 0);
      });
    });
    assertThat(failed.sum()).as("operations that failed").isPositive();
    assertThat(lost.sum()).as("operations that were lost").isPositive();
  }

  static SimulationReport tell(long seed) {
    return play(seed, false).report();
  }

  private static RandomScenario.Recording play(long seed, boolean told) {
    return RandomScenario.play(
        seed,
        told,
        strike -> false,
        command -> true,
        weather -> weather.withOperations(new SeededRandom(seed ^ OPERATING)));
  }
}
