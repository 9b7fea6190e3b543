package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Scenarios of pools whose ledger is restored from a backup of a random moment: {@code -Drestore.seeds} of them, from
 * {@code -Drestore.first} on.
 */
@Tag("proof")
class RestoreStormTest {
  private static final long FIRST = Long.getLong("restore.first", 1);
  private static final long SEEDS = Long.getLong("restore.seeds", 100);

  @Test
  void no_rule_is_broken_and_every_machine_is_accounted_for() {
    LongStream.range(FIRST, FIRST + SEEDS)
        .parallel()
        .forEach(seed -> assertThat(RestoreStory.tell(seed))
            .as("mvn -pl adapter-simulation -am test -Dtest=RestoreStormTest -Drestore.seeds=1"
                + " -Drestore.first=" + seed)
            .isEmpty());
  }
}
