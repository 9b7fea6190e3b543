package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.cli.terminal.Terminal;
import picocli.CommandLine.Parameters;

/** A command that changes one machine. */
abstract class MachineCommand extends ClientCommand.Write {
  @Parameters(paramLabel = "ID", index = "0", description = "The machine's id, as pool shows it.")
  private MachineId machine = new MachineId("none");

  MachineCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  final void run() {
    MachinePool pool = pool();
    String what = change(pool, machine);
    done(
        "machine " + machine + ": " + what,
        JsonOutput.fields("pool", pool.name().value(), "machine", machine.value(), "done", what));
  }

  /** Names the limit of disruption that is exceeded since a change; empty if none is, or that is unknown. */
  static String exceeded(MachinePool pool) {
    try {
      int by = pool.disruption().exceededBy();
      return by == 0 ? "" : "; that exceeds disruption.maxUnavailable by " + by;
    } catch (PoolException unknown) {
      return "";
    }
  }

  /** Changes the machine; says what it did. */
  abstract String change(MachinePool pool, MachineId id);
}
