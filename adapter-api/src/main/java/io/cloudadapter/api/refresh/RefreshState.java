package io.cloudadapter.api.refresh;

/** How far a refresh has come. */
public enum RefreshState {
  /** It replaces machines. */
  RUNNING,
  /** A person or a failure has paused it: no further machine is taken out until it is resumed. */
  PAUSED,
  /** It has reached a checkpoint, and waits for the checkpoint's time. */
  CHECKPOINT,
  /** All machines are replaced, and it waits for the bake time. */
  BAKING,
  /** Every machine that it was for is replaced and healthy. Terminal. */
  SUCCEEDED,
  /** Its time limit has passed. Terminal. */
  FAILED,
  /** A person has cancelled it, or the launch template has changed. Terminal. */
  CANCELLED;

  /** Whether the refresh goes on, or may go on. */
  public boolean active() {
    return this != SUCCEEDED && this != FAILED && this != CANCELLED;
  }
}
