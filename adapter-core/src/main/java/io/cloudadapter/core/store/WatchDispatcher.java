package io.cloudadapter.core.store;

import io.cloudadapter.core.store.quorum.Subscription;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One watch: a position in the history of the contents that moves on as its listener gets the changes. It queues
 * nothing, so a slow listener costs no memory; when the history no longer holds the next change, the watch ends.
 */
final class WatchDispatcher implements Subscription {
  private static final Logger LOG = LoggerFactory.getLogger(WatchDispatcher.class);
  private static final int PAGE = 128;

  private final VersionedContents contents;
  private final String prefix;
  private final WatchListener listener;
  private final SerialTask telling;
  private volatile boolean closed;
  private volatile @Nullable WatchEndReason ending;
  private long seen; // of the telling, which is one at a time

  WatchDispatcher(
      VersionedContents contents,
      String prefix,
      long from,
      WatchListener listener,
      Executor executor) {
    this.contents = contents;
    this.prefix = prefix;
    this.seen = from;
    this.listener = listener;
    this.telling = new SerialTask(executor, this::tellAll);
  }

  void signal() {
    if (closed) {
      return;
    }
    try {
      telling.signal();
    } catch (
        RejectedExecutionException
            e) { // the store closed; there is no thread left for the listener
      close();
    }
  }

  void end(WatchEndReason reason) {
    ending = reason;
    signal();
  }

  @Override
  public void close() {
    closed = true;
    contents.forget(this);
  }

  private void tellAll() {
    try {
      WatchEndReason last = ending; // read first: changes before the end are delivered before it
      while (!closed && tellPage()) {}
      if (!closed && last != null) {
        finish(last);
      }
    } catch (RuntimeException e) { // any exception of the listener
      LOG.warn("watch of \"{}\" ended at revision {}: its listener threw", prefix, seen, e);
      finishQuietly();
    }
  }

  /** Whether there may be more. */
  private boolean tellPage() {
    var page = contents.changesAfter(seen, PAGE);
    if (page.isEmpty()) {
      finish(WatchEndReason.COMPACTED);
      return false;
    }
    for (var commit : page.get().entrySet()) {
      if (closed) {
        return false;
      }
      seen = commit.getKey();
      List<StoreChange> ours =
          commit.getValue().stream().filter(c -> c.key().startsWith(prefix)).toList();
      if (!ours.isEmpty()) {
        listener.changed(seen, ours);
      }
    }
    return page.get().size() == PAGE;
  }

  private void finish(WatchEndReason reason) {
    close();
    listener.ended(reason);
  }

  private void finishQuietly() {
    if (closed) {
      return;
    }
    try {
      finish(WatchEndReason.FAILED);
    } catch (RuntimeException e) {
      LOG.debug("listener threw again when told so", e);
    }
  }
}
