package io.cloudadapter.core.store;

import java.util.Optional;

/**
 * The result of a commit.
 *
 * @param outcome what is known
 * @param revision the store's revision after a COMMITTED transaction, else 0
 * @param conflictingKey the first required key whose revision differed, for CONFLICT
 * @param cause why nothing is known, for UNKNOWN
 */
public record CommitResult(
    Outcome outcome, long revision, Optional<String> conflictingKey, Optional<Throwable> cause) {

  /** The possible outcomes of a transaction. */
  public enum Outcome {
    /** All of it is durable. */
    COMMITTED,
    /** A requirement did not hold; nothing was written. */
    CONFLICT,
    /** It may or may not be there: read again before anything else. */
    UNKNOWN
  }

  /** Durable at this revision. */
  public static CommitResult committed(long revision) {
    return new CommitResult(Outcome.COMMITTED, revision, Optional.empty(), Optional.empty());
  }

  /** Refused, since this key was not at the required revision. */
  public static CommitResult conflict(String key) {
    return new CommitResult(Outcome.CONFLICT, 0, Optional.of(key), Optional.empty());
  }

  /** Perhaps written, perhaps not. */
  public static CommitResult unknown(Throwable cause) {
    return new CommitResult(Outcome.UNKNOWN, 0, Optional.empty(), Optional.of(cause));
  }

  /** Whether all of it is durable. */
  public boolean committed() {
    return outcome == Outcome.COMMITTED;
  }
}
