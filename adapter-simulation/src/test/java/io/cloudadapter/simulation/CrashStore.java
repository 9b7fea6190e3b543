package io.cloudadapter.simulation;

import io.cloudadapter.core.store.CommitResult;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.StoreRange;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.core.store.WatchListener;
import io.cloudadapter.core.store.quorum.Subscription;
import io.cloudadapter.simulation.engine.SeededRandom;
import java.util.Optional;
import java.util.function.Predicate;

/** A store whose process crashes at some of its commits: before the commit, or once it is durable. */
final class CrashStore implements StateStore {
  /** The process is gone. */
  static final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final StateStore store;
  private final SeededRandom dice;
  private double rate;

  CrashStore(StateStore store, SeededRandom dice) {
    this.store = store;
    this.dice = dice;
  }

  /** Sets the share of the commits that are a crash. */
  void crashes(double share) {
    rate = share;
  }

  @Override
  public CommitResult commit(Transaction transaction) {
    boolean crash = dice.chance(rate);
    if (crash && dice.chance(0.5)) {
      throw new Crash();
    }
    CommitResult result = store.commit(transaction);
    if (crash) {
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
