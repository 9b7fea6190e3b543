package io.cloudadapter.cli.client;

import io.cloudadapter.cli.server.DoctorReport;
import io.cloudadapter.cli.support.ServerChecks;
import io.cloudadapter.cli.support.SupportBundle;
import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.cli.terminal.OutputFile;
import io.cloudadapter.cli.terminal.PrintableText;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.client.RemotePools;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Checks a running server, and writes what it shows to those who help. */
@Command(
    name = "server",
    description = "Checks a running server: replicas, reload, receivers, and each pool with its "
        + "alarms. Changes nothing.")
public final class ServerDoctorCommand extends ClientCommand {
  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--bundle",
      paramLabel = "FILE",
      description = "Also write what the server shows to this ZIP archive, for those who help. It "
          + "holds no secret.")
  private @Nullable Path bundle;

  @Option(names = "--force", description = "Replace an archive that is there.")
  private boolean force;

  public ServerDoctorCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void run() throws IOException {
    if (bundle != null) {
      OutputFile.check(bundle, force);
    }
    RemotePools pools = pools();
    DoctorReport findings = new DoctorReport();
    new ServerChecks(findings, terminal.clock()).check(pools);
    if (structured()) {
      show(JsonOutput.fields("fault", findings.anyFault(), "findings", findings.lines()));
    } else {
      findings.lines().forEach(line -> terminal.out().println(PrintableText.line(line)));
    }
    if (bundle != null) {
      SupportBundle found = SupportBundle.of(
          pools, findings.lines(), spec.root().version()[0], terminal.clock().instant());
      found.write(bundle);
      if (!structured()) {
        terminal
            .out()
            .println("written to " + bundle + ": " + found.files().size()
                + " files, none with a secret");
      }
    }
    if (findings.anyFault()) {
      throw new IllegalArgumentException("the server does not do all of its work");
    }
  }
}
