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
  /** It goes back: it replaces the machines of the launch template that did not prove itself. */
  ROLLING_BACK,
  /** Every machine that it was for is replaced and healthy. Terminal. */
  SUCCEEDED,
  /** Its time limit has passed. Terminal. */
  FAILED,
  /** A person has cancelled it, or the launch template has changed. Terminal. */
  CANCELLED,
  /** It went back, and all machines that it had made are replaced. Terminal. */
  ROLLED_BACK,
  /** It did not come all the way back: its time limit passed, a person stopped it, or the launch template changed. */
  ROLLBACK_FAILED;

  /** Whether the refresh goes on, or may go on. */
  public boolean active() {
    return switch (this) {
      case RUNNING, PAUSED, CHECKPOINT, BAKING, ROLLING_BACK -> true;
      case SUCCEEDED, FAILED, CANCELLED, ROLLED_BACK, ROLLBACK_FAILED -> false;
    };
  }
}
