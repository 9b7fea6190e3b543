package io.cloudadapter.core.store;

import io.cloudadapter.core.exception.StoreFailedException;
import io.cloudadapter.core.store.quorum.Subscription;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Predicate;

/**
 * A store that lives as long as the process, for tests and trials.
 *
 * <p>It keeps the contract of {@link StateStore} except durability. {@link #reopen} makes a further opening of the
 * same contents, as a restart or a second keeper would, and fences this one.
 */
public final class MemoryStore implements StateStore {
  private final Shared shared;
  private final Executor watches;
  private final long epoch;
  private volatile boolean closed;

  /** Makes an empty store that calls watches on the committing thread. */
  public MemoryStore() {
    this(Runnable::run);
  }

  /** Makes an empty store that calls watches through the executor. */
  MemoryStore(Executor watches) {
    this(new Shared(), watches);
  }

  private MemoryStore(Shared shared, Executor watches) {
    this.shared = shared;
    this.watches = watches;
    this.epoch = shared.open();
  }

  /** A new opening of the same contents; this one commits nothing from now on. */
  public MemoryStore reopen() {
    MemoryStore next = new MemoryStore(shared, watches);
    shared.contents.end(closed ? WatchEndReason.CLOSED : WatchEndReason.FAILED);
    return next;
  }

  @Override
  public long epoch() {
    return epoch;
  }

  @Override
  public long revision() {
    return opened().revision();
  }

  @Override
  public Optional<StoreEntry> get(String key) {
    return opened().get(KeyLimits.checkKey(key));
  }

  @Override
  public StoreRange range(String prefix, Predicate<String> wanted) {
    return opened().range(KeyLimits.checkPrefix(prefix), wanted);
  }

  @Override
  public StoreRange unordered(String prefix) {
    return opened().unordered(KeyLimits.checkPrefix(prefix));
  }

  @Override
  public Optional<Set<String>> changed(String prefix, long since) {
    return opened().changed(KeyLimits.checkPrefix(prefix), since);
  }

  @Override
  public CommitResult commit(Transaction transaction) {
    CommitResult result;
    synchronized (shared) {
      result = apply(transaction, opened());
    }
    shared.contents.signal();
    return result;
  }

  @Override
  public Subscription watch(String prefix, long fromRevision, WatchListener listener) {
    KeyLimits.checkPrefix(prefix);
    KeyLimits.checkRevision("fromRevision", fromRevision);
    return opened().watch(prefix, fromRevision, listener, watches);
  }

  @Override
  public void close() {
    boolean current;
    synchronized (shared) {
      current = !closed && shared.epoch == epoch;
      closed = true;
    }
    if (current) {
      shared.contents.end(WatchEndReason.CLOSED);
    }
  }

  private static CommitResult apply(Transaction transaction, VersionedContents contents) {
    UncommittedState staging = new UncommittedState(contents);
    Optional<String> conflict = staging.conflict(transaction);
    if (conflict.isPresent()) {
      return CommitResult.conflict(conflict.get());
    }
    var changes = staging.stage(transaction);
    if (!changes.isEmpty()) {
      contents.apply(staging.revision(), changes);
    }
    return CommitResult.committed(staging.revision());
  }

  private VersionedContents opened() {
    if (closed) {
      throw new IllegalStateException("the store is closed");
    }
    if (shared.epoch != epoch) {
      throw new StoreFailedException(
          "epoch %d is fenced: epoch %d was opened since".formatted(epoch, shared.epoch));
    }
    return shared.contents;
  }

  /** The contents that all openings share; its monitor orders their commits. */
  private static final class Shared {
    final VersionedContents contents = new VersionedContents();
    volatile long epoch;

    synchronized long open() {
      epoch = epoch + 1;
      return epoch;
    }
  }
}
