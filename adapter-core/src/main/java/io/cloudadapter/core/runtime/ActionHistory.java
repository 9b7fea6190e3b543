package io.cloudadapter.core.runtime;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.action.ActionChange;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.ledger.ActionRecord;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.StoreRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Serves readers and watches of actions directly from the store: only durable state, in the order of the store's
 * revisions, which are the versions. Costs nothing while there is no watch.
 *
 * <p>Watches share an {@link ActionChangeBuffer} as long as it reaches back to their versions. For an older version a
 * further one reads the history of the store, which also holds what its log held when it was opened: so a watch
 * continues over a restart. Any number of threads may use it.
 */
public final class ActionHistory implements AutoCloseable {
  private static final Pattern DIRECTORY = Pattern.compile("pools/[^/]+/action/");
  private static final Pattern KEY = Pattern.compile("pools/([^/]+)/action/([^/]+)");
  private static final String POOLS = "pools/";

  private final ReentrantLock lock = new ReentrantLock();
  private final StateStore store;
  private final int room;
  private @Nullable ActionChangeBuffer latest;

  /**
   * A feed over a store.
   *
   * @param store where pools keep their ledgers
   */
  public ActionHistory(StateStore store) {
    this(store, ActionChangeBuffer.ROOM);
  }

  /** With room for so many changes. */
  ActionHistory(StateStore store, int room) {
    this.store = store;
    this.room = room;
  }

  /**
   * All actions of a pool.
   *
   * @param pool which
   * @return in the order in which they were accepted
   */
  public ActionList list(PoolName pool) {
    StoreRange range = asked(() -> store.range(prefix(pool)));
    return new ActionList(range.revision(), read(range.entries()));
  }

  /**
   * All actions of all pools.
   *
   * @return by pool, in the order in which they were accepted
   */
  public ActionList list() {
    StoreRange range = asked(() -> all(store));
    return new ActionList(range.revision(), read(range.entries()));
  }

  /** The actions of all pools, and nothing else of a store that may hold a million machines. */
  static StoreRange all(StateStore store) {
    return store.range(POOLS, directory -> DIRECTORY.matcher(directory).matches());
  }

  private static List<ActionStatus> read(List<StoreEntry> entries) {
    record Numbered(ActionStatus action, long number) {}
    List<Numbered> found = new ArrayList<>(entries.size());
    for (StoreEntry value : entries) {
      ActionRecord record = record(value);
      found.add(
          new Numbered(record.shown(poolOf(value.key()), value.modRevision()), record.number()));
    }
    found.sort(Comparator.<Numbered, String>comparing(one -> one.action().pool().value())
        .thenComparingLong(Numbered::number));
    return found.stream().map(Numbered::action).toList();
  }

  /**
   * One action.
   *
   * @param pool whose
   * @param uid which
   * @return the action; empty if there is none
   */
  Optional<ActionStatus> find(PoolName pool, UUID uid) {
    return asked(() -> store.get(prefix(pool) + uid)).map(ActionHistory::shown);
  }

  /**
   * Follows actions.
   *
   * @param version of a list, or as far as an earlier watch has come
   * @param pool only of this one, or of all
   * @return a watch to be closed
   * @throws PoolException INVALID if there is no such version yet
   */
  public ActionWatch watch(long version, Optional<PoolName> pool) {
    long now = asked(store::revision);
    if (version < 0 || version > now) {
      throw new PoolException(
          Reason.INVALID, "version must be 0 to " + now + ", was " + version, "List first.");
    }
    return asked(() -> stream(version).watch(version, now, pool));
  }

  private ActionChangeBuffer stream(long version) {
    lock.lock();
    try {
      ActionChangeBuffer known = latest;
      if (known != null && known.reaches(version)) {
        return known;
      }
      ActionChangeBuffer further = new ActionChangeBuffer(store, version, room);
      latest = further;
      return further;
    } finally {
      lock.unlock();
    }
  }

  static Optional<ActionStatus> shownIfAny(@Nullable StoreEntry value) {
    return Optional.ofNullable(value).map(ActionHistory::shown);
  }

  static ActionStatus shown(StoreEntry value) {
    return record(value).shown(poolOf(value.key()), value.modRevision());
  }

  private static ActionRecord record(StoreEntry value) {
    return RecordCodec.read(value.key(), value.bytes(), ActionRecord.class);
  }

  /** Whether a key is an action's. */
  static boolean action(String key) {
    return key.startsWith(POOLS) && KEY.matcher(key).matches();
  }

  private static PoolName poolOf(String key) {
    Matcher parts = KEY.matcher(key);
    if (!parts.matches()) {
      throw new IllegalStateException(key + " is no action's");
    }
    return new PoolName(parts.group(1));
  }

  private static String prefix(PoolName pool) {
    return POOLS + pool + "/action/";
  }

  private static <T> T asked(Supplier<T> question) {
    try {
      return question.get();
    } catch (StoreException | IllegalStateException e) {
      throw new PoolException(
          Reason.UNAVAILABLE, "actions cannot be read: " + e.getMessage(), "", e);
    }
  }

  /** Ends what follows. */
  @Override
  public void close() {
    lock.lock();
    try {
      ActionChangeBuffer last = latest;
      if (last != null) {
        last.close();
      }
    } finally {
      lock.unlock();
    }
  }

  /** What one change of the store has changed about an action; empty if it is about something else. */
  static ActionChange change(long revision, Optional<StoreEntry> now, @Nullable StoreEntry before) {
    Optional<ActionStatus> was = shownIfAny(before);
    if (now.isEmpty()) {
      return new ActionChange(ActionChange.Kind.DELETED, revision, was.orElseThrow(), was);
    }
    ActionStatus is = shown(now.get());
    boolean added = was.isEmpty() && fresh(is);
    return new ActionChange(
        added ? ActionChange.Kind.ADDED : ActionChange.Kind.MODIFIED, revision, is, was);
  }

  /** Whether nothing has become of it yet: what went on before a watch goes on was added long ago. */
  private static boolean fresh(ActionStatus action) {
    return action.phase() == ActionPhase.PENDING && action.attempts().isEmpty();
  }
}
