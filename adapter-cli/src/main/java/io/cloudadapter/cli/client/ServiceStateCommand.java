package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.api.health.MachineHealth;
import io.cloudadapter.cli.terminal.Terminal;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reports a machine's health. */
@Command(
    name = "service-state",
    description = "Reports the health of a machine's service. A machine that is OUT_OF_SERVICE "
        + "does not count, so the pool launches a replacement. In any other state it counts. UNKNOWN "
        + "leaves the state to the pool's health probe and to agents again.")
public final class ServiceStateCommand extends MachineCommand {
  @Parameters(paramLabel = "STATE", index = "1", description = "One of ${COMPLETION-CANDIDATES}.")
  private ServiceState state = ServiceState.UNKNOWN;

  @Option(
      names = "--agent",
      description =
          "Reports as a program that watches the machine: what a person has set stays, and the report stands "
              + "against the pool's health probe until another one with UNKNOWN.")
  private boolean agent;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "Why, with --agent; at most 200 characters.")
  private String reason = "";

  public ServiceStateCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  String change(MachinePool pool, MachineId id) {
    if (!agent) {
      pool.setServiceState(id, state, options());
      return "service state is " + state;
    }
    HealthReport report = new HealthReport(id, verdict(), MachineHealth.shortened(reason));
    pool.reportHealth(HealthSource.AGENT, List.of(report), options());
    return "the report is taken: " + state;
  }

  private HealthVerdict verdict() {
    return switch (state) {
      case IN_SERVICE -> HealthVerdict.OK;
      case UNHEALTHY -> HealthVerdict.BAD;
      case UNKNOWN -> HealthVerdict.CANNOT_TELL;
      case BOOTING, OUT_OF_SERVICE ->
        throw new PoolException(
            PoolException.Reason.INVALID,
            "STATE must be IN_SERVICE, UNHEALTHY or UNKNOWN with --agent, was " + state,
            "An agent reports what it finds; the other states are a person's word.");
    };
  }
}
