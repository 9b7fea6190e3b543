package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.cli.terminal.PrintableText;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.cli.terminal.TextTable;
import io.cloudadapter.client.message.ActionMessages;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What is asked of single machines. */
@Command(
    name = "action",
    synopsisSubcommandLabel = "COMMAND",
    description = "Requests actions on single machines, and shows their progress.")
public final class ActionCommands implements Runnable {
  @Spec
  private CommandSpec spec;

  private ActionCommands(CommandSpec spec) {
    this.spec = spec;
  }

  public static CommandLine of(Terminal terminal) {
    return new CommandLine(new ActionCommands(CommandSpec.create()))
        .addSubcommand(new Reboot(terminal))
        .addSubcommand(new Snapshot(terminal))
        .addSubcommand(new Restore(terminal))
        .addSubcommand(new Start(terminal))
        .addSubcommand(new Stop(terminal))
        .addSubcommand(new Run(terminal))
        .addSubcommand(new ListThem(terminal))
        .addSubcommand(new Show(terminal))
        .addSubcommand(new Cancel(terminal))
        .addSubcommand(new ExecutorCommands.Claim(terminal))
        .addSubcommand(new ExecutorCommands.Report(terminal));
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "a command is missing: reboot, snapshot, restore, start, stop, run, list,"
            + " show, cancel, claim or report");
  }

  /** How far an action is, on one line. */
  private static String line(ActionStatus action) {
    StringBuilder line = new StringBuilder(action.action().type())
        .append(" of ")
        .append(action.machine())
        .append(": ")
        .append(action.phase());
    if (action.phase() == ActionPhase.PROBING) {
      line.append(" (is it done? The cloud is being asked)");
    }
    if (action.attempts().size() > 1) {
      line.append(", attempt ").append(action.attempts().size());
    }
    if (!action.reason().isEmpty()) {
      line.append(", ").append(action.reason());
    }
    new TreeMap<>(action.result())
        .forEach((name, value) -> line.append(", ").append(name).append(' ').append(value));
    return line.toString();
  }

  private abstract static class Submit extends ClientCommand.Write {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "MACHINE", index = "0", description = "The machine's id.")
    private String machine = "";

    @Option(
        names = "--delay",
        paramLabel = "TIME",
        description = "How long to wait before the first attempt. Default: no wait.")
    private @Nullable Duration delay;

    @Option(
        names = "--within",
        paramLabel = "TIME",
        description = "How long after that an attempt may still begin. Default: 1h.")
    private @Nullable Duration within;

    @Option(
        names = "--attempts",
        paramLabel = "N",
        description = "The largest number of attempts. Default: 5.")
    private @Nullable Integer attempts;

    @Option(
        names = "--label",
        paramLabel = "NAME=VALUE",
        description = "A label to select the action by; repeatable.")
    private Map<String, String> labels = new TreeMap<>();

    @Option(names = "--watch", description = "Follow the action until it ends.")
    private boolean watch;

    Submit(Terminal terminal) {
      super(terminal);
    }

    abstract Action action();

    @Override
    final void run() throws InterruptedException {
      ActionRequest request = request();
      MachinePool pool = pool();
      UUID uid = pool.submit(request, options());
      if (!watch) {
        done(
            "action " + uid + ": accepted",
            JsonOutput.fields("pool", pool.name().value(), "id", uid.toString()));
        return;
      }
      if (!structured()) {
        terminal.out().println("action " + uid + ": accepted");
        terminal.out().flush();
      }
      follow(pool, uid);
    }

    private ActionRequest request() {
      try {
        ActionRequest request =
            ActionRequest.of(new MachineId(machine), action()).labels(labels);
        request = delay == null ? request : request.after(delay);
        request = within == null ? request : request.within(within);
        return attempts == null ? request : request.attempts(attempts);
      } catch (IllegalArgumentException wrong) {
        throw new ParameterException(spec.commandLine(), String.valueOf(wrong.getMessage()));
      }
    }

    private void follow(MachinePool pool, UUID uid) throws InterruptedException {
      ActionStatus end = new ActionFollower(pool, uid, terminal, this::show).end();
      if (end.phase() != ActionPhase.SUCCEEDED) {
        throw new PoolException(
            Reason.CONFLICT, "action " + uid + " has ended as " + end.phase(), end.reason());
      }
    }

    private void show(ActionStatus action) {
      if (structured()) {
        showNext(ActionMessages.action(action));
      } else {
        terminal.out().println(PrintableText.line(line(action)));
      }
      terminal.out().flush();
    }
  }

  /** Reboots. */
  @Command(name = "reboot", description = "Reboots a machine.")
  static final class Reboot extends Submit {
    @Option(names = "--hard", description = "Reboot hard, like a power cut.")
    private boolean hard;

    Reboot(Terminal terminal) {
      super(terminal);
    }

    @Override
    Action action() {
      return new Action.Reboot(hard ? Action.Mode.HARD : Action.Mode.SOFT);
    }
  }

  /** Takes a snapshot. */
  @Command(name = "snapshot", description = "Takes a snapshot of a machine.")
  static final class Snapshot extends Submit {
    @Option(
        names = "--name",
        paramLabel = "NAME",
        description = "The name or location of the snapshot. Default: the cloud chooses.")
    private String name = "";

    Snapshot(Terminal terminal) {
      super(terminal);
    }

    @Override
    Action action() {
      return new Action.Snapshot(name);
    }
  }

  /** Goes back to a snapshot. */
  @Command(name = "restore", description = "Restores a machine from a snapshot.")
  static final class Restore extends Submit {
    @Parameters(paramLabel = "SNAPSHOT", index = "1", description = "The snapshot's id.")
    private String snapshot = "";

    Restore(Terminal terminal) {
      super(terminal);
    }

    @Override
    Action action() {
      return new Action.Restore(snapshot);
    }
  }

  /** Starts a machine. */
  @Command(name = "start", description = "Starts a stopped machine.")
  static final class Start extends Submit {
    Start(Terminal terminal) {
      super(terminal);
    }

    @Override
    Action action() {
      return new Action.Start();
    }
  }

  /** Stops. */
  @Command(
      name = "stop",
      description = "Stops a machine. The machine stays, and the pool launches a replacement.")
  static final class Stop extends Submit {
    Stop(Terminal terminal) {
      super(terminal);
    }

    @Override
    Action action() {
      return new Action.Stop();
    }
  }

  /** Does what a library has brought along. */
  @Command(
      name = "run",
      description = "Requests an action of a custom type that the server's libraries define.")
  static final class Run extends Submit {
    @Parameters(paramLabel = "TYPE", index = "1", description = "The name of the type.")
    private String type = "";

    @Option(
        names = {"-P", "--parameter"},
        paramLabel = "NAME=VALUE",
        description = "A parameter; repeatable.")
    private Map<String, String> parameters = new TreeMap<>();

    Run(Terminal terminal) {
      super(terminal);
    }

    @Override
    Action action() {
      return Action.of(type, parameters);
    }
  }

  /** Lists actions. */
  @Command(name = "list", description = "Lists the open actions and those that ended recently.")
  static final class ListThem extends ClientCommand.Read {
    @Option(names = "--open", description = "Only open actions.")
    private boolean open;

    ListThem(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      MachinePool pool = pool();
      ActionList list = pool.actions();
      List<ActionStatus> shown = new ArrayList<>(list.actions());
      shown.removeIf(action -> open && action.ended());
      print(
          "pool " + pool.name() + ": actions " + shown.size(),
          ActionMessages.list(new ActionList(list.version(), shown)));
      if (!structured() && !shown.isEmpty()) {
        TextTable table =
            new TextTable("ID", "MACHINE", "TYPE", "PHASE", "TRIES", "CREATED", "DUE", "REASON");
        shown.forEach(action -> table.row(
            action.uid().toString(),
            action.machine().value(),
            action.action().type(),
            action.phase().name(),
            Integer.toString(action.attempts().size()),
            action.createdAt().toString(),
            due(action),
            action.reason()));
        print(table);
      }
    }
  }

  /** Until when one is delayed that has not begun. */
  private static String due(ActionStatus action) {
    boolean delayed = action.phase() == ActionPhase.PENDING
        && action.attempts().isEmpty()
        && action.notBefore().isAfter(action.createdAt());
    return delayed ? action.notBefore().toString() : "-";
  }

  /** Shows one action. */
  @Command(name = "show", description = "Shows one action.")
  static final class Show extends ClientCommand.Read {
    @Parameters(
        paramLabel = "ID",
        index = "0",
        converter = ActionIdConverter.class,
        description = "The action's id, as list shows it, or its name as kubectl shows it.")
    private UUID uid = new UUID(0, 0);

    Show(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      MachinePool pool = pool();
      ActionStatus action = pool.action(uid)
          .orElseThrow(() -> new PoolException(
              Reason.NOT_FOUND,
              "pool " + pool.name() + " has no action " + uid,
              "Those that have ended are kept for a while only."));
      print(line(action), ActionMessages.action(action));
    }
  }

  /** Takes one back. */
  @Command(
      name = "cancel",
      description = "Cancels an action. An attempt that has begun is not repeated.")
  static final class Cancel extends ClientCommand.Write {
    @Parameters(
        paramLabel = "ID",
        index = "0",
        converter = ActionIdConverter.class,
        description = "The action's id, as list shows it, or its name as kubectl shows it.")
    private UUID uid = new UUID(0, 0);

    Cancel(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      MachinePool pool = pool();
      pool.cancelAction(uid, options());
      boolean before = pool.action(uid)
          .map(action -> action.phase() == ActionPhase.CANCELLED)
          .orElse(true);
      done(
          "action " + uid
              + (before
                  ? ": cancelled before it was done"
                  : ": is under way, and what it does stands; it is not tried again"),
          JsonOutput.fields(
              "pool",
              pool.name().value(),
              "id",
              uid.toString(),
              "done",
              before ? "cancelled" : "cancel requested"));
    }
  }
}
