package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Scenarios of pools that meet machines which are not in their ledgers, and of users who decide about them:
 * {@code -Dquarantine.seeds} of them, from {@code -Dquarantine.first} on.
 */
@Tag("proof")
class QuarantineStormTest {
  private static final long FIRST = Long.getLong("quarantine.first", 1);
  private static final long SEEDS = Long.getLong("quarantine.seeds", 100);

  @Test
  void no_rule_is_broken_and_every_pool_comes_to_rest() {
    LongStream.range(FIRST, FIRST + SEEDS).parallel().forEach(seed -> {
      SimulationReport report = tell(seed, SEEDS == 1);
      assertThat(report.violation())
          .as(() ->
              "mvn -pl adapter-simulation -am test -Dtest=QuarantineStormTest -Dquarantine.seeds=1 -Dquarantine.first="
                  + seed + "\n" + report.story())
          .isEmpty();
    });
  }

  static SimulationReport tell(long seed, boolean told) {
    return RandomScenario.playStrays(seed, told).report();
  }
}
