package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whether the histories of pools agree with their ledgers in random scenarios where cloud, store and processes fail:
 * {@code -Dhistory.seeds} of them, from {@code -Dhistory.first} on. A build runs a few.
 */
class HistoryStormTest {
  private static final long FIRST = Long.getLong("history.first", 1);
  private static final long SEEDS = Long.getLong("history.seeds", 200);
  private static final long FEW = 6;

  @Test
  void a_few_histories_agree_with_their_ledgers() {
    run(1, FEW, false);
  }

  @Tag("proof")
  @Test
  void each_history_agrees_with_its_ledger() {
    run(FIRST, SEEDS, SEEDS == 1);
  }

  private static void run(long first, long seeds, boolean told) {
    LongStream.range(first, first + seeds).parallel().forEach(seed -> {
      SimulationReport report = tell(seed, told);
      assertThat(report.violation())
          .as(() ->
              "mvn -pl adapter-simulation -am test -Dtest=HistoryStormTest -Dhistory.seeds=1 -Dhistory.first="
                  + seed + "\n" + report.story())
          .isEmpty();
    });
  }

  static SimulationReport tell(long seed, boolean told) {
    return RandomScenario.playHistory(seed, told).report();
  }
}
