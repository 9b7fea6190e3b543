package io.cloudadapter.core.store;

import io.cloudadapter.core.store.Transaction.Write;
import io.cloudadapter.core.store.quorum.Subscription;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The durable entries in memory, their latest changes, and the watches on them.
 *
 * <p>Its lock is held for work in memory only, never across a disk or a listener. One writer at a time calls {@link
 * #apply}; any thread may read.
 */
public final class VersionedContents {
  private static final int HISTORY_COMMITS = 10_000;
  private static final long HISTORY_BYTES = 16L << 20;

  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  /**
   * By directory, what a key has up to its last slash. Within one they are put in order when they are asked
   * for: to find the place of each of a million keys in a tree takes most of a start.
   */
  private final NavigableMap<String, Map<String, StoreEntry>> directories = new TreeMap<>();

  private final NavigableMap<Long, List<StoreChange>> history = new TreeMap<>();
  private final List<WatchDispatcher> watchers = new CopyOnWriteArrayList<>();
  private volatile long revision;
  private long forgotten;
  private long historyBytes;
  private long entryBytes;

  /** Starts with what a snapshot held. */
  public void load(long snapshotRevision, Iterable<StoreEntry> values) {
    lock.writeLock().lock();
    try {
      for (StoreEntry value : values) {
        replace(value.key(), value);
      }
      revision = snapshotRevision;
      forgotten = snapshotRevision;
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** Starts anew with what was read elsewhere; watches that have yet to hear of less end as compacted. */
  public void replaceAll(long newRevision, Iterable<StoreEntry> values) {
    lock.writeLock().lock();
    try {
      directories.clear();
      history.clear();
      historyBytes = 0;
      entryBytes = 0;
      load(newRevision, values);
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** Makes one transaction visible, all of it at once. */
  public void apply(long newRevision, List<Write> writes) {
    List<StoreChange> changes = new ArrayList<>(writes.size());
    lock.writeLock().lock();
    try {
      for (Write write : writes) {
        byte[] bytes = write.sharedBytes();
        StoreEntry value =
            bytes == null ? null : StoreEntry.owning(write.key(), bytes, newRevision);
        replace(write.key(), value);
        changes.add(new StoreChange(write.key(), Optional.ofNullable(value)));
      }
      revision = newRevision;
      remember(newRevision, List.copyOf(changes));
    } finally {
      lock.writeLock().unlock();
    }
  }

  public long revision() {
    return revision;
  }

  public Optional<StoreEntry> get(String key) {
    lock.readLock().lock();
    try {
      Map<String, StoreEntry> directory = directories.get(directoryOf(key));
      return directory == null ? Optional.empty() : Optional.ofNullable(directory.get(key));
    } finally {
      lock.readLock().unlock();
    }
  }

  public StoreRange range(String prefix, Predicate<String> wanted) {
    StoreRange part = unordered(prefix, wanted);
    List<StoreEntry> inOrder = new ArrayList<>(part.entries());
    inOrder.sort(Comparator.comparing(StoreEntry::key));
    return new StoreRange(part.revision(), inOrder);
  }

  public StoreRange unordered(String prefix) {
    return unordered(prefix, directory -> true);
  }

  private StoreRange unordered(String prefix, Predicate<String> wanted) {
    List<StoreEntry> part = new ArrayList<>();
    long asOf;
    lock.readLock().lock();
    try {
      asOf = revision;
      for (var each : under(directoryOf(prefix)).entrySet()) {
        String directory = each.getKey();
        if (wanted.test(directory)) {
          boolean whole = directory.startsWith(prefix);
          for (StoreEntry value : each.getValue().values()) {
            if (whole || value.key().startsWith(prefix)) {
              part.add(value);
            }
          }
        }
      }
    } finally {
      lock.readLock().unlock();
    }
    return new StoreRange(asOf, part);
  }

  private NavigableMap<String, Map<String, StoreEntry>> under(String directory) {
    return directories.subMap(directory, true, KeyLimits.endOf(directory), false);
  }

  /** Returns everything, in any order: sorting a million keys would delay the caller. */
  public StoreRange all() {
    lock.readLock().lock();
    try {
      List<StoreEntry> all = new ArrayList<>();
      directories.values().forEach(directory -> all.addAll(directory.values()));
      return new StoreRange(revision, all);
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Keys and values, in bytes. */
  public long entryBytes() {
    lock.readLock().lock();
    try {
      return entryBytes;
    } finally {
      lock.readLock().unlock();
    }
  }

  /** At most {@code limit} transactions after a revision, or empty if some of them are forgotten. */
  Optional<NavigableMap<Long, List<StoreChange>>> changesAfter(long from, int limit) {
    lock.readLock().lock();
    try {
      if (from < forgotten) {
        return Optional.empty();
      }
      NavigableMap<Long, List<StoreChange>> page = new TreeMap<>();
      for (var commit : history.tailMap(from, false).entrySet()) {
        if (page.size() == limit) {
          break;
        }
        page.put(commit.getKey(), commit.getValue());
      }
      return Optional.of(page);
    } finally {
      lock.readLock().unlock();
    }
  }

  /** The keys with a prefix that have changed after a revision, or empty if that is forgotten. */
  public Optional<Set<String>> changed(String prefix, long since) {
    return changesAfter(since, Integer.MAX_VALUE)
        .map(commits -> commits.values().stream()
            .flatMap(List::stream)
            .map(StoreChange::key)
            .filter(key -> key.startsWith(prefix))
            .collect(Collectors.toSet()));
  }

  public Subscription watch(
      String prefix, long fromRevision, WatchListener listener, Executor executor) {
    WatchDispatcher watcher = new WatchDispatcher(this, prefix, fromRevision, listener, executor);
    watchers.add(watcher);
    watcher.signal();
    return watcher;
  }

  void forget(WatchDispatcher watcher) {
    watchers.remove(watcher);
  }

  /** Wakes those who watch. Call without locks: an executor may run them on this thread. */
  public void signal() {
    watchers.forEach(WatchDispatcher::signal);
  }

  /** Ends all watches once they have heard of everything so far. */
  public void end(WatchEndReason reason) {
    watchers.forEach(watcher -> watcher.end(reason));
  }

  private void replace(String key, @Nullable StoreEntry value) {
    StoreEntry before = value == null ? remove(key) : put(key, value);
    entryBytes += value == null ? 0 : bytesOf(value);
    entryBytes -= before == null ? 0 : bytesOf(before);
  }

  private @Nullable StoreEntry put(String key, StoreEntry value) {
    return directories
        .computeIfAbsent(directoryOf(key), name -> new HashMap<>())
        .put(key, value);
  }

  private @Nullable StoreEntry remove(String key) {
    Map<String, StoreEntry> directory = directories.get(directoryOf(key));
    StoreEntry before = directory == null ? null : directory.remove(key);
    if (directory != null && directory.isEmpty()) {
      directories.remove(directoryOf(key));
    }
    return before;
  }

  private static String directoryOf(String key) {
    return key.substring(0, key.lastIndexOf('/') + 1);
  }

  private void remember(long newRevision, List<StoreChange> changes) {
    history.put(newRevision, changes);
    historyBytes += bytesOf(changes);
    while (history.size() > HISTORY_COMMITS || historyBytes > HISTORY_BYTES) {
      var oldest = history.pollFirstEntry();
      historyBytes -= bytesOf(oldest.getValue());
      forgotten = oldest.getKey();
    }
  }

  private static long bytesOf(List<StoreChange> changes) {
    long bytes = 0; // In a loop, since each commit asks twice.
    for (StoreChange change : changes) {
      bytes += change.value().map(VersionedContents::bytesOf).orElse(64L);
    }
    return bytes;
  }

  private static long bytesOf(StoreEntry value) {
    return (long) value.key().length() + value.size();
  }
}
