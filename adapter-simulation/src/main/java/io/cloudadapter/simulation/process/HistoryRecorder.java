package io.cloudadapter.simulation.process;

import io.cloudadapter.core.history.PoolHistory;
import io.cloudadapter.core.history.PoolHistory.Recorded;
import io.cloudadapter.core.history.StepTransactions;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.core.store.LeaderFence;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The history that a process records of one pool, where a story is one of histories. */
final class HistoryRecorder {
  private final KeeperProcess process;
  private final SimulationWorld world;
  private @Nullable PoolHistory recorder;

  HistoryRecorder(KeeperProcess process, SimulationWorld world) {
    this.process = process;
    this.world = world;
  }

  void open(KeeperConfig settings, Keeper loaded) {
    recorder = world
        .history()
        .map(bounds -> PoolHistory.open(
            process.store(),
            settings.config(),
            bounds,
            process.epoch(),
            new Random(process.epoch()),
            loaded::standing))
        .orElse(null);
  }

  /** The transactions of some atoms of a step, with the history of what they change if it is recorded. */
  Iterator<StepTransactions.Next> transactions(
      List<Map<String, Optional<byte[]>>> atoms, @Nullable Keeper keeper, Moment decided) {
    if (recorder == null || keeper == null) {
      return LeaderFence.groupByTransaction(atoms).stream()
          .map(group -> new StepTransactions.Next(group, new Recorded(Map.of(), List.of())))
          .iterator();
    }
    StepTransactions recorded = recorder.transactions(atoms, keeper.changes(), decided.wall());
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return recorded.hasNext();
      }

      @Override
      public StepTransactions.Next next() {
        return recorded.next();
      }
    };
  }

  /**
   * What the history writes by itself after a step.
   *
   * @param listed whether the step has seen a list
   * @param record makes a write durable, and returns whether it has become that
   */
  void writes(Keeper keeper, boolean listed, Predicate<Recorded> record) {
    if (recorder == null) {
      return;
    }
    Instant now = world.timeline.now().wall();
    if (record.test(recorder.observe(keeper.alarms(), listed, now))) {
      boolean unused = record.test(recorder.tidy(now));
    }
  }
}
