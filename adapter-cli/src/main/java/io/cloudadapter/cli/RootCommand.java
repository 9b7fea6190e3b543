package io.cloudadapter.cli;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.cli.client.HookCommands;
import io.cloudadapter.cli.terminal.ErrorReporter;
import io.cloudadapter.cli.terminal.Terminal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** All commands. */
@Command(
    name = "adapter",
    description = "Keeps pools of cloud machines at their sizes, and controls a running server.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Exit codes: 0 done, 1 refused or failed, 2 not understood, 3 changed by",
      "another caller while the command waited.",
      "Environment: ADAPTER_URL, ADAPTER_CA, ADAPTER_TOKEN, ADAPTER_POOL, ADAPTER_DATA,",
      "ADAPTER_CONTEXT, ADAPTER_CONTEXTS."
    })
final class RootCommand implements Runnable {
  @Spec
  private CommandSpec spec;

  private RootCommand(CommandSpec spec) {
    this.spec = spec;
  }

  /**
   * Runs one command.
   *
   * @return 0 done, 1 refused or failed, 2 not understood, 3 changed by another caller while the command waited
   */
  static int run(Terminal terminal, String... args) {
    CommandLine line = asked(terminal, args);
    int code = line.execute(args);
    terminal.out().flush();
    terminal.err().flush();
    return code;
  }

  /** The commands, with their usage. */
  static CommandLine of(Terminal terminal) {
    return of(terminal, CommandTable.NAMES);
  }

  /** The commands that the arguments ask for: the first one's, none for the version, else all. */
  private static CommandLine asked(Terminal terminal, String... args) {
    String first = args.length == 0 ? "help" : args[0];
    if (first.equals("-V") || first.equals("--version")) {
      return of(terminal, List.of());
    }
    return CommandTable.NAMES.contains(first) && !first.equals("help")
        ? of(terminal, List.of(first))
        : of(terminal);
  }

  private static CommandLine of(Terminal terminal, List<String> commands) {
    CommandLine line = new CommandLine(new RootCommand(CommandSpec.create()));
    commands.forEach(name -> line.addSubcommand(name, CommandTable.command(name, terminal)));
    withHelp(line);
    line.getCommandSpec()
        .version("adapter " + version() + ", Java " + Runtime.version())
        .addOption(OptionSpec.builder("-V", "--version")
            .versionHelp(true)
            .description("Show the version.")
            .build());
    line.setOut(terminal.out());
    line.setErr(terminal.err());
    line.setUsageHelpAutoWidth(false);
    line.setColorScheme(CommandLine.Help.defaultColorScheme(
        terminal.live() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF));
    line.registerConverter(Duration.class, RootCommand::span);
    line.registerConverter(Integer.class, RootCommand::wholeNumber);
    line.registerConverter(int.class, RootCommand::wholeNumber);
    line.registerConverter(UUID.class, HookCommands::token);
    line.registerConverter(MachineId.class, RootCommand::machine);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    ErrorReporter complaints = new ErrorReporter(terminal);
    line.setParameterExceptionHandler(complaints::misunderstood);
    line.setExecutionExceptionHandler(complaints::failed);
    return line;
  }

  /** A jar knows its version; classes that were just compiled have none. */
  private static String version() {
    return Objects.requireNonNullElse(
        RootCommand.class.getPackage().getImplementationVersion(), "(development)");
  }

  private static void withHelp(CommandLine line) {
    line.getCommandSpec()
        .addOption(OptionSpec.builder("-h", "--help")
            .usageHelp(true)
            .description("Show this help.")
            .build());
    line.getSubcommands().values().forEach(RootCommand::withHelp);
  }

  /** Time spans are written as in the configuration. */
  private static Duration span(String text) {
    try {
      return TimeSpan.parse(text);
    } catch (IllegalArgumentException e) {
      throw new CommandLine.TypeConversionException(String.valueOf(e.getMessage()));
    }
  }

  private static MachineId machine(String text) {
    try {
      return new MachineId(text);
    } catch (IllegalArgumentException e) {
      throw new CommandLine.TypeConversionException(String.valueOf(e.getMessage()));
    }
  }

  private static Integer wholeNumber(String text) {
    try {
      return Integer.valueOf(text);
    } catch (NumberFormatException e) {
      throw new CommandLine.TypeConversionException("must be a whole number, was " + text);
    }
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
