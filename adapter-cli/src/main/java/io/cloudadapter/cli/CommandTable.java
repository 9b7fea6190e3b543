package io.cloudadapter.cli;

import io.cloudadapter.cli.certify.CertificateCommands;
import io.cloudadapter.cli.certify.CertifyCommand;
import io.cloudadapter.cli.client.ActionCommands;
import io.cloudadapter.cli.client.AdoptDisownThawCommands;
import io.cloudadapter.cli.client.ApplyCommand;
import io.cloudadapter.cli.client.AttachCommand;
import io.cloudadapter.cli.client.BackupCommand;
import io.cloudadapter.cli.client.CatalogCommands;
import io.cloudadapter.cli.client.DetachCommand;
import io.cloudadapter.cli.client.DisruptionCommand;
import io.cloudadapter.cli.client.EventsCommand;
import io.cloudadapter.cli.client.HooksCommand;
import io.cloudadapter.cli.client.InstancesCommand;
import io.cloudadapter.cli.client.LoadBalancerCommands;
import io.cloudadapter.cli.client.LogLevelCommand;
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
import io.cloudadapter.cli.client.ServerDoctorCommand;
import io.cloudadapter.cli.client.ServiceStateCommand;
import io.cloudadapter.cli.client.SimulatedCommands;
import io.cloudadapter.cli.client.SizeCommand;
import io.cloudadapter.cli.client.StatusCommand;
import io.cloudadapter.cli.client.TenantQuotasCommand;
import io.cloudadapter.cli.client.TerminateCommand;
import io.cloudadapter.cli.client.WatchCommand;
import io.cloudadapter.cli.context.ContextCommands;
import io.cloudadapter.cli.init.InitCommand;
import io.cloudadapter.cli.policy.PolicyCommands;
import io.cloudadapter.cli.server.ConfigSchemaCommand;
import io.cloudadapter.cli.server.DoctorCommand;
import io.cloudadapter.cli.server.ExplainCommand;
import io.cloudadapter.cli.server.MoveLedgerCommand;
import io.cloudadapter.cli.server.RestoreCommand;
import io.cloudadapter.cli.server.RotateLedgerKeyCommand;
import io.cloudadapter.cli.server.ServeCommand;
import io.cloudadapter.cli.simulate.SimulateCommand;
import io.cloudadapter.cli.terminal.Terminal;
import java.util.List;
import picocli.CommandLine;

/** The commands below {@code adapter}. */
final class CommandTable {
  /** Their names, in the order of the help. */
  static final List<String> NAMES = List.of(
      "help",
      "serve",
      "init",
      "doctor",
      "config-schema",
      "explain",
      "completion",
      "context",
      "simulate",
      "certify",
      "certificate",
      "replicas",
      "move-ledger",
      "reload",
      "log-level",
      "backup",
      "restore",
      "rotate-ledger-key",
      "restore-report",
      "restore-accept",
      "pool",
      "size",
      "resize",
      "refresh",
      "disruption",
      "status",
      "plan",
      "scaling",
      "hooks",
      "action",
      "watch",
      "events",
      "notifications",
      "terminate",
      "attach",
      "detach",
      "service-state",
      "protect",
      "adopt",
      "disown",
      "thaw",
      "pools",
      "apply",
      "quarantine",
      "catalog",
      "quota",
      "tenant-quotas",
      "instances",
      "lb",
      "routes",
      "policy",
      "simulated");

  private CommandTable() {}

  /**
   * Makes one command, with its own commands. Picocli needs some milliseconds for each, so a run makes the one that it
   * needs; a switch needs no lambda for each command.
   *
   * @param name one of {@link #NAMES}
   */
  static Object command(String name, Terminal terminal) {
    return switch (name) {
      case "help" -> new HelpCommand();
      case "serve" -> new ServeCommand(terminal);
      case "init" -> new InitCommand(terminal);
      case "doctor" ->
        new CommandLine(new DoctorCommand(terminal))
            .addSubcommand(new ServerDoctorCommand(terminal));
      case "config-schema" -> new ConfigSchemaCommand(terminal);
      case "explain" -> new ExplainCommand(terminal);
      case "completion" -> new CompletionCommand(terminal);
      case "context" -> ContextCommands.of(terminal);
      case "simulate" -> new SimulateCommand(terminal);
      case "certify" -> new CertifyCommand(terminal);
      case "certificate" -> CertificateCommands.of(terminal);
      case "replicas" -> new ReplicasCommand(terminal);
      case "move-ledger" -> new MoveLedgerCommand(terminal);
      case "reload" -> new ReloadCommand(terminal);
      case "log-level" -> new LogLevelCommand(terminal);
      case "backup" -> new BackupCommand(terminal);
      case "rotate-ledger-key" -> new RotateLedgerKeyCommand(terminal);
      case "restore" -> new RestoreCommand(terminal);
      case "restore-report" -> new RestoreReportCommand(terminal);
      case "restore-accept" -> new AdoptDisownThawCommands.AcceptRestore(terminal);
      case "pool" -> new PoolCommand(terminal);
      case "size" -> new SizeCommand(terminal);
      case "refresh" -> RefreshCommands.of(terminal);
      case "disruption" -> new DisruptionCommand(terminal);
      case "resize" -> new ResizeCommand(terminal);
      case "status" -> new StatusCommand(terminal);
      case "plan" -> new PlanCommand(terminal);
      case "scaling" -> new ScalingCommand(terminal);
      case "hooks" -> HooksCommand.of(terminal);
      case "action" -> ActionCommands.of(terminal);
      case "watch" -> new WatchCommand(terminal);
      case "events" -> new EventsCommand(terminal);
      case "notifications" -> NotificationsCommand.of(terminal);
      case "terminate" -> new TerminateCommand(terminal);
      case "attach" -> new AttachCommand(terminal);
      case "detach" -> new DetachCommand(terminal);
      case "service-state" -> new ServiceStateCommand(terminal);
      case "protect" -> new ProtectCommand(terminal);
      case "adopt" -> new AdoptDisownThawCommands.Adopt(terminal);
      case "disown" -> new AdoptDisownThawCommands.Disown(terminal);
      case "thaw" -> new AdoptDisownThawCommands.Thaw(terminal);
      case "pools" -> PoolsCommands.of(terminal);
      case "apply" -> new ApplyCommand(terminal);
      case "quarantine" -> QuarantineCommands.of(terminal);
      case "catalog" -> new CatalogCommands.Catalog(terminal);
      case "quota" -> new CatalogCommands.Quotas(terminal);
      case "tenant-quotas" -> new TenantQuotasCommand(terminal);
      case "instances" -> new InstancesCommand(terminal);
      case "lb" -> LoadBalancerCommands.LoadBalancer.of(terminal);
      case "routes" -> RouteCommands.Routes.of(terminal);
      case "policy" -> PolicyCommands.of(terminal);
      case "simulated" -> SimulatedCommands.of(terminal);
      default -> throw new IllegalArgumentException("there is no command " + name);
    };
  }
}
