package io.cloudadapter.core;

import java.util.Objects;

/**
 * The outcome of an attempt to encrypt the ledger's secrets under the next key, for records such as an audit log.
 *
 * @param from the id of the key before
 * @param to the id of the next key
 * @param outcome the outcome
 * @param reason why the key was not rotated, that a process before has rotated it, or how many entries cannot be opened
 *     and stay as they are; else empty
 */
public record LedgerKeyRotation(String from, String to, Outcome outcome, String reason) {

  /** The outcome of an attempt. */
  public enum Outcome {
    /** All secrets are encrypted under the next key, but those that no key of the process opens. */
    DONE,
    /** The key before stays; {@code reason} gives why. */
    REFUSED,
    /** The store or an approval failed; the next process that begins to keep the pools goes on. */
    FAILED
  }

  /** Checks that all is given. */
  public LedgerKeyRotation {
    Objects.requireNonNull(from, "from");
    Objects.requireNonNull(to, "to");
    Objects.requireNonNull(outcome, "outcome");
    Objects.requireNonNull(reason, "reason");
  }
}
