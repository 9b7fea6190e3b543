package io.cloudadapter.core.history;

import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.core.ledger.RecordChange;
import io.cloudadapter.core.store.LeaderFence;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The transactions of one step of a keeper, each with the events that follow from its changes. One after the other:
 * each must be durable before the next one is asked for, or the history must be thrown away.
 */
public final class StepTransactions {

  /**
   * One transaction.
   *
   * @param ledger the atoms of the ledger in it
   * @param recorded what it writes for the history
   */
  public record Next(List<Map<String, Optional<byte[]>>> ledger, PoolHistory.Recorded recorded) {

    /** Everything that the transaction writes. */
    public List<Map<String, Optional<byte[]>>> writes() {
      List<Map<String, Optional<byte[]>>> whole = new ArrayList<>(ledger);
      whole.add(recorded.writes());
      return whole;
    }

    /** The events that become durable with it. */
    public List<PoolEvent> events() {
      return recorded.events();
    }
  }

  private final PoolHistory history;
  private final Iterator<List<Map<String, Optional<byte[]>>>> groups;
  private final List<List<RecordChange>> changes;
  private final Instant now;
  private int from;

  StepTransactions(
      PoolHistory history,
      List<Map<String, Optional<byte[]>>> atoms,
      List<List<RecordChange>> changes,
      Instant now) {
    this.history = history;
    this.groups = LeaderFence.groupByTransaction(
            atoms, HistoryPages.MOST_WRITES, HistoryPages.MOST_BYTES)
        .iterator();
    this.changes = changes;
    this.now = now;
  }

  /** Whether there is another one. */
  public boolean hasNext() {
    return groups.hasNext();
  }

  /** The next one, which is recorded with it. */
  public Next next() {
    List<Map<String, Optional<byte[]>>> group = groups.next();
    List<RecordChange> together = new ArrayList<>();
    changes.subList(from, from + group.size()).forEach(together::addAll);
    from += group.size();
    return new Next(group, history.record(together, now));
  }
}
