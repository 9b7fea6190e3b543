package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lets a machine go. */
@Command(
    name = "detach",
    description = "Lets a machine go on without the pool; a new one replaces it.")
public final class DetachCommand extends MachineCommand {
  @Option(
      names = "--decrement",
      description = "Make the pool one smaller instead of replacing the machine.")
  private boolean decrement;

  public DetachCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  String change(MachinePool pool, MachineId id) {
    pool.detach(id, decrement, options());
    return decrement ? "detached, the pool is one smaller" : "detached, and will be replaced";
  }
}
