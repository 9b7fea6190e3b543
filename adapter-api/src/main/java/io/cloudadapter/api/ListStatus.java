package io.cloudadapter.api;

/** How current the machines of a {@link PoolView} are, judged by the last complete list of the cloud. */
public enum ListStatus {
  /**
   * The pool has had no complete list of the cloud since it was opened. The view shows the machines of the ledger;
   * some of them may have ended.
   */
  NOT_LISTED,
  /** The last complete list is recent. The view shows the machines as that list did. */
  RECENT,
  /**
   * The last complete list is old, because later lists failed, were incomplete or did not run. Some machines may have
   * ended since.
   */
  STALE
}
