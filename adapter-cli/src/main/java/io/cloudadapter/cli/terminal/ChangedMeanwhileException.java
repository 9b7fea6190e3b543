package io.cloudadapter.cli.terminal;

import io.cloudadapter.api.PoolException;

/**
 * The exception of a command that has waited for what another caller has changed meanwhile. The process ends with exit
 * code 3, so that a script can tell it from a failure.
 */
public final class ChangedMeanwhileException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient PoolException why;

  /**
   * An end of the wait.
   *
   * @param why what was changed, and by whom if that is known; it is printed
   */
  public ChangedMeanwhileException(PoolException why) {
    super(why);
    this.why = why;
  }

  PoolException why() {
    return why;
  }
}
