package io.cloudadapter.api.action;

import java.util.Objects;
import java.util.Optional;

/**
 * One change of one action, as a watch delivers it.
 *
 * @param kind what happened to it
 * @param version the version of the change; of a DELETED one, that of the deletion
 * @param action the action after the change; for DELETED, its last state
 * @param before the action before the change, so that a watch with a selector can see what enters and leaves the
 *     selection; empty if the action was added, or its former state is no longer known
 */
public record ActionChange(
    Kind kind, long version, ActionStatus action, Optional<ActionStatus> before) {

  /** What happened to an action. */
  public enum Kind {
    /** It was accepted. */
    ADDED,
    /** It has gone on, or ended. */
    MODIFIED,
    /** The pool no longer keeps it, long after it ended. */
    DELETED
  }

  /** Checks that nothing is null. */
  public ActionChange {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(action, "action");
    Objects.requireNonNull(before, "before");
  }
}
