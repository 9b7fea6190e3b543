package io.cloudadapter.core.store;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One watch: a place in the history of the contents that moves on as its listener is told. It queues
 * nothing, so a slow listener costs no memory; when the history forgets what it has yet to hear, it
 * ends.
 */
final class Watcher implements Subscription {
  private static final Logger LOG = LoggerFactory.getLogger(Watcher.class);
  private static final int PAGE = 128;

  private final Contents contents;
  private final String prefix;
  private final WatchListener listener;
  private final Serial telling;
  private volatile boolean closed;
  private volatile @Nullable WatchEnd ending;
  private long seen; // of the telling, which is one at a time

  Watcher(Contents contents, String prefix, long from, WatchListener listener, Executor executor) {
    this.contents = contents;
    this.prefix = prefix;
    this.seen = from;
    this.listener = listener;
    this.telling = new Serial(executor, this::tellAll);
  }

  void signal() {
    if (closed) {
      return;
    }
    try {
      telling.signal();
    } catch (RejectedExecutionException e) { // the store closed; nobody is left to tell it
      close();
    }
  }

  void end(WatchEnd reason) {
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
      WatchEnd last = ending; // read first: what was there before the end is told before it
      while (!closed && tellPage()) {}
      if (!closed && last != null) {
        finish(last);
      }
    } catch (RuntimeException e) { // whatever a listener may throw
      LOG.warn("watch of \"{}\" ended at revision {}: its listener threw", prefix, seen, e);
      finishQuietly();
    }
  }

  /** Whether there may be more. */
  private boolean tellPage() {
    var page = contents.changesAfter(seen, PAGE);
    if (page.isEmpty()) {
      finish(WatchEnd.COMPACTED);
      return false;
    }
    for (var commit : page.get().entrySet()) {
      if (closed) {
        return false;
      }
      seen = commit.getKey();
      List<Change> ours =
          commit.getValue().stream().filter(c -> c.key().startsWith(prefix)).toList();
      if (!ours.isEmpty()) {
        listener.changed(seen, ours);
      }
    }
    return page.get().size() == PAGE;
  }

  private void finish(WatchEnd reason) {
    close();
    listener.ended(reason);
  }

  private void finishQuietly() {
    if (closed) {
      return;
    }
    try {
      finish(WatchEnd.FAILED);
    } catch (RuntimeException e) {
      LOG.debug("listener threw again when told so", e);
    }
  }
}
