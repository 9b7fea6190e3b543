package io.cloudadapter.core.runtime;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.sample.PoolSample;
import io.cloudadapter.core.history.HistoryBounds;
import io.cloudadapter.core.history.PoolHistory;
import io.cloudadapter.core.history.SampleClock;
import io.cloudadapter.core.history.SampleWriter;
import io.cloudadapter.core.history.StepTransactions;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.ledger.StandingRecords;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.LaunchCounts;
import io.cloudadapter.core.protocol.StepResult;
import io.cloudadapter.core.store.CommitResult;
import io.cloudadapter.core.store.LeaderFence;
import io.cloudadapter.core.store.StateStore;
import java.time.Instant;
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
  private final HistoryMetrics metrics;
  private final SampleClock clock;
  private final SampleWriter samples;
  private final HistoryBounds bounds;
  private final Consumer<List<PoolEvent>> publish;
  private final UnaryOperator<Supplier<CommitResult>> around;

  /**
   * Commits under a lead.
   *
   * @param settings of the keeper
   * @param store where the ledger and the history are
   * @param lead the lead of the pool
   * @param bounds of the pool's history
   * @param standing what the keeper's ledger has
   * @param metrics counts the events
   * @param clock gathers the pool's samples
   * @param publish receives events that have become durable
   * @param around is put around each wait for the store
   */
  StepCommitter(
      KeeperConfig settings,
      StateStore store,
      LeaderFence lead,
      HistoryBounds bounds,
      Supplier<StandingRecords> standing,
      HistoryMetrics metrics,
      SampleClock clock,
      Consumer<List<PoolEvent>> publish,
      UnaryOperator<Supplier<CommitResult>> around) {
    this.name = settings.config().name();
    this.lead = lead;
    this.publish = publish;
    this.around = around;
    this.metrics = metrics;
    this.bounds = bounds;
    this.history = PoolHistory.open(
        store, settings.config(), bounds, settings.epoch(), settings.random(), standing);
    metrics.size(history.bytes(), history.oldest());
    this.clock = clock;
    this.samples = new SampleWriter(store, name);
    clock.keeperBegins();
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
    StepTransactions transactions = history.transactions(step.atoms(), keeper.changes(), now);
    while (transactions.hasNext()) {
      StepTransactions.Next next = transactions.next();
      commit(next.writes(), next.events());
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

  /**
   * Takes note of a step for the samples of the pool, and makes the minutes durable that have ended.
   *
   * @param view what the pool shows after the step
   * @param launches what the keeper's launches have come to
   * @param calls the calls to the account's cloud
   * @param now the time of the step
   */
  void sample(PoolView view, LaunchCounts launches, CallMetrics.Totals calls, Instant now) {
    List<PoolSample> ended = clock.step(
        now,
        new SampleClock.Sizes(view.desiredSize(), view.inService()),
        new SampleClock.Counts(
            launches.machines(), launches.failures(), calls.calls(), calls.nanos()));
    Map<String, Optional<byte[]>> writes = samples.add(ended);
    if (!writes.isEmpty()) {
      commit(List.of(writes), List.of());
    }
  }

  /** Brings a history within its bounds that were wider when it was written. */
  void trim(Instant now) {
    long before = Long.MAX_VALUE;
    while (history.bytes() > bounds.bytes() && history.bytes() < before) {
      before = history.bytes();
      PoolHistory.Recorded tidied = history.tidy(now);
      if (!tidied.writes().isEmpty()) {
        commit(List.of(tidied.writes()), tidied.events());
      }
    }
  }

  private void commit(List<Map<String, Optional<byte[]>>> group, List<PoolEvent> events) {
    CommitResult result = around.apply(() -> lead.commit(group)).get();
    if (!result.committed()) {
      throw new IllegalStateException("a commit of pool " + name + " ended as " + result);
    }
    metrics.size(history.bytes(), history.oldest());
    if (!events.isEmpty()) {
      metrics.count(events);
      publish.accept(events);
    }
  }
}
