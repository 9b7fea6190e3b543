package io.cloudadapter.core.history;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What the store has of one pool's history, read once when a process begins to keep the pool. */
final class HistoryContents {
  /** How many of the last events are read. */
  private static final int RECENT = 2_000;

  private final PoolName pool;
  private final PageContents reader;
  private final List<HistoryPages.Page> pages = new ArrayList<>();
  private final List<HistoryPages.Page> kept = new ArrayList<>();
  private final List<HistoryPages.Page> broken = new ArrayList<>();
  private final List<HistoryPages.Loose> loose = new ArrayList<>();
  private final List<StoredEvent> recent = new ArrayList<>();
  private Optional<HistoryState> state = Optional.empty();
  private long stateBytes;
  private long generation;
  private long next = 1;
  private long unreadable;

  private HistoryContents(StateStore store, PoolName pool) {
    this.pool = pool;
    this.reader = new PageContents(store);
  }

  /**
   * Reads a history.
   *
   * @param store where it is
   * @param pool whose
   * @param random draws the generation of a new history
   */
  static HistoryContents read(StateStore store, PoolName pool, RandomGenerator random) {
    HistoryContents found = new HistoryContents(store, pool);
    List<StoreEntry> entries = new ArrayList<>();
    List<HistoryEntry> heads = new ArrayList<>();
    for (StoreEntry entry : store.range(HistoryEntry.prefix(pool)).entries()) {
      HistoryEntry head = found.sorted(entry);
      if (head != null) {
        entries.add(entry);
        heads.add(head);
      }
    }
    int from = heads.size();
    for (long events = 0; from > 0 && events < RECENT; ) {
      from--;
      events += heads.get(from).last() - heads.get(from).first() + 1;
    }
    for (int i = 0; i < heads.size(); i++) {
      found.take(entries.get(i), heads.get(i), i >= from);
    }
    while (found.generation == 0) {
      found.generation = random.nextLong();
    }
    return found;
  }

  private static long size(StoreEntry entry) {
    return (long) entry.key().length() + entry.sharedBytes().length;
  }

  /** The head of an entry of events that is whole; null if the entry is another one. */
  private @Nullable HistoryEntry sorted(StoreEntry entry) {
    if (entry.key().equals(HistoryEntry.stateKey(pool))) {
      state = HistoryState.read(entry);
      stateBytes = size(entry);
      return null;
    }
    HistoryEntry head;
    try {
      head = HistoryEntry.read(entry);
    } catch (IllegalStateException e) {
      broken.add(
          new HistoryPages.Page(entry.key(), 0, 0, Instant.EPOCH, Instant.EPOCH, size(entry)));
      unreadable++;
      return null;
    }
    if (HistoryEntry.isKept(entry.key())) {
      kept.add(page(entry, head));
      return null;
    }
    generation = head.generation();
    next = Math.max(next, head.last() + 1);
    return head;
  }

  private static HistoryPages.Page page(StoreEntry entry, HistoryEntry head) {
    return new HistoryPages.Page(
        entry.key(), head.first(), head.last(), head.from(), head.to(), size(entry));
  }

  private void take(StoreEntry entry, HistoryEntry head, boolean isRecent) {
    HistoryPages.Page page = page(entry, head);
    List<StoredEvent> events = List.of();
    if (isRecent || !head.compressed()) {
      try {
        events = head.events();
      } catch (IllegalStateException e) {
        unreadable++;
      }
    }
    if (isRecent) {
      recent.addAll(events);
    }
    if (head.compressed() || events.isEmpty()) {
      pages.add(page);
    } else {
      loose.add(new HistoryPages.Loose(page, events));
    }
  }

  PoolName pool() {
    return pool;
  }

  PageContents reader() {
    return reader;
  }

  /** Compressed entries, oldest first. */
  List<HistoryPages.Page> pages() {
    return pages;
  }

  List<HistoryPages.Loose> loose() {
    return loose;
  }

  List<HistoryPages.Page> kept() {
    return kept;
  }

  /** Entries that are none; they go with the next write. */
  List<HistoryPages.Page> broken() {
    return broken;
  }

  /** The last events. */
  List<StoredEvent> recent() {
    return recent;
  }

  Optional<HistoryState> state() {
    return state;
  }

  long stateBytes() {
    return stateBytes;
  }

  long generation() {
    return generation;
  }

  /** The number of the next event. */
  long next() {
    return next;
  }

  /** How many entries cannot be read. */
  long unreadable() {
    return unreadable;
  }
}
