package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Scenarios of pools that users refresh, with everything else that can go wrong:
 * {@code -Drefresh.seeds} of them, from {@code -Drefresh.first} on.
 */
@Tag("proof")
class RefreshStormTest {
  private static final long FIRST = Long.getLong("refresh.first", 1);
  private static final long SEEDS = Long.getLong("refresh.seeds", 100);

  @Test
  void no_rule_is_broken_and_every_pool_comes_to_rest() {
    LongStream.range(FIRST, FIRST + SEEDS).parallel().forEach(seed -> {
      SimulationReport report = tell(seed, SEEDS == 1);
      assertThat(report.violation())
          .as(() ->
              "mvn -pl adapter-simulation -am test -Dtest=RefreshStormTest -Drefresh.seeds=1 -Drefresh.first="
                  + seed + "\n" + report.story())
          .isEmpty();
    });
  }

  static SimulationReport tell(long seed, boolean told) {
    return RandomScenario.playRefreshes(seed, told).report();
  }
}
