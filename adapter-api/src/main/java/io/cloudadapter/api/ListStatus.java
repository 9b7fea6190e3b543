package io.cloudadapter.api;

/** How far the machines of a {@link PoolView} rest on a complete list of the cloud. */
public enum ListStatus {
  /**
   * The cloud has not been listed completely since the pool was opened. The machines are those of the
   * ledger, which may have ended meanwhile.
   */
  NOT_LISTED,
  /** The last complete list is recent: the machines are true for it. */
  RECENT,
  /**
   * The last complete list is old, since later ones fail, are incomplete, or are not made. The machines may
   * have ended meanwhile.
   */
  STALE
}
