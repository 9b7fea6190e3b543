package io.cloudadapter.cli.policy;

import io.cloudadapter.cli.terminal.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What can be done with policies when no server is there. */
@Command(
    name = "policy",
    synopsisSubcommandLabel = "COMMAND",
    description = "Tests scaling policies without a pool.")
public final class PolicyCommands implements Runnable {
  @Spec
  private CommandSpec spec;

  private PolicyCommands(CommandSpec spec) {
    this.spec = spec;
  }

  public static CommandLine of(Terminal terminal) {
    return new CommandLine(new PolicyCommands(CommandSpec.create()))
        .addSubcommand(new PolicyTryCommand(terminal));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing: try");
  }
}
