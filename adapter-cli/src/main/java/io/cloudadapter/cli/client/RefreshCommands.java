package io.cloudadapter.cli.client;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.refresh.FailureResponse;
import io.cloudadapter.api.refresh.ProtectedMachines;
import io.cloudadapter.api.refresh.RefreshCause;
import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshRequestBuilder;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.client.message.RefreshMessages;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
                + refresh.machines() + ", healthy " + refresh.healthy() + " of at least "
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
    /** The fields of a request with their options; a longer name comes before its beginning. */
    private static final List<Map.Entry<String, String>> OPTIONS = List.of(
        Map.entry("minHealthyPercent", "--min-healthy"),
        Map.entry("maxHealthyPercent", "--max-healthy"),
        Map.entry("batchSize", "--batch-size"),
        Map.entry("warmup", "--warmup"),
        Map.entry("bakeTime", "--bake-time"),
        Map.entry("timeLimit", "--time-limit"),
        Map.entry("failureLimit", "--failure-limit"),
        Map.entry("failurePercent", "--failure-percent"),
        Map.entry("stopAlarms", "--stop-alarm"),
        Map.entry("onFailure", "--on-failure"),
        Map.entry("checkpoints.percent", "PERCENT of --checkpoint"),
        Map.entry("checkpoints.delay", "TIME of --checkpoint"),
        Map.entry("checkpoints", "--checkpoint"));

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
        names = "--min-healthy",
        paramLabel = "PERCENT",
        description = "The share of the desired size that stays healthy, 0 to 100; by default 90.")
    private @Nullable Integer minHealthy;

    @Option(
        names = "--max-healthy",
        paramLabel = "PERCENT",
        description = "Up to this share, within maxSize, machines are launched before others are "
            + "taken out, 100 to 200; by default 100.")
    private @Nullable Integer maxHealthy;

    @Option(
        names = "--batch-size",
        paramLabel = "N",
        description = "How many machines may be on their way at once; by default as many as the "
            + "limits allow.")
    private @Nullable Integer batchSize;

    @Option(
        names = "--warmup",
        paramLabel = "TIME",
        description = "How long a new machine has to be healthy before it counts, such as 2m; by "
            + "default 0s.")
    private @Nullable Duration warmup;

    @Option(
        names = "--bake-time",
        paramLabel = "TIME",
        description = "How long the refresh waits after its last machine; by default 0s.")
    private @Nullable Duration bakeTime;

    @Option(
        names = "--replace-matching",
        description = "Replaces all machines, also those whose template equals the present one.")
    private boolean replaceMatching;

    @Option(
        names = "--protected",
        paramLabel = "RULE",
        description = "What becomes of protected machines: wait, skip or replace; by default wait.")
    private @Nullable String protectedMachines;

    @Option(names = "--zone-by-zone", description = "Replaces one zone after the other.")
    private boolean zoneByZone;

    @Option(
        names = "--time-limit",
        paramLabel = "TIME",
        description = "How long the refresh may run, pauses left out; by default 7d.")
    private @Nullable Duration timeLimit;

    @Option(
        names = "--failure-limit",
        paramLabel = "N",
        description = "At how many failed new machines the refresh stops; by default 3.")
    private @Nullable Integer failureLimit;

    @Option(
        names = "--failure-percent",
        paramLabel = "PERCENT",
        description = "At which share of failed new machines it stops, 1 to 100; by default only "
            + "--failure-limit counts.")
    private @Nullable Integer failurePercent;

    @Option(
        names = "--stop-alarm",
        paramLabel = "CODE",
        description =
            "Stops while this alarm of the pool stands, such as LAUNCHES_FAIL; repeatable.")
    private List<String> stopAlarms = List.of();

    @Option(
        names = "--on-failure",
        paramLabel = "WHAT",
        description = "What it does once it stops: pause, rollback or cancel; by default pause.")
    private @Nullable String onFailure;

    @Option(
        names = "--checkpoint",
        paramLabel = "PERCENT:TIME",
        description = "Waits for the time once that share is replaced, such as 20:1h; repeatable.")
    private List<String> checkpoints = List.of();

    Start(Terminal terminal) {
      super(terminal);
    }

    @Override
    void run() {
      RefreshRequest request;
      try {
        request = request();
      } catch (IllegalArgumentException e) {
        throw new ParameterException(
            spec.commandLine(), inOptions(String.valueOf(e.getMessage())), e);
      }
      MachinePool pool = pool();
      pool.refresh(request, options());
      Optional<RefreshStatus> status = pool.refreshStatus();
      done(line(pool, status), RefreshMessages.status(status));
    }

    /** The message of a refused request, with the options of this command instead of the request's fields. */
    private static String inOptions(String message) {
      String named = message;
      for (Map.Entry<String, String> option : OPTIONS) {
        named = named.replace(option.getKey(), option.getValue());
      }
      return named;
    }

    private RefreshRequest request() {
      RefreshRequestBuilder builder =
          RefreshRequest.builder().skipMatching(!replaceMatching).zoneByZone(zoneByZone);
      given(minHealthy).ifPresent(builder::minHealthyPercent);
      given(maxHealthy).ifPresent(builder::maxHealthyPercent);
      given(batchSize).ifPresent(builder::batchSize);
      given(warmup).ifPresent(builder::warmup);
      given(bakeTime).ifPresent(builder::bakeTime);
      given(protectedMachines)
          .map(word -> chosen("--protected", ProtectedMachines.class, word))
          .ifPresent(builder::protectedMachines);
      given(timeLimit).ifPresent(builder::timeLimit);
      given(failureLimit).ifPresent(builder::failureLimit);
      given(failurePercent).ifPresent(builder::failurePercent);
      given(onFailure)
          .map(word -> chosen("--on-failure", FailureResponse.class, word))
          .ifPresent(builder::onFailure);
      builder.stopAlarms(stopAlarms.stream()
          .map(code -> chosen("--stop-alarm", Alarm.Code.class, code))
          .collect(Collectors.toUnmodifiableSet()));
      for (String checkpoint : checkpoints) {
        add(builder, checkpoint);
      }
      return builder.build();
    }

    private static <T> Optional<T> given(@Nullable T value) {
      return Optional.ofNullable(value);
    }

    /** A constant by its name in lower case; alarms by their codes. */
    private static <E extends Enum<E>> E chosen(String option, Class<E> type, String word) {
      boolean upper = type == Alarm.Code.class;
      List<String> names = new ArrayList<>();
      for (E constant : type.getEnumConstants()) {
        String name = upper ? constant.name() : constant.name().toLowerCase(Locale.ROOT);
        if (name.equals(word)) {
          return constant;
        }
        names.add(name);
      }
      throw new IllegalArgumentException(
          option + " must be one of " + String.join(", ", names) + ", was " + word);
    }

    private static void add(RefreshRequestBuilder builder, String checkpoint) {
      String[] parts = checkpoint.split(":", -1);
      if (parts.length != 2 || !parts[0].matches("[0-9]{1,3}")) {
        throw new IllegalArgumentException(
            "--checkpoint must be PERCENT:TIME, such as 20:1h, was " + checkpoint);
      }
      builder.checkpoint(Integer.parseInt(parts[0]), TimeSpan.parse(parts[1]));
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
