package io.cloudadapter.api;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Why a pool takes a machine out of service by itself: the reasons to which limits and windows of disruption apply.
 * What a caller asks for explicitly, and what the cloud does, is held back by none.
 */
public enum DisruptionReason {
  /** The pool has too many machines since a policy or a schedule has lowered its size, or a machine came back. */
  SHRINK,
  /** A refresh that a caller has started replaces machines of earlier launch templates, or a rollback does. */
  REFRESH,
  /** A refresh that has started by itself replaces machines that differ from the launch template. */
  DRIFT,
  /** A refresh that has started by itself replaces machines that have reached their greatest age. */
  LIFETIME,
  /** A machine has stayed UNHEALTHY. */
  REMEDIATION,
  /** An action that disrupts its machine, such as a reboot. */
  ACTION;

  /**
   * The word in configurations and JSON.
   *
   * @return the name in lower case
   */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads a word.
   *
   * @param word a name in lower case
   * @return the reason; empty if it is none
   */
  public static Optional<DisruptionReason> of(String word) {
    Objects.requireNonNull(word, "word");
    return Stream.of(values()).filter(reason -> reason.word().equals(word)).findFirst();
  }
}
