package io.cloudadapter.cli.simulate;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.simulation.SimulatedPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long each growth of a simulated pool takes: from the rise of its desired size until so many machines
 * run and are in service. A rise during a growth belongs to that growth. It looks every five seconds.
 */
final class SimulatedGrowths implements Consumer<SimulatedPool> {
  static final Duration EVERY = Duration.ofSeconds(5);

  private final List<Duration> times = new ArrayList<>();
  private Duration last = Duration.ZERO;
  private int desired;

  @Nullable
  private Duration since;

  @Override
  public void accept(SimulatedPool pool) {
    Duration now = pool.now();
    if (now.compareTo(last) < 0) { // The story of a broken rule is played once more.
      times.clear();
      desired = 0;
      since = null;
    }
    last = now;
    PoolView view = pool.view();
    if (view.desiredSize() > desired && since == null) {
      since = now;
    }
    desired = view.desiredSize();
    Duration begun = since;
    if (begun != null && inService(view) >= desired) {
      times.add(now.minus(begun));
      since = null;
    }
  }

  private static long inService(PoolView view) {
    return view.machines().stream()
        .filter(machine -> machine.effective() && machine.warm().isEmpty())
        .map(Machine::machineState)
        .filter(MachineState.RUNNING::equals)
        .count();
  }

  /** How many growths came to their end. */
  int count() {
    return times.size();
  }

  /** How long the one in the middle took; empty if there was none. */
  Optional<Duration> median() {
    List<Duration> sorted = times.stream().sorted().toList();
    return sorted.isEmpty() ? Optional.empty() : Optional.of(sorted.get(sorted.size() / 2));
  }

  /** How long the slowest one took; empty if there was none. */
  Optional<Duration> longest() {
    return times.isEmpty() ? Optional.empty() : Optional.of(Collections.max(times));
  }
}
