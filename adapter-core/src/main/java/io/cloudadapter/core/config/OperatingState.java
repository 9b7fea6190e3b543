package io.cloudadapter.core.config;

import java.util.Locale;

/**
 * What an operator lets a pool do. It is durable, so that it holds after a restart and on the next leader. The pool
 * stores commands in each state but {@link #DELETING} and {@link #DELETED}.
 */
public enum OperatingState {
  /** The pool keeps its size. */
  RUNNING(true, true),
  /** The pool reads the cloud and writes nothing to it: no launch, no termination, no mark, no registration. */
  OBSERVING(false, false),
  /** The pool launches and ends nothing. What else its machines need goes on, such as marks and load balancing. */
  SUSPENDED(false, true),
  /** The pool ends its machines, or lets them go, and then itself. It launches nothing new. */
  DELETING(true, true),
  /** The pool has no machine any more; only its records are left to be removed. */
  DELETED(false, false);

  private final boolean resizes;
  private final boolean writes;

  OperatingState(boolean resizes, boolean writes) {
    this.resizes = resizes;
    this.writes = writes;
  }

  /**
   * Returns whether machines and what belongs to them may be made and ended.
   *
   * @return false if the pool launches and ends nothing
   */
  public boolean resizes() {
    return resizes;
  }

  /**
   * Returns whether the cloud may be changed at all.
   *
   * @return false if the pool only reads
   */
  public boolean writes() {
    return writes;
  }

  /**
   * Returns whether the pool goes away.
   *
   * @return true from the moment at which its deletion was accepted
   */
  public boolean ends() {
    return this == DELETING || this == DELETED;
  }

  /**
   * Returns the name of the state for people and in JSON.
   *
   * @return the name in lower case
   */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
