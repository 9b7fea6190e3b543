package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.action.ActionLease;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.action.ActionProgress.State;
import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.client.message.ActionMessages;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The commands by which executors outside of the server claim actions and report on them. */
final class ExecutorCommands {
  private ExecutorCommands() {}

  /** Takes one up. */
  @Command(
      name = "claim",
      description = "Claims an action of an external type, or extends the claim.")
  static final class Claim extends ClientCommand.Write {
    @Parameters(
        paramLabel = "ID",
        index = "0",
        converter = ActionIdConverter.class,
        description = "The action's id, as list shows it, or its name as kubectl shows it.")
    private UUID uid = new UUID(0, 0);

    @Option(
        names = "--holder",
        paramLabel = "NAME",
        required = true,
        description = "The name of the executor.")
    private String holder = "";

    @Option(
        names = "--lease",
        paramLabel = "TIME",
        description = "How long the claim lasts, 1s to 1h. Default: 1m. Claim again to extend it.")
    private Duration lease = Duration.ofMinutes(1);

    Claim(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      ActionLease got = pool().claimAction(uid, holder, lease, options());
      done(
          "action " + uid + ": " + got.holder() + " has it until " + got.expiresAt()
              + ", under epoch " + got.epoch(),
          ActionMessages.lease(got));
    }
  }

  /** Reports. */
  @Command(name = "report", description = "Reports the outcome of a claimed action.")
  static final class Report extends ClientCommand.Write {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
        paramLabel = "ID",
        index = "0",
        converter = ActionIdConverter.class,
        description = "The action's id, as list shows it, or its name as kubectl shows it.")
    private UUID uid = new UUID(0, 0);

    @Parameters(
        paramLabel = "OUTCOME",
        index = "1",
        description = "${COMPLETION-CANDIDATES}: done and failed end the action, not_done requests "
            + "another attempt, unknown leads to one only if a repeat is harmless.")
    private State outcome = State.UNKNOWN;

    @Option(
        names = "--epoch",
        paramLabel = "N",
        required = true,
        description = "The epoch that claim printed.")
    private int epoch;

    @Option(
        names = "--result",
        paramLabel = "NAME=VALUE",
        description = "A detail of the result; repeatable.")
    private Map<String, String> result = new TreeMap<>();

    @Option(names = "--note", paramLabel = "TEXT", description = "The reason, as text.")
    private String note = "";

    Report(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      ActionProgress progress = progress();
      MachinePool pool = pool();
      pool.reportAction(uid, epoch, progress, options());
      done(
          "action " + uid + ": reported as " + outcome,
          JsonOutput.fields(
              "pool", pool.name().value(), "id", uid.toString(), "outcome", outcome.name()));
    }

    private ActionProgress progress() {
      try {
        return new ActionProgress(outcome, result, note);
      } catch (IllegalArgumentException wrong) {
        throw new ParameterException(spec.commandLine(), String.valueOf(wrong.getMessage()));
      }
    }
  }
}
