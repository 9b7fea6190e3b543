package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.cli.terminal.PoolFormatter;
import io.cloudadapter.cli.terminal.PrintableText;
import io.cloudadapter.cli.terminal.ProgramName;
import io.cloudadapter.cli.terminal.Terminal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Asks a pool again and again, and shows each view that differs from the one before. */
final class PoolFollower {
  /** Shows views. */
  @FunctionalInterface
  interface Display {
    /**
     * Shows a view.
     *
     * @param last the view before; null before the first one
     */
    void show(@Nullable PoolView last, PoolView view);
  }

  private final Terminal terminal;
  private final Duration every;
  private final Optional<Duration> within;

  /**
   * A follower.
   *
   * @param every the time between two requests
   * @param within how long it follows at most; empty for as long as it takes
   */
  PoolFollower(Terminal terminal, Duration every, Optional<Duration> within) {
    this.terminal = terminal;
    this.every = every;
    this.within = within;
  }

  /**
   * Follows a pool until a view meets the condition.
   *
   * @return that view; empty if the time was over before
   */
  Optional<PoolView> follow(MachinePool pool, Display display, Predicate<PoolView> end)
      throws InterruptedException {
    Instant begun = terminal.clock().instant();
    PoolView last = null;
    while (true) {
      try {
        PoolView view = pool.view();
        display.show(last, view);
        terminal.out().flush();
        last = view;
        if (end.test(view)) {
          return Optional.of(view);
        }
      } catch (PoolException e) {
        // A server that restarts comes back; one that was never there is an error.
        if (last == null || e.reason() != PoolException.Reason.UNAVAILABLE) {
          throw e;
        }
        terminal.err().println("adapter: " + PrintableText.line(String.valueOf(e.getMessage())));
      }
      if (within.isPresent() && !terminal.clock().instant().isBefore(begun.plus(within.get()))) {
        return Optional.empty();
      }
      terminal.pause().pause(every);
    }
  }

  /** The failure of a pool that has not settled in time. */
  static PoolException late(MachinePool pool, Duration time) {
    return new PoolException(
        PoolException.Reason.UNAVAILABLE,
        "pool " + pool.name() + " has not settled within " + TimeSpan.text(time),
        ProgramName.text() + " plan shows what it waits for.");
  }

  /** Shows one line per change, in the order of the machines' ids. */
  static void changes(Terminal terminal, @Nullable PoolView last, PoolView view) {
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
