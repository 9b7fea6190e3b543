package io.cloudadapter.cli.terminal;

/**
 * The exception of a command whose arguments are wrong by themselves, with any server and any files. The
 * process ends with exit code 2, and nothing was asked or changed.
 */
public final class UsageException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /**
   * A refusal of arguments.
   *
   * @param problem names the option, its value and what is allowed
   */
  public UsageException(String problem) {
    super(problem);
  }

  /**
   * The same with the refusal of a value that this one words for people.
   *
   * @param problem names the option, its value and what is allowed
   * @param cause the refusal
   */
  public UsageException(String problem, RuntimeException cause) {
    super(problem, cause);
  }
}
