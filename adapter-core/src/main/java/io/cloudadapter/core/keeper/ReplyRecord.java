package io.cloudadapter.core.keeper;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A write that was acknowledged under an idempotency key.
 *
 * @param command what was asked, so that the key is not used for something else
 * @param at when it was acknowledged
 * @param outcome what it came to, if there was more to say than that it is done
 * @param deadline until when a hook waits by it, if it was a heartbeat
 * @param action which action it has become, if it asked for one
 */
record ReplyRecord(
    String command,
    Instant at,
    @Nullable OutcomeRecord outcome,
    @Nullable Instant deadline,
    @Nullable UUID action) {

  static ReplyRecord of(Command command, Instant at, Optional<Outcome> said) {
    OutcomeRecord outcome = null;
    Instant deadline = null;
    UUID action = null;
    if (said.isPresent() && said.get() instanceof Outcome.Deadline until) {
      deadline = until.at();
    } else if (said.isPresent() && said.get() instanceof Outcome.Accepted accepted) {
      action = accepted.action();
    } else if (said.isPresent()) {
      outcome = OutcomeRecord.of(said.get());
    }
    return new ReplyRecord(command.words(), at, outcome, deadline, action);
  }

  /** What the command came to, for whoever asks again. */
  Optional<Outcome> again(Command same) {
    if (deadline != null) {
      return Optional.of(new Outcome.Deadline(deadline));
    }
    if (action != null) {
      return Optional.of(new Outcome.Accepted(action));
    }
    return outcome == null ? Optional.empty() : outcome.of(same);
  }
}
