package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Sets the desired size. */
@Command(
    name = "resize",
    description = "Sets the desired size of the pool. To follow the machines, run: watch.")
public final class ResizeCommand extends ClientCommand.Write {
  @Parameters(paramLabel = "SIZE", description = "0 to the pool's maxSize.")
  private int size;

  public ResizeCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void run() {
    MachinePool pool = pool();
    pool.setDesiredSize(size, options());
    done(
        "pool " + pool.name() + ": desired size is " + size,
        JsonOutput.fields("pool", pool.name().value(), "desiredSize", size));
  }
}
