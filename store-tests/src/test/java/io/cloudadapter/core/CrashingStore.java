package io.cloudadapter.core;

import io.cloudadapter.core.store.CommitResult;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.StoreRange;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.core.store.WatchListener;
import io.cloudadapter.core.store.quorum.Subscription;
import java.util.Optional;
import java.util.function.Predicate;

/** A store whose process crashes at one of its commits: before the commit, or once it is durable. */
final class CrashingStore implements StateStore {
  /** The process is gone. */
  static final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final StateStore store;
  private final int at;
  private final boolean durable;
  private int commits;

  /**
   * A store that crashes.
   *
   * @param at the number of the commit, from 1 on
   * @param durable whether the commit is carried out before the crash
   */
  CrashingStore(StateStore store, int at, boolean durable) {
    this.store = store;
    this.at = at;
    this.durable = durable;
  }

  @Override
  public CommitResult commit(Transaction transaction) {
    commits++;
    if (commits == at && !durable) {
      throw new Crash();
    }
    CommitResult result = store.commit(transaction);
    if (commits == at) {
      throw new Crash();
    }
    return result;
  }

  @Override
  public long epoch() {
    return store.epoch();
  }

  @Override
  public long revision() {
    return store.revision();
  }

  @Override
  public Optional<StoreEntry> get(String key) {
    return store.get(key);
  }

  @Override
  public StoreRange range(String prefix, Predicate<String> wanted) {
    return store.range(prefix, wanted);
  }

  @Override
  public Subscription watch(String prefix, long fromRevision, WatchListener listener) {
    return store.watch(prefix, fromRevision, listener);
  }

  @Override
  public void close() {
    store.close();
  }
}
