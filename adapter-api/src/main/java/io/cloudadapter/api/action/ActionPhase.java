package io.cloudadapter.api.action;

/** How far an action has come. What has ended never changes again. */
public enum ActionPhase {
  /** It waits: for its delay, its turn, a budget, or the next try. */
  PENDING,
  /** An attempt is under way. */
  RUNNING,
  /** What the last attempt did is being found out, or takes a while. */
  PROBING,
  /** It was done. */
  SUCCEEDED,
  /** It was not done, and nothing more is tried. */
  FAILED,
  /** Nobody knows whether it was done, and it is not tried again, since it may not be done twice. */
  UNKNOWN,
  /** Somebody took it back before it was done. */
  CANCELLED,
  /** Its time was up before a first attempt. */
  EXPIRED,
  /** Its machine has ended, or has left the pool. */
  ORPHANED;

  /**
   * Whether it is over.
   *
   * @return false for PENDING, RUNNING and PROBING
   */
  public boolean ended() {
    return this != PENDING && this != RUNNING && this != PROBING;
  }
}
