package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lets a machine go. */
@Command(
    name = "detach",
    description =
        "Removes a machine from the pool without ending it. The pool launches a " + "replacement.")
public final class DetachCommand extends MachineCommand {
  @Option(
      names = "--decrement",
      description = "Lower the desired size by one instead of replacing the machine.")
  private boolean decrement;

  public DetachCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  String change(MachinePool pool, MachineId id) {
    pool.detach(id, decrement, options());
    return (decrement ? "detached, the pool is one smaller" : "detached, and will be replaced")
        + exceeded(pool);
  }
}
