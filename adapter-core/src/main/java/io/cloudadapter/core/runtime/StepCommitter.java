package io.cloudadapter.core.runtime;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.core.history.HistoryBounds;
import io.cloudadapter.core.history.HistoryPages;
import io.cloudadapter.core.history.PoolHistory;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.ledger.RecordChange;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.StepResult;
import io.cloudadapter.core.store.CommitResult;
import io.cloudadapter.core.store.LeaderFence;
import io.cloudadapter.core.store.StateStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Makes the steps of one keeper durable, each transaction with the pool events that follow from it, and passes the
 * events on once they are durable. One thread at a time may use it; it is good for one lead.
 */
final class StepCommitter {
  private final PoolName name;
  private final LeaderFence lead;
  private final PoolHistory history;
  private final Consumer<List<PoolEvent>> publish;
  private final UnaryOperator<Supplier<CommitResult>> around;

  /**
   * Commits under a lead.
   *
   * @param settings of the keeper
   * @param store where the ledger and the history are
   * @param lead the lead of the pool
   * @param bounds of the pool's history
   * @param publish receives events that have become durable
   * @param around is put around each wait for the store
   */
  StepCommitter(
      KeeperConfig settings,
      StateStore store,
      LeaderFence lead,
      HistoryBounds bounds,
      Consumer<List<PoolEvent>> publish,
      UnaryOperator<Supplier<CommitResult>> around) {
    this.name = settings.config().name();
    this.lead = lead;
    this.publish = publish;
    this.around = around;
    this.history = HistoryPages.open(
        store,
        settings.config(),
        bounds.retention(),
        bounds.bytes(),
        settings.epoch(),
        settings.random());
  }

  /** What changes nothing is not fenced by a commit, and would be answered from what may be long past. */
  void requireLead() {
    if (!lead.held()) {
      throw new IllegalStateException("another process has become the leader of pool " + name);
    }
  }

  /**
   * Makes a step durable.
   *
   * @param step what the keeper has decided
   * @param keeper the keeper, which has taken that step last
   * @param now the time of the step
   * @throws IllegalStateException if the outcome is not known, or another process leads
   */
  void commit(StepResult step, Keeper keeper, Instant now) {
    List<List<RecordChange>> changes = keeper.changes();
    int from = 0;
    for (List<Map<String, Optional<byte[]>>> group : LeaderFence.groupByTransaction(
        step.atoms(), HistoryPages.MOST_WRITES, HistoryPages.MOST_BYTES)) {
      List<RecordChange> together = new ArrayList<>();
      changes.subList(from, from + group.size()).forEach(together::addAll);
      from += group.size();
      PoolHistory.Recorded recorded = history.record(together, now);
      List<Map<String, Optional<byte[]>>> whole = new ArrayList<>(group);
      whole.add(recorded.writes());
      commit(whole, recorded.events());
    }
  }

  /**
   * Records what no change of the ledger shows, in a transaction of its own, and keeps the history within its bounds.
   * To be called when the step's callers have their answers: they do not wait for it.
   */
  void finish(List<Alarm> standing, boolean listed, Instant now) {
    PoolHistory.Recorded alarms = history.observe(standing, listed, now);
    if (!alarms.writes().isEmpty()) {
      commit(List.of(alarms.writes()), alarms.events());
    }
    PoolHistory.Recorded tidied = history.tidy(now);
    if (!tidied.writes().isEmpty()) {
      commit(List.of(tidied.writes()), tidied.events());
    }
  }

  private void commit(List<Map<String, Optional<byte[]>>> group, List<PoolEvent> events) {
    CommitResult result = around.apply(() -> lead.commit(group)).get();
    if (!result.committed()) {
      throw new IllegalStateException("a commit of pool " + name + " ended as " + result);
    }
    if (!events.isEmpty()) {
      publish.accept(events);
    }
  }
}
