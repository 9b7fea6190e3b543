package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Reports a machine's health. */
@Command(
    name = "service-state",
    description = "Reports the health of a machine's service. A machine that is OUT_OF_SERVICE "
        + "does not count, so the pool launches a replacement. In any other state it " + "counts.")
public final class ServiceStateCommand extends MachineCommand {
  @Parameters(paramLabel = "STATE", index = "1", description = "One of ${COMPLETION-CANDIDATES}.")
  private ServiceState state = ServiceState.UNKNOWN;

  public ServiceStateCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  String change(MachinePool pool, MachineId id) {
    pool.setServiceState(id, state, options());
    return "service state is " + state;
  }
}
