package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.refresh.RefreshCause;
import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.cli.terminal.RefreshOptions;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.client.message.RefreshMessages;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Starts the refresh of a pool, shows and controls it. */
@Command(
    name = "refresh",
    synopsisSubcommandLabel = "COMMAND",
    description = "Replaces the machines of a pool that were made from an earlier launch template, "
        + "a few at a time.")
public final class RefreshCommands implements Runnable {
  @Spec
  private CommandSpec spec;

  private RefreshCommands(CommandSpec spec) {
    this.spec = spec;
  }

  public static CommandLine of(Terminal terminal) {
    return new CommandLine(new RefreshCommands(CommandSpec.create()))
        .addSubcommand(new Start(terminal))
        .addSubcommand(new Status(terminal))
        .addSubcommand(new Pause(terminal))
        .addSubcommand(new Resume(terminal))
        .addSubcommand(new Cancel(terminal))
        .addSubcommand(new Rollback(terminal));
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "a command is missing: start, status, pause, resume, cancel or rollback");
  }

  /** The refresh in one line. */
  private static String line(MachinePool pool, Optional<RefreshStatus> found) {
    return "pool " + pool.name() + ": "
        + found
            .map(refresh -> "refresh to launch template " + refresh.template() + " is "
                + refresh.state() + ", remaining " + refresh.remaining() + " of "
                + refresh.machines()
                + (refresh.warmRemaining() == 0
                    ? ""
                    : " and " + refresh.warmRemaining() + " of the warm pool")
                + ", healthy " + refresh.healthy() + " of at least "
                + refresh.leastHealthy())
            .orElse("there was no refresh");
  }

  /** Starts one. */
  @Command(
      name = "start",
      description = {
        "Starts a refresh. It goes on in the server until it has ended; status shows how far it "
            + "has come.",
        "Machines whose template equals the present one stay, unless --replace-matching is given."
      })
  static final class Start extends ClientCommand.Write {
    @Mixin
    private RefreshOptions settings = new RefreshOptions();

    Start(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      RefreshRequest request = settings.request();
      MachinePool pool = pool();
      pool.refresh(request, options());
      Optional<RefreshStatus> status = pool.refreshStatus();
      done(line(pool, status), RefreshMessages.status(status));
    }
  }

  /** Shows it. */
  @Command(name = "status", description = "Shows the refresh that is under way, or the last one.")
  static final class Status extends ClientCommand.Read {
    Status(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      MachinePool pool = pool();
      Optional<RefreshStatus> found = pool.refreshStatus();
      print(line(pool, found), RefreshMessages.status(found));
      if (!structured()) {
        found.ifPresent(this::details);
      }
    }

    private void details(RefreshStatus refresh) {
      if (refresh.cause() != RefreshCause.REQUEST) {
        terminal.out().println("cause    " + refresh.cause());
      }
      refresh.reason().ifPresent(reason -> terminal.out().println("reason   " + reason));
      refresh.waitsFor().ifPresent(wait -> terminal.out().println("waits for " + wait));
      if (refresh.failures() > 0) {
        terminal.out().println("failed   " + refresh.failures());
      }
      if (!refresh.blocked().isEmpty()) {
        terminal
            .out()
            .println("blocked  "
                + refresh.blocked().stream()
                    .map(MachineId::value)
                    .collect(Collectors.joining(", ")));
      }
    }
  }

  private abstract static class Control extends ClientCommand.Write {
    private final RefreshControl control;

    Control(Terminal terminal, RefreshControl control) {
      super(terminal);
      this.control = control;
    }

    @Override
    final void run() {
      MachinePool pool = pool();
      pool.controlRefresh(control, options());
      Optional<RefreshStatus> status = pool.refreshStatus();
      done(line(pool, status), RefreshMessages.status(status));
    }
  }

  /** Stops further steps. */
  @Command(name = "pause", description = "Pauses a refresh: it takes out no further machine.")
  static final class Pause extends Control {
    Pause(Terminal terminal) {
      super(terminal, RefreshControl.PAUSE);
    }
  }

  /** Goes on. */
  @Command(
      name = "resume",
      description = "Resumes a refresh that is paused, or ends its wait at a checkpoint.")
  static final class Resume extends Control {
    Resume(Terminal terminal) {
      super(terminal, RefreshControl.RESUME);
    }
  }

  /** Ends it. */
  @Command(name = "cancel", description = "Cancels a refresh. Machines that it has replaced stay.")
  static final class Cancel extends Control {
    Cancel(Terminal terminal) {
      super(terminal, RefreshControl.CANCEL);
    }
  }

  /** Takes the pool back. */
  @Command(
      name = "rollback",
      description =
          "Takes the pool back to the launch template from before the refresh, also after "
              + "the refresh has ended. The configuration stays as it is.")
  static final class Rollback extends Control {
    Rollback(Terminal terminal) {
      super(terminal, RefreshControl.ROLLBACK);
    }
  }
}
