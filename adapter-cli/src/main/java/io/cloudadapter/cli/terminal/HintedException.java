package io.cloudadapter.cli.terminal;

/** The exception of a command that failed, with where to read on about the failure. */
public final class HintedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient RuntimeException why;
  private final String hint;

  /**
   * A failure with a hint.
   *
   * @param why the failure, which is printed first
   * @param hint a sentence, printed below it
   */
  public HintedException(RuntimeException why, String hint) {
    super(why);
    this.why = why;
    this.hint = hint;
  }

  RuntimeException why() {
    return why;
  }

  String hint() {
    return hint;
  }
}
