package io.cloudadapter.api.warm;

import java.util.Locale;

/**
 * Where a machine of a warm pool is on its way. It is beside the machine state and the service state, and none of them:
 * the cloud still reports whether the machine runs.
 */
public enum WarmState {
  /** The pool prepares a new machine: it boots, has its hooks, and is stopped if the pool keeps stopped ones. */
  WARMING,
  /** It is ready to be taken into service. */
  WARM,
  /** The pool takes it into service: it starts, and has its hooks. It counts as a machine to come. */
  WAKING,
  /** It was in service, and returns to the warm pool. */
  COOLING;

  /**
   * Returns the word for it in messages.
   *
   * @return warming, warm, waking or cooling
   */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns whether a machine counts as one to come, as a pending launch does.
   *
   * @return true for {@link #WAKING} only
   */
  public boolean comes() {
    return this == WAKING;
  }
}
