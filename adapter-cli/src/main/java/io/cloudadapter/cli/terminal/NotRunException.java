package io.cloudadapter.cli.terminal;

/** The exception of a command that did not begin, in contrast to one that failed. */
final class NotRunException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Exception why;

  NotRunException(Exception why) {
    super(why);
    this.why = why;
  }

  /** What was refused, or could not be read or written. */
  Exception why() {
    return why;
  }
}
