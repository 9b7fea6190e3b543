package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.client.SimulatedConsole;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Plays fate in the simulated cloud of a demo server. */
@Command(
    name = "simulated",
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Ends, stops or creates machines in the simulated cloud of a running server, has its checks "
            + "find machines ill, or has its requests fail.")
public final class SimulatedCommands implements Runnable {
  @Spec
  private CommandSpec spec;

  private SimulatedCommands(CommandSpec spec) {
    this.spec = spec;
  }

  public static CommandLine of(Terminal terminal) {
    return new CommandLine(new SimulatedCommands(CommandSpec.create()))
        .addSubcommand(new Kill(terminal))
        .addSubcommand(new Stop(terminal))
        .addSubcommand(new Create(terminal))
        .addSubcommand(new LoadBalancerHealth(terminal))
        .addSubcommand(new InstanceStatus(terminal))
        .addSubcommand(new Fault(terminal))
        .addSubcommand(new Heal(terminal));
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "a command is missing: kill, stop, create, load-balancer-health, instance-status, fault or heal");
  }

  /** Ends a machine. */
  @Command(name = "kill", description = "Ends a machine at once, like a host failure.")
  static final class Kill extends ClientCommand {
    @Parameters(paramLabel = "ID", description = "The machine's id.")
    private MachineId machine = new MachineId("none");

    Kill(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      pools().simulated().kill(machine);
      done(
          "machine " + machine + ": killed",
          JsonOutput.fields("machine", machine.value(), "done", "killed"));
    }
  }

  /** Stops a machine. */
  @Command(name = "stop", description = "Stops a machine, like its own shutdown.")
  static final class Stop extends ClientCommand {
    @Parameters(paramLabel = "ID", description = "The machine's id.")
    private MachineId machine = new MachineId("none");

    Stop(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      pools().simulated().stop(machine);
      done(
          "machine " + machine + ": stopped",
          JsonOutput.fields("machine", machine.value(), "done", "stopped"));
    }
  }

  /** Makes a machine. */
  @Command(
      name = "create",
      description = "Creates a running machine outside all pools, for attach.")
  static final class Create extends ClientCommand {
    Create(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      MachineId id = pools().simulated().create();
      done(
          "machine " + id + ": runs, and belongs to no pool",
          JsonOutput.fields("machine", id.value()));
    }
  }

  /** Sets what checks of a machine find. */
  abstract static class Health extends ClientCommand {
    @Parameters(index = "0", paramLabel = "ID", description = "The machine's id.")
    private MachineId machine = new MachineId("none");

    @Parameters(
        index = "1",
        paramLabel = "VERDICT",
        description = "One of ${COMPLETION-CANDIDATES}: the machine is well, it is ill, or the "
            + "checks show nothing of it.")
    private HealthVerdict verdict = HealthVerdict.OK;

    private final String checks;

    Health(Terminal terminal, String checks) {
      super(terminal);
      this.checks = checks;
    }

    /** Has the checks find the verdict from now on. */
    abstract void set(SimulatedConsole cloud, MachineId machine, HealthVerdict verdict);

    @Override
    void run() {
      set(pools().simulated(), machine, verdict);
      done(
          "machine " + machine + ": " + checks + " is " + verdict,
          JsonOutput.fields("machine", machine.value(), "verdict", verdict.name()));
    }
  }

  /** Sets what load balancers find. */
  @Command(
      name = "load-balancer-health",
      description = "Sets what all load balancers find of a machine that runs, until it is set "
          + "again or the server ends. A pool reads it if health.loadBalancers is true.")
  static final class LoadBalancerHealth extends Health {
    LoadBalancerHealth(Terminal terminal) {
      super(terminal, "load balancer health");
    }

    @Override
    void set(SimulatedConsole cloud, MachineId machine, HealthVerdict verdict) {
      cloud.setLoadBalancerHealth(machine, verdict);
    }
  }

  /** Sets what the cloud's own checks find. */
  @Command(
      name = "instance-status",
      description = "Sets what the cloud's own checks find of a machine that runs, until it is set "
          + "again or the server ends. A pool reads it if health.cloudStatus is true.")
  static final class InstanceStatus extends Health {
    InstanceStatus(Terminal terminal) {
      super(terminal, "instance status");
    }

    @Override
    void set(SimulatedConsole cloud, MachineId machine, HealthVerdict verdict) {
      cloud.setInstanceStatus(machine, verdict);
    }
  }

  /** Starts a fault. */
  @Command(
      name = "fault",
      description = "Has a fault strike requests of a kind, until heal or the end of the server.")
  static final class Fault extends ClientCommand {
    @Parameters(
        index = "0",
        paramLabel = "FAULT",
        description = "The fault, for example NO_CAPACITY, NO_QUOTA, DENY, THROTTLE or LOSE_REPLY.")
    private String fault = "";

    @Parameters(
        index = "1",
        paramLabel = "REQUEST",
        description = "Which requests it strikes: READ, LAUNCH, TERMINATE, MARK or ACT.")
    private String request = "";

    @Option(
        names = "--percent",
        paramLabel = "PERCENT",
        defaultValue = "100",
        description = "The share of the requests, 0 to 100; 0 ends the fault. Default: 100.")
    private int percent;

    Fault(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      String name = fault.toUpperCase(Locale.ROOT);
      String kind = request.toUpperCase(Locale.ROOT);
      pools().simulated().fault(name, kind, percent);
      done(
          "fault " + name + ": strikes " + percent + " % of " + kind + " requests",
          JsonOutput.fields("fault", name, "request", kind, "percent", percent));
    }
  }

  /** Ends all faults. */
  @Command(name = "heal", description = "Ends all faults of requests. What they have done stays.")
  static final class Heal extends ClientCommand {
    Heal(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      pools().simulated().heal();
      done("the simulated cloud: no request fails any more", JsonOutput.fields("done", "healed"));
    }
  }
}
