package io.cloudadapter.core.store.shared;

import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.store.CommitResult;
import io.cloudadapter.core.store.KeyLimits;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.StoreLifecycle;
import io.cloudadapter.core.store.StoreRange;
import io.cloudadapter.core.store.Transaction;
import io.cloudadapter.core.store.WatchEndReason;
import io.cloudadapter.core.store.WatchListener;
import io.cloudadapter.core.store.quorum.Subscription;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Predicate;

/** What a copy holds, to be read. As new as what the servers have told of, without asking them. */
final class FollowerStore implements StateStore {
  private final StoreMirror mirror;
  private final StoreLifecycle gate;
  private final Executor executor;

  FollowerStore(StoreMirror mirror, Executor executor) {
    this.mirror = mirror;
    this.gate = new StoreLifecycle("a copy");
    this.executor = executor;
  }

  @Override
  public long epoch() {
    return mirror.head().epoch();
  }

  @Override
  public long revision() {
    gate.check();
    return mirror.contents().revision();
  }

  @Override
  public Optional<StoreEntry> get(String key) {
    gate.check();
    return mirror.contents().get(KeyLimits.checkKey(key));
  }

  @Override
  public StoreRange range(String prefix, Predicate<String> wanted) {
    gate.check();
    return mirror.contents().range(KeyLimits.checkPrefix(prefix), wanted);
  }

  @Override
  public Optional<Set<String>> changed(String prefix, long since) {
    gate.check();
    return mirror.contents().changed(KeyLimits.checkPrefix(prefix), since);
  }

  @Override
  public CommitResult commit(Transaction transaction) {
    gate.check();
    throw new StoreException("a copy is not written to");
  }

  @Override
  public Subscription watch(String prefix, long fromRevision, WatchListener listener) {
    gate.check();
    KeyLimits.checkPrefix(prefix);
    KeyLimits.checkRevision("fromRevision", fromRevision);
    return mirror.contents().watch(prefix, fromRevision, listener, executor);
  }

  @Override
  public boolean mayAct() {
    return false;
  }

  @Override
  public void close() {
    if (gate.close()) {
      mirror.contents().end(WatchEndReason.CLOSED);
    }
  }
}
