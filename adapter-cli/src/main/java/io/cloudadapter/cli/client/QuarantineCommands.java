package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.QuarantineDecision;
import io.cloudadapter.api.QuarantinedMachine;
import io.cloudadapter.cli.terminal.PoolFormatter;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.cli.terminal.TextTable;
import io.cloudadapter.client.message.PoolMessages;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Lists and settles the machines that carry a pool's mark without being known to its ledger. */
@Command(
    name = "quarantine",
    synopsisSubcommandLabel = "COMMAND",
    description = "Lists the machines that carry the pool's mark but are not in its ledger, and "
        + "decides about each.")
public final class QuarantineCommands implements Runnable {
  @Spec
  private CommandSpec spec;

  private QuarantineCommands(CommandSpec spec) {
    this.spec = spec;
  }

  public static CommandLine of(Terminal terminal) {
    return new CommandLine(new QuarantineCommands(CommandSpec.create()))
        .addSubcommand(new Listing(terminal))
        .addSubcommand(new Adopt(terminal))
        .addSubcommand(new Disown(terminal))
        .addSubcommand(new Terminate(terminal));
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "a command is missing: list, adopt, disown or terminate");
  }

  /** Lists them. */
  @Command(
      name = "list",
      description = "Lists the machines in quarantine with the reason for each.")
  static final class Listing extends ClientCommand.Read {
    Listing(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      MachinePool pool = pool();
      List<QuarantinedMachine> machines = pool.quarantine();
      print(
          "pool " + pool.name() + ": machines in quarantine " + machines.size(),
          PoolMessages.quarantine(machines));
      if (!structured() && !machines.isEmpty()) {
        print(table(machines, terminal.clock().instant()));
      }
    }

    private static TextTable table(List<QuarantinedMachine> machines, Instant now) {
      TextTable table =
          new TextTable("MACHINE", "STATE", "ZONE", "AGE", "ADDRESSES", "LAUNCHES", "REASON");
      machines.forEach(machine -> table.row(
          machine.id().value(),
          machine.state().name(),
          machine.zone().orElse("-"),
          machine.launchTime().map(time -> PoolFormatter.age(time, now)).orElse("-"),
          String.join(
              ",",
              Stream.concat(machine.publicIps().stream(), machine.privateIps().stream())
                  .toList()),
          machine.holdsLaunches() ? "held" : "go on",
          machine.reason()));
      return table;
    }
  }

  private abstract static class Settling extends MachineCommand {
    private final QuarantineDecision decision;
    private final String done;

    Settling(Terminal terminal, QuarantineDecision decision, String done) {
      super(terminal);
      this.decision = decision;
      this.done = done;
    }

    @Override
    final String change(MachinePool pool, MachineId id) {
      pool.settleQuarantine(id, decision, options());
      return done;
    }
  }

  /** Takes one in. */
  @Command(
      name = "adopt",
      description =
          "Adopts a machine in quarantine. It fills a gap, or raises the desired size by " + "one.")
  static final class Adopt extends Settling {
    Adopt(Terminal terminal) {
      super(terminal, QuarantineDecision.ADOPT, "is a member of the pool");
    }
  }

  /** Leaves one alone. */
  @Command(name = "disown", description = "Disowns a machine in quarantine. It keeps running.")
  static final class Disown extends Settling {
    Disown(Terminal terminal) {
      super(terminal, QuarantineDecision.DISOWN, "is disowned and keeps running");
    }
  }

  /** Ends one. */
  @Command(name = "terminate", description = "Terminates a machine in quarantine.")
  static final class Terminate extends Settling {
    Terminate(Terminal terminal) {
      super(terminal, QuarantineDecision.TERMINATE, "will end");
    }
  }
}
