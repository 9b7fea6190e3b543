package io.cloudadapter.api.action;

/** How far an action has come. An action that has ended never changes again. */
public enum ActionPhase {
  /** It waits: for its delay, its turn, a budget, or the next try. */
  PENDING,
  /** An attempt is under way. */
  RUNNING,
  /** The pool is finding out what the last attempt did, or the attempt takes a while. */
  PROBING,
  /** It was done. */
  SUCCEEDED,
  /** It was not done, and the pool makes no further attempt. */
  FAILED,
  /** It is unknown whether it was done. The pool does not try again, because the action may not be done twice. */
  UNKNOWN,
  /** A caller cancelled it before it was done. */
  CANCELLED,
  /** Its deadline passed before a first attempt. */
  EXPIRED,
  /** Its machine has ended, or has left the pool. */
  ORPHANED;

  /**
   * Returns whether it has ended.
   *
   * @return false for PENDING, RUNNING and PROBING
   */
  public boolean ended() {
    return this != PENDING && this != RUNNING && this != PROBING;
  }
}
