package io.cloudadapter.simulation;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Scenarios of pools whose ledger is restored from a backup of a random moment: {@code -Drestore.seeds} of them, from
 * {@code -Drestore.first} on.
 */
@Tag("proof")
class RestoreStormTest {
  private static final Storm STORM = new Storm(RestoreStormTest.class, "restore", 50);

  @Test
  void no_rule_is_broken_and_every_machine_is_accounted_for() {
    STORM.play(seed -> STORM.judge(seed, RestoreStory.tell(seed)));
  }
}
