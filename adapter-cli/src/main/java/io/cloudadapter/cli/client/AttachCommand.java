package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.cli.terminal.Terminal;
import picocli.CommandLine.Command;

/** Takes a machine into the pool. */
@Command(
    name = "attach",
    description = "Adds a running machine to the pool, and raises the desired size by one.")
public final class AttachCommand extends MachineCommand {
  public AttachCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  String change(MachinePool pool, MachineId id) {
    pool.attach(id, options());
    return "attached, the pool is one larger";
  }
}
