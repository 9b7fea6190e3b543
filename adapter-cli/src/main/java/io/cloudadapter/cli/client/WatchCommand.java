package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.cli.terminal.JsonOutput;
import io.cloudadapter.cli.terminal.PoolFormatter;
import io.cloudadapter.cli.terminal.PrintableText;
import io.cloudadapter.cli.terminal.ProgramName;
import io.cloudadapter.cli.terminal.Terminal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows a pool while it changes: a table on a screen, else one line per change. */
@Command(
    name = "watch",
    description = "Follows the pool until Ctrl-C: a live table on a terminal, otherwise one line "
        + "per change.")
public final class WatchCommand extends ClientCommand {
  private static final String HOME_AND_CLEAR = "\u001b[H\u001b[2J";

  @Option(
      names = "--every",
      paramLabel = "TIME",
      defaultValue = "1s",
      description = "The interval between requests. Default: ${DEFAULT-VALUE}.")
  private Duration every = Duration.ofSeconds(1);

  @Option(
      names = "--until-settled",
      description = "End when the pool is at its size and every machine runs.")
  private boolean untilSettled;

  @Option(
      names = "--within",
      paramLabel = "TIME",
      description = "End after this time, with --until-settled as a failure. Default: never.")
  private @Nullable Duration within;

  public WatchCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  void run() throws InterruptedException {
    MachinePool pool = pool();
    Instant begun = terminal.clock().instant();
    PoolView last = null;
    while (true) {
      try {
        PoolView view = pool.view();
        show(last, view);
        last = view;
        if (untilSettled && view.settled()) {
          return;
        }
      } catch (PoolException e) {
        // A server that restarts comes back; one that was never there is an error.
        if (last == null || e.reason() != PoolException.Reason.UNAVAILABLE) {
          throw e;
        }
        terminal.err().println("adapter: " + PrintableText.line(String.valueOf(e.getMessage())));
      }
      if (within != null && !terminal.clock().instant().isBefore(begun.plus(within))) {
        overdue(pool, within);
        return;
      }
      terminal.pause().pause(every);
    }
  }

  private void overdue(MachinePool pool, Duration time) {
    if (untilSettled) {
      throw new PoolException(
          PoolException.Reason.UNAVAILABLE,
          "pool " + pool.name() + " has not settled within " + TimeSpan.text(time),
          ProgramName.text() + " plan shows what it waits for.");
    }
  }

  private void show(@Nullable PoolView last, PoolView view) {
    if (structured()) {
      if (last == null || last.revision() != view.revision()) {
        showNext(JsonOutput.view(view));
      }
    } else if (terminal.live()) {
      terminal.out().print(HOME_AND_CLEAR);
      print(view);
    } else {
      changes(last, view);
    }
    terminal.out().flush();
  }

  /** One line per change, in the order of the machines' ids. */
  private void changes(@Nullable PoolView last, PoolView view) {
    if (last == null || !PoolFormatter.line(last).equals(PoolFormatter.line(view))) {
      terminal.out().println(PoolFormatter.line(view));
    }
    Map<String, String> before = last == null ? Map.of() : states(last);
    Map<String, String> after = states(view);
    after.forEach((id, state) -> {
      if (!state.equals(before.get(id))) {
        terminal.out().println("  " + id + " " + state);
      }
    });
    before.keySet().stream()
        .filter(id -> !after.containsKey(id))
        .sorted()
        .forEach(id -> terminal.out().println("  " + id + " gone"));
  }

  private static Map<String, String> states(PoolView view) {
    Map<String, String> states = new TreeMap<>();
    view.machines()
        .forEach(machine -> states.put(
            machine.id().value(), machine.machineState() + " " + machine.serviceState()));
    return states;
  }
}
