package io.cloudadapter.cli.terminal;

import io.cloudadapter.spi.config.ConfigException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The common part of commands that try something: success or failure, exit codes 0 and 1, or a malformed request,
 * exit code 2; the output is for people or for programs.
 */
@Command(sortOptions = false)
public abstract class OfflineCommand implements Callable<Integer> {
  public final Terminal terminal;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public OfflineCommand(Terminal terminal) {
    this.terminal = terminal;
  }

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

  public final boolean json() {
    return json;
  }

  public final void print(String line) {
    terminal.out().println(PrintableText.line(line));
  }

  public final void printJson(Object value) {
    terminal.out().println(JsonOutput.text(value));
  }
}
