package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Protects a machine. */
@Command(
    name = "protect",
    description = "Protects a machine from being chosen when the pool shrinks.")
public final class ProtectCommand extends MachineCommand {
  @Option(names = "--off", description = "Lift the protection instead.")
  private boolean off;

  public ProtectCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  String change(MachinePool pool, MachineId id) {
    pool.protect(id, !off, options());
    return off ? "protected no more" : "protected";
  }
}
