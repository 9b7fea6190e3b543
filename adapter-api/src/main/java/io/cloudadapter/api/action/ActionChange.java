package io.cloudadapter.api.action;

import java.util.Objects;
import java.util.Optional;

/**
 * One change of one action.
 *
 * @param kind what happened to it
 * @param version the version of the change; of a DELETED one, that of the deletion
 * @param action the action after it; of a DELETED one, as it was last
 * @param before the action as it was, so that whoever selects can tell what enters and what leaves; empty if
 *     it was added, or that is not known any more
 */
public record ActionChange(
    Kind kind, long version, ActionStatus action, Optional<ActionStatus> before) {

  /** What happened to an action. */
  public enum Kind {
    /** It was accepted. */
    ADDED,
    /** It has gone on, or ended. */
    MODIFIED,
    /** It is forgotten, long after it has ended. */
    DELETED
  }

  /** Checks that nothing is null. */
  public ActionChange {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(action, "action");
    Objects.requireNonNull(before, "before");
  }
}
