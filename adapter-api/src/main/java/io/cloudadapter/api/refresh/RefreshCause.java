package io.cloudadapter.api.refresh;

/** Why a refresh was started. */
public enum RefreshCause {
  /** A caller has asked for it. */
  REQUEST,
  /** Machines differ from the pool's launch template, and the pool replaces them by itself. */
  DRIFT,
  /** Machines have reached the greatest age that the pool allows them. */
  LIFETIME
}
