package io.cloudadapter.core.store;

/** Why a watch ended without being closed. */
public enum WatchEndReason {
  /** Changes that it had yet to hear of are forgotten: read the range, watch from its revision. */
  COMPACTED,
  /** The store was closed. */
  CLOSED,
  /** The store failed or was fenced, or the listener threw. */
  FAILED
}
