package io.cloudadapter.cli.terminal;

import io.cloudadapter.spi.config.ConfigException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * What the commands that try something have in common: it goes well or not, exit codes 0 and 1, or nothing is
 * tried because it is not understood, exit code 2; told to people or to programs.
 */
@Command(sortOptions = false)
public abstract class OfflineCommand implements Callable<Integer> {
  public final Terminal terminal;

  @Option(names = "--json", description = "Print JSON, for programs.")
  private boolean json;

  public OfflineCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** What comes before the trial. */
  public interface Preparation<T> {
    T make() throws IOException;
  }

  /** Prepares a trial; what is refused meanwhile is nobody's failure but the caller's. */
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
