package io.cloudadapter.cli;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import picocli.CommandLine.Command;

/** Takes a machine into the pool. */
@Command(
    name = "attach",
    description = "Takes a running machine into the pool, which becomes one larger.")
final class AttachCommand extends MachineCommand {
  AttachCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  String change(MachinePool pool, MachineId id) {
    pool.attach(id, options());
    return "attached, the pool is one larger";
  }
}
