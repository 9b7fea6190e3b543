package io.cloudadapter.core.ledger;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A write that was acknowledged under an idempotency key, as ledgers before format 2 have it: one record for each key,
 * under the SHA-256 of the key alone. It is read, becomes part of a page, and is deleted.
 *
 * @param command what was asked
 * @param at when it was acknowledged
 * @param outcome what it came to, if there was more to say than that it is done
 * @param deadline until when a hook waits by it, if it was a heartbeat
 * @param action which action it has become, if it asked for one
 */
record IdempotencyRecord(
    String command,
    Instant at,
    @Nullable DecisionRecord outcome,
    @Nullable Instant deadline,
    @Nullable UUID action) {

  /** What the command came to, as pages have it. */
  byte[] bytes() {
    if (deadline != null) {
      return OutcomeCodec.deadline(deadline);
    }
    if (action != null) {
      return OutcomeCodec.action(action);
    }
    return outcome == null ? new byte[0] : OutcomeCodec.decision(outcome);
  }
}
