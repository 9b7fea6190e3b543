package io.cloudadapter.core.keeper;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A write that was acknowledged under an idempotency key.
 *
 * @param command what was asked, so that the key is not used for something else
 * @param at when it was acknowledged
 * @param outcome what it came to, if there was more to say than that it is done
 */
record ReplyRecord(String command, Instant at, @Nullable OutcomeRecord outcome) {

  /** What the command came to, for whoever asks again. */
  Optional<Outcome> again(Command same) {
    return outcome == null ? Optional.empty() : outcome.of(same);
  }
}
