package io.cloudadapter.core.store;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Predicate;

/**
 * A store that lives as long as the process: for tests and for trying things out.
 *
 * <p>It keeps the contract of {@link StateStore}, durability aside. {@link #reopen} makes a further
 * opening of the same contents, as a restart or a second keeper would, and fences this one.
 */
public final class MemoryStore implements StateStore {
  private final Shared shared;
  private final Executor watches;
  private final long epoch;
  private volatile boolean closed;

  /** An empty store that tells watches on the thread that commits. */
  public MemoryStore() {
    this(Runnable::run);
  }

  /** An empty store that tells watches through the executor. */
  public MemoryStore(Executor watches) {
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
    shared.contents.end(closed ? WatchEnd.CLOSED : WatchEnd.FAILED);
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
  public Optional<StoredValue> get(String key) {
    return opened().get(Limits.checkKey(key));
  }

  @Override
  public StoredRange range(String prefix, Predicate<String> wanted) {
    return opened().range(Limits.checkPrefix(prefix), wanted);
  }

  @Override
  public StoredRange unordered(String prefix) {
    return opened().unordered(Limits.checkPrefix(prefix));
  }

  @Override
  public Optional<Set<String>> changed(String prefix, long since) {
    return opened().changed(Limits.checkPrefix(prefix), since);
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
    Limits.checkPrefix(prefix);
    Limits.checkRevision("fromRevision", fromRevision);
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
      shared.contents.end(WatchEnd.CLOSED);
    }
  }

  private static CommitResult apply(Transaction transaction, Contents contents) {
    Staging staging = new Staging(contents);
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

  private Contents opened() {
    if (closed) {
      throw new IllegalStateException("the store is closed");
    }
    if (shared.epoch != epoch) {
      throw new StoreFailedException(
          "epoch %d is fenced: epoch %d was opened since".formatted(epoch, shared.epoch));
    }
    return shared.contents;
  }

  /** What all openings have in common; its monitor orders their commits. */
  private static final class Shared {
    final Contents contents = new Contents();
    volatile long epoch;

    synchronized long open() {
      epoch = epoch + 1;
      return epoch;
    }
  }
}
