package io.cloudadapter.core.runtime;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.action.ActionChange;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreChange;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.WatchEndReason;
import io.cloudadapter.core.store.WatchListener;
import io.cloudadapter.core.store.quorum.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The latest changes of actions after some version, in a ring of limited size: the store delivers each once, and all
 * watches read the same copy. A watch is a position in the ring, so a slow one costs nothing and delays no other;
 * when its position is overwritten, it ends.
 *
 * <p>It watches the whole store, not only the actions, so it has a revision up to which it has missed nothing.
 */
final class ActionChangeBuffer implements WatchListener {
  /** How many changes are kept. */
  static final int ROOM = 8192;

  private static final int PAGE = 256;

  /** How many changes are read after the last watch has ended, because most readers return soon. */
  private static final int UNWATCHED = 1000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final @Nullable ActionChange[] ring;
  private final long from;
  private final Subscription subscription;

  /** What each action was last, as the store holds it. */
  private final Map<String, StoreEntry> last = new HashMap<>();

  /** How many changes there ever were. */
  private long count;

  /** Up to which revision all is known. */
  private long seen;

  private int watchers;

  /** How many changes there were when the last watcher left; below 0 before the first. */
  private long leftAt = -1;

  private @Nullable PoolException end;

  /** Starts with the changes after a version, if the store still has them; if not, watches end with an error. */
  ActionChangeBuffer(StateStore store, long from, int room) {
    this.ring = new ActionChange[room];
    this.from = from;
    this.seen = from;
    for (StoreEntry value : ActionHistory.all(store).entries()) {
      // What was written since then comes as a change; what was deleted since then cannot be
      // delivered.
      if (value.modRevision() <= from) {
        last.put(value.key(), value);
      }
    }
    this.subscription = store.watch("", from, this);
  }

  @Override
  public void changed(long revision, List<StoreChange> changes) {
    lock.lock();
    try {
      // A transaction is delivered as a whole or not at all: a reader that has seen a part of it
      // would continue after
      // it.
      if (end == null && changes.stream().anyMatch(this::cannotBeTold)) {
        end = gone("an unknown action was removed");
      }
      for (StoreChange change : changes) {
        if (end == null && ActionHistory.action(change.key())) {
          add(revision, change);
        }
      }
      seen = revision;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private boolean cannotBeTold(StoreChange change) {
    return change.value().isEmpty()
        && ActionHistory.action(change.key())
        && !last.containsKey(change.key());
  }

  private void add(long revision, StoreChange change) {
    StoreEntry before = change.value().isPresent()
        ? last.put(change.key(), change.value().get())
        : last.remove(change.key());
    ring[(int) (count % ring.length)] = ActionHistory.change(revision, change.value(), before);
    count++;
    if (watchers == 0 && leftAt >= 0 && count - leftAt > UNWATCHED) {
      // The next one to watch begins anew; until then nothing need be read or kept.
      end = gone("no watch was open for a while");
      subscription.close();
    }
  }

  @Override
  public void ended(WatchEndReason reason) {
    ends(
        reason == WatchEndReason.COMPACTED
            ? gone("the changes after that version are forgotten")
            : new PoolException(Reason.UNAVAILABLE, "the store delivers no more changes", ""));
  }

  private static PoolException gone(String why) {
    return new PoolException(
        Reason.GONE, "the watch cannot continue: " + why, "List again, and watch from there.");
  }

  private void ends(PoolException why) {
    lock.lock();
    try {
      end = end == null ? why : end;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void close() {
    subscription.close();
    ends(new PoolException(Reason.UNAVAILABLE, "the library has been closed", ""));
  }

  /** Whether a watch may begin here. */
  boolean reaches(long version) {
    lock.lock();
    try {
      return end == null && version >= from && (count <= ring.length || version >= forgotten());
    } finally {
      lock.unlock();
    }
  }

  /** The version of the last change that is not kept any more. Known to be overwritten by the oldest kept. */
  private long forgotten() {
    ActionChange oldest = ring[(int) (count % ring.length)];
    return oldest == null ? from : oldest.version();
  }

  /**
   * One more who watches.
   *
   * @param known the store's revision: changes up to it are delivered without waiting for more
   */
  ActionWatch watch(long version, long known, Optional<PoolName> pool) {
    lock.lock();
    try {
      long place = Math.max(0, count - ring.length);
      while (place < count && at(place).version() <= version) {
        place++;
      }
      watchers++;
      return new Place(place, version, known, pool);
    } finally {
      lock.unlock();
    }
  }

  private ActionChange at(long place) {
    return java.util.Objects.requireNonNull(ring[(int) (place % ring.length)], "it is kept");
  }

  private void left() {
    lock.lock();
    try {
      watchers--;
      leftAt = count;
    } finally {
      lock.unlock();
    }
  }

  /** One watch, with its position. */
  private final class Place implements ActionWatch {
    private final Optional<PoolName> pool;
    private final long known;
    private long place;
    private volatile long version;
    private boolean closed;

    Place(long place, long version, long known, Optional<PoolName> pool) {
      this.place = place;
      this.version = version;
      this.known = known;
      this.pool = pool;
    }

    @Override
    public List<ActionChange> next(Duration atMost) throws InterruptedException {
      long left = atMost.toNanos();
      lock.lockInterruptibly();
      try {
        while (true) {
          List<ActionChange> page = page();
          boolean behind = seen < known;
          if (!page.isEmpty() || (left <= 0 && !behind)) {
            return page;
          }
          if (behind) {
            changed.await(); // The store is about to tell, or to end.
          } else {
            left = changed.awaitNanos(left);
          }
        }
      } finally {
        lock.unlock();
      }
    }

    private List<ActionChange> page() {
      if (closed) {
        throw new PoolException(Reason.UNAVAILABLE, "the watch was closed", "");
      }
      if (count - place > ring.length) {
        throw gone("it was too slow, and " + (count - place) + " changes wait for it");
      }
      List<ActionChange> page = new ArrayList<>();
      // The changes of a transaction stay together, because no watch can continue from its middle.
      while (place < count && (page.size() < PAGE || at(place).version() == version)) {
        ActionChange change = at(place++);
        version = Math.max(version, change.version());
        if (pool.isEmpty() || pool.get().equals(change.action().pool())) {
          page.add(change);
        }
      }
      if (page.isEmpty() && place == count) {
        PoolException why = end;
        if (why != null) {
          throw new PoolException(
              why.reason(), String.valueOf(why.getMessage()), why.detail(), why);
        }
        version = Math.max(version, seen);
      }
      return page;
    }

    @Override
    public long version() {
      return version;
    }

    @Override
    public void close() {
      lock.lock();
      try {
        if (closed) {
          return;
        }
        closed = true;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
      left();
    }
  }
}
