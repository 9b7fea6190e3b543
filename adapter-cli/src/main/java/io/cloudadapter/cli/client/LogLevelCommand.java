package io.cloudadapter.cli.client;

import io.cloudadapter.api.LogLevels;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.cli.terminal.TextTable;
import io.cloudadapter.client.message.LogMessages;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the levels of a server's log, and sets one for a time. */
@Command(
    name = "log-level",
    description = "Shows the levels of the server's log, or sets the level of a logger for a time.")
public final class LogLevelCommand extends ClientCommand {
  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "LOGGER",
      description = "Such as io.cloudadapter.core, or ROOT.")
  private @Nullable String logger;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "LEVEL",
      description = "${COMPLETION-CANDIDATES}")
  private LogLevels.@Nullable Level level;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      defaultValue = "10m",
      description = "How long, 1s to 1d. Default: ${DEFAULT-VALUE}.")
  private Duration time = Duration.ofMinutes(10);

  public LogLevelCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void run() {
    LogLevels levels = pools().logLevels();
    if (logger == null) {
      show(levels.levels());
      return;
    }
    if (level == null) {
      throw new ParameterException(spec.commandLine(), "LEVEL is missing behind " + logger);
    }
    if (time.compareTo(LogLevels.SHORTEST) < 0 || time.compareTo(LogLevels.LONGEST) > 0) {
      throw new ParameterException(
          spec.commandLine(), "--for must be 1s to 1d, was " + TimeSpan.text(time));
    }
    levels.set(logger, level, time);
    print(
        "logger " + logger + ": " + level + " for " + TimeSpan.text(time),
        LogMessages.levels(levels.levels()));
  }

  private void show(Map<String, LogLevels.Level> levels) {
    if (structured()) {
      show(LogMessages.levels(levels));
      return;
    }
    TextTable table = new TextTable("LOGGER", "LEVEL");
    new TreeMap<>(levels).forEach((name, known) -> table.row(name, known.name()));
    print(table);
  }
}
