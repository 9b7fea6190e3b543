package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Ends a machine. */
@Command(name = "terminate", description = "Terminates a machine. The pool launches a replacement.")
public final class TerminateCommand extends MachineCommand {
  @Option(
      names = "--decrement",
      description = "Lower the desired size by one instead of replacing the machine.")
  private boolean decrement;

  public TerminateCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  String change(MachinePool pool, MachineId id) {
    pool.terminate(id, decrement, options());
    return (decrement ? "will end, the pool is one smaller" : "will end, and be replaced")
        + exceeded(pool);
  }
}
