package io.cloudadapter.simulation;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whether the histories of pools agree with their ledgers in random scenarios where cloud, store and processes fail:
 * {@code -Dhistory.seeds} of them, from {@code -Dhistory.first} on. A build runs a few.
 */
class HistoryStormTest {
  private static final Storm STORM = new Storm(HistoryStormTest.class, "history", 200);
  private static final long FEW = 6;

  @Test
  void a_few_histories_agree_with_their_ledgers() {
    LongStream.rangeClosed(1, FEW).parallel().forEach(seed -> STORM.judge(seed, tell(seed, false)));
  }

  @Tag("proof")
  @Test
  void each_history_agrees_with_its_ledger() {
    STORM.play(seed -> STORM.judge(seed, tell(seed, STORM.told())));
  }

  static SimulationReport tell(long seed, boolean told) {
    return RandomScenario.playHistory(seed, told).report();
  }
}
