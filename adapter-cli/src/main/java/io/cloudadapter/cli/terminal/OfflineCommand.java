package io.cloudadapter.cli.terminal;

import io.cloudadapter.spi.config.ConfigException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * The common part of commands that try something: success or failure, exit codes 0 and 1, or a malformed request,
 * exit code 2; the output is for people or for programs.
 */
@Command(sortOptions = false)
public abstract class OfflineCommand implements Callable<Integer> {
  public final Terminal terminal;

  @Mixin
  private OutputOptions output = new OutputOptions();

  public OfflineCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public final Integer call() throws IOException {
    output.check();
    return run();
  }

  /**
   * Does what the command is for.
   *
   * @return its exit code
   * @throws IOException if a file cannot be read or written
   */
  public abstract int run() throws IOException;

  /** The preparation of a trial. */
  public interface Preparation<T> {
    T make() throws IOException;
  }

  /** Prepares a trial; a refusal meanwhile is an error of the caller, not of the program. */
  public static <T> T prepared(Preparation<T> preparation) {
    try {
      return preparation.make();
    } catch (ConfigException
        | IllegalArgumentException
        | IOException
        | UncheckedIOException refused) {
      throw new NotRunException(refused);
    }
  }

  /** Whether the output is for programs. */
  public final boolean structured() {
    return output.structured();
  }

  public final void print(String line) {
    terminal.out().println(PrintableText.line(line));
  }

  /** Prints a message for programs. */
  public final void show(Object value) {
    output.print(terminal.out(), value);
  }
}
