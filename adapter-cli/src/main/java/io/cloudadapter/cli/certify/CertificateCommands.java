package io.cloudadapter.cli.certify;

import io.cloudadapter.cli.terminal.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands on certificates that exist. */
@Command(
    name = "certificate",
    synopsisSubcommandLabel = "COMMAND",
    description = "Signs certificates of adapters, and verifies their signatures.")
public final class CertificateCommands implements Runnable {
  @Spec
  private CommandSpec spec;

  private CertificateCommands(CommandSpec spec) {
    this.spec = spec;
  }

  public static CommandLine of(Terminal terminal) {
    return new CommandLine(new CertificateCommands(CommandSpec.create()))
        .addSubcommand(new CertificateSignCommand(terminal))
        .addSubcommand(new CertificateVerifyCommand(terminal));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing: sign or verify");
  }
}
