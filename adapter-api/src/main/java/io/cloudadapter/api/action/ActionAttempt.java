package io.cloudadapter.api.action;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * One try of an action.
 *
 * @param number 1 for the first
 * @param startedAt when the ledger recorded it; its call left after that
 * @param endedAt when its outcome was found, or found to be unknown
 * @param error what went wrong, for people; empty if nothing did, or it is under way
 */
public record ActionAttempt(
    int number, Instant startedAt, Optional<Instant> endedAt, Optional<String> error) {
  /** Checks that nothing is null. */
  public ActionAttempt {
    Objects.requireNonNull(startedAt, "startedAt");
    Objects.requireNonNull(endedAt, "endedAt");
    Objects.requireNonNull(error, "error");
  }
}
