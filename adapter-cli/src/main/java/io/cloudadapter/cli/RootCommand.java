package io.cloudadapter.cli;

import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.cli.certify.CertificateCommands;
import io.cloudadapter.cli.certify.CertifyCommand;
import io.cloudadapter.cli.client.ActionCommands;
import io.cloudadapter.cli.client.AdoptDisownThawCommands;
import io.cloudadapter.cli.client.ApplyCommand;
import io.cloudadapter.cli.client.AttachCommand;
import io.cloudadapter.cli.client.BackupCommand;
import io.cloudadapter.cli.client.CatalogCommands;
import io.cloudadapter.cli.client.DetachCommand;
import io.cloudadapter.cli.client.EventsCommand;
import io.cloudadapter.cli.client.HookCommands;
import io.cloudadapter.cli.client.HooksCommand;
import io.cloudadapter.cli.client.InstancesCommand;
import io.cloudadapter.cli.client.LoadBalancerCommands;
import io.cloudadapter.cli.client.NotificationsCommand;
import io.cloudadapter.cli.client.PlanCommand;
import io.cloudadapter.cli.client.PoolCommand;
import io.cloudadapter.cli.client.PoolsCommands;
import io.cloudadapter.cli.client.ProtectCommand;
import io.cloudadapter.cli.client.QuarantineCommands;
import io.cloudadapter.cli.client.RefreshCommands;
import io.cloudadapter.cli.client.ReloadCommand;
import io.cloudadapter.cli.client.ReplicasCommand;
import io.cloudadapter.cli.client.ResizeCommand;
import io.cloudadapter.cli.client.RestoreReportCommand;
import io.cloudadapter.cli.client.RouteCommands;
import io.cloudadapter.cli.client.ScalingCommand;
import io.cloudadapter.cli.client.ServiceStateCommand;
import io.cloudadapter.cli.client.SimulatedCommands;
import io.cloudadapter.cli.client.SizeCommand;
import io.cloudadapter.cli.client.StatusCommand;
import io.cloudadapter.cli.client.TerminateCommand;
import io.cloudadapter.cli.client.WatchCommand;
import io.cloudadapter.cli.policy.PolicyCommands;
import io.cloudadapter.cli.server.ConfigSchemaCommand;
import io.cloudadapter.cli.server.DoctorCommand;
import io.cloudadapter.cli.server.MoveLedgerCommand;
import io.cloudadapter.cli.server.RestoreCommand;
import io.cloudadapter.cli.server.ServeCommand;
import io.cloudadapter.cli.simulate.SimulateCommand;
import io.cloudadapter.cli.terminal.ErrorReporter;
import io.cloudadapter.cli.terminal.Terminal;
import java.time.Duration;
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
      "Exit codes: 0 done, 1 refused or failed, 2 not understood.",
      "Environment: ADAPTER_URL, ADAPTER_CA, ADAPTER_TOKEN, ADAPTER_POOL, ADAPTER_DATA."
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
   * @return 0 done, 1 refused or failed, 2 not understood
   */
  static int run(Terminal terminal, String... args) {
    CommandLine line = of(terminal);
    int code = line.execute(args);
    terminal.out().flush();
    terminal.err().flush();
    return code;
  }

  /** The commands, with their usage. */
  static CommandLine of(Terminal terminal) {
    CommandLine line = new CommandLine(new RootCommand(CommandSpec.create()))
        .addSubcommand(new HelpCommand())
        .addSubcommand(new ServeCommand(terminal))
        .addSubcommand(new DoctorCommand(terminal))
        .addSubcommand(new ConfigSchemaCommand(terminal))
        .addSubcommand(new SimulateCommand(terminal))
        .addSubcommand(new CertifyCommand(terminal))
        .addSubcommand(CertificateCommands.of(terminal))
        .addSubcommand(new ReplicasCommand(terminal))
        .addSubcommand(new MoveLedgerCommand(terminal))
        .addSubcommand(new ReloadCommand(terminal))
        .addSubcommand(new BackupCommand(terminal))
        .addSubcommand(new RestoreCommand(terminal))
        .addSubcommand(new RestoreReportCommand(terminal))
        .addSubcommand(new AdoptDisownThawCommands.AcceptRestore(terminal))
        .addSubcommand(new PoolCommand(terminal))
        .addSubcommand(new SizeCommand(terminal))
        .addSubcommand(new ResizeCommand(terminal))
        .addSubcommand(new StatusCommand(terminal))
        .addSubcommand(new PlanCommand(terminal))
        .addSubcommand(new ScalingCommand(terminal))
        .addSubcommand(HooksCommand.of(terminal))
        .addSubcommand(ActionCommands.of(terminal))
        .addSubcommand(new WatchCommand(terminal))
        .addSubcommand(new EventsCommand(terminal))
        .addSubcommand(NotificationsCommand.of(terminal))
        .addSubcommand(new TerminateCommand(terminal))
        .addSubcommand(new AttachCommand(terminal))
        .addSubcommand(new DetachCommand(terminal))
        .addSubcommand(new ServiceStateCommand(terminal))
        .addSubcommand(new ProtectCommand(terminal))
        .addSubcommand(new AdoptDisownThawCommands.Adopt(terminal))
        .addSubcommand(new AdoptDisownThawCommands.Disown(terminal))
        .addSubcommand(new AdoptDisownThawCommands.Thaw(terminal))
        .addSubcommand(PoolsCommands.of(terminal))
        .addSubcommand(new ApplyCommand(terminal))
        .addSubcommand(QuarantineCommands.of(terminal))
        .addSubcommand(RefreshCommands.of(terminal))
        .addSubcommand(new CatalogCommands.Catalog(terminal))
        .addSubcommand(new CatalogCommands.Quotas(terminal))
        .addSubcommand(new InstancesCommand(terminal))
        .addSubcommand(LoadBalancerCommands.LoadBalancer.of(terminal))
        .addSubcommand(RouteCommands.Routes.of(terminal))
        .addSubcommand(PolicyCommands.of(terminal))
        .addSubcommand(SimulatedCommands.of(terminal));
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
