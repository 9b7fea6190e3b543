package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Scenarios of pools that operators have observe, suspend and delete, with everything else that can go wrong:
 * {@code -Doperator.seeds} of them, from {@code -Doperator.first} on.
 */
@Tag("proof")
class OperatorStormTest {
  private static final long FIRST = Long.getLong("operator.first", 1);
  private static final long SEEDS = Long.getLong("operator.seeds", 100);

  @Test
  void no_rule_is_broken_and_every_pool_comes_to_rest_or_to_its_end() {
    LongStream.range(FIRST, FIRST + SEEDS).parallel().forEach(seed -> {
      SimulationReport report = tell(seed, SEEDS == 1);
      assertThat(report.violation())
          .as(() ->
              "mvn -pl adapter-simulation -am test -Dtest=OperatorStormTest -Doperator.seeds=1 -Doperator.first="
                  + seed + "\n" + report.story())
          .isEmpty();
    });
  }

  static SimulationReport tell(long seed, boolean told) {
    return RandomScenario.playOperators(seed, told).report();
  }
}
