package io.cloudadapter.api.action;

import java.util.List;

/**
 * All actions of a pool at one moment.
 *
 * @param version the version of that moment: a watch from here misses nothing
 * @param actions in the order in which they were accepted
 */
public record ActionList(long version, List<ActionStatus> actions) {
  /** Copies the list. */
  public ActionList {
    actions = List.copyOf(actions);
  }
}
