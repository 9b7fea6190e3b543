package io.cloudadapter.core.history;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The entries of one pool's history, oldest first, and their bounds: adds events as an entry of their own, compresses
 * entries into a larger one when many have gathered, and drops the oldest. It returns what the store is to write; the
 * store has the contents, and this object has the sizes, and the events that are not compressed yet.
 */
public final class HistoryPages {
  /** The most keys that {@link #add} writes and drops together. */
  public static final int MOST_WRITES = 12;

  /** The most bytes that {@link #add} writes. */
  public static final int MOST_BYTES = 256 * 1024;

  /** So many entries are made one. */
  private static final int COMPRESSED_AT_ONCE = 40;

  /** How many of the last events are read again at the start. */
  private static final int RECENT = 2_000;

  private static final int DROPPED_AT_ONCE = 50;

  private record Page(String key, long first, long last, Instant to, long bytes) {}

  /** Some events under one key that is not compressed. */
  private record Loose(Page page, List<StoredEvent> events) {}

  /** Writes that add events, and what they drop. */
  record Added(
      Map<String, Optional<byte[]>> writes, List<StoredEvent> events, Optional<Dropped> dropped) {}

  /** Writes that drop the oldest events. */
  record Dropped(Map<String, Optional<byte[]>> writes, long first, long last, boolean byAge) {}

  private final PoolName pool;
  private final Duration retention;
  private final long limit;
  private final long generation;
  private final Deque<Page> pages = new ArrayDeque<>();
  private final Deque<Loose> loose = new ArrayDeque<>();
  private final List<StoredEvent> recent = new ArrayList<>();
  private long bytes;
  private long next = 1;
  private long unreadable;

  private HistoryPages(PoolName pool, Duration retention, long limit, long generation) {
    this.pool = pool;
    this.retention = retention;
    this.limit = limit;
    this.generation = generation;
  }

  /**
   * Opens the history of a pool for writing, once the pool's lead is taken.
   *
   * @param store where it is
   * @param config the pool's configuration
   * @param retention how old an event may become
   * @param limit the most bytes that the pool's history may take, keys included
   * @param epoch of the store's opening
   * @param random draws the generation of a new history
   * @return the history
   */
  public static PoolHistory open(
      StateStore store,
      PoolConfig config,
      Duration retention,
      long limit,
      long epoch,
      RandomGenerator random) {
    List<StoreEntry> stored = store.range(HistoryEntry.prefix(config.name())).entries();
    List<HistoryEntry> heads = new ArrayList<>();
    long broken = 0;
    long generation = 0;
    for (StoreEntry entry : stored) {
      try {
        HistoryEntry head = HistoryEntry.read(entry);
        heads.add(head);
        generation = head.generation();
      } catch (IllegalStateException e) {
        heads.add(null);
        broken++;
      }
    }
    HistoryPages pages = new HistoryPages(
        config.name(), retention, limit, generation == 0 ? drawn(random) : generation);
    int from = heads.size();
    long events = 0;
    while (from > 0 && events < RECENT) {
      from--;
      HistoryEntry head = heads.get(from);
      events += head == null ? 0 : head.last() - head.first() + 1;
    }
    for (int i = 0; i < heads.size(); i++) {
      pages.take(stored.get(i), heads.get(i), i >= from);
    }
    pages.unreadable = broken;
    return new PoolHistory(pages, config, epoch);
  }

  private static long drawn(RandomGenerator random) {
    long drawn = random.nextLong();
    return drawn == 0 ? 1 : drawn;
  }

  private void take(StoreEntry entry, HistoryEntry head, boolean read) {
    long size = (long) entry.key().length() + entry.sharedBytes().length;
    if (head == null) {
      // It is the first to go.
      pages.addFirst(new Page(entry.key(), 0, 0, Instant.EPOCH, size));
      bytes += size;
      return;
    }
    Page page = new Page(entry.key(), head.first(), head.last(), head.to(), size);
    next = Math.max(next, head.last() + 1);
    bytes += size;
    List<StoredEvent> events = List.of();
    if (read || !head.compressed()) {
      try {
        events = head.events();
      } catch (IllegalStateException e) {
        unreadable++;
      }
    }
    if (read) {
      recent.addAll(events);
    }
    if (head.compressed() || events.isEmpty()) {
      pages.add(page);
    } else {
      loose.add(new Loose(page, events));
    }
  }

  /** The last events, when the history was opened; read once. */
  List<StoredEvent> recent() {
    List<StoredEvent> read = List.copyOf(recent);
    recent.clear();
    return read;
  }

  /** How many entries could not be read when the history was opened. */
  long unreadable() {
    return unreadable;
  }

  /** The number of the next event. */
  long next() {
    return next;
  }

  /** Adds events; empty if they do not fit, in which case nothing has changed. */
  Optional<Added> add(List<StoredEvent> events) {
    List<StoredEvent> entry = new ArrayList<>();
    Loose newest = loose.peekLast();
    boolean folds = newest != null
        && newest.events().size() == 1
        && newest.events().get(0).repeatedBy(events.get(0));
    StoredEvent last = folds && newest != null ? newest.events().get(0) : null;
    for (StoredEvent event : events) {
      if (last != null && last.repeatedBy(event)) {
        StoredEvent folded = event.with(event.seq(), last.firstSeq(), event.time(), last.since());
        if (entry.isEmpty()) {
          entry.add(folded);
        } else {
          entry.set(entry.size() - 1, folded);
        }
        last = folded;
      } else {
        entry.add(event);
        last = event;
      }
    }
    String key = HistoryEntry.key(pool, entry.get(0).firstSeq());
    byte[] value = HistoryEntry.write(generation, entry, false);
    long size = (long) key.length() + value.length;
    if (value.length > MOST_BYTES || size > limit / 4) {
      return Optional.empty();
    }
    Map<String, Optional<byte[]>> writes = new LinkedHashMap<>();
    long over = bytes + size - limit - (folds && newest != null ? newest.page().bytes() : 0);
    Optional<Dropped> dropped = drop(over, writes);
    if (dropped.isEmpty() && over > 0) {
      return Optional.empty();
    }
    if (folds && !loose.isEmpty()) {
      bytes -= loose.removeLast().page().bytes();
    }
    writes.put(key, Optional.of(value));
    StoredEvent newestEvent = entry.get(entry.size() - 1);
    Page page = new Page(key, entry.get(0).firstSeq(), newestEvent.seq(), newestEvent.time(), size);
    loose.add(new Loose(page, List.copyOf(entry)));
    bytes += size;
    next = newestEvent.seq() + 1;
    return Optional.of(new Added(writes, entry, dropped));
  }

  /** Drops the oldest until so many bytes are free; empty if that takes too many writes, or none. */
  private Optional<Dropped> drop(long over, Map<String, Optional<byte[]>> writes) {
    if (over <= 0) {
      return Optional.empty();
    }
    List<Page> going = new ArrayList<>();
    long free = 0;
    List<Page> all = oldestFirst();
    // The newest stays: a repetition is added to it, and it has the number to go on from.
    for (Page page : all.subList(0, Math.max(0, all.size() - 1))) {
      if (free >= over) {
        break;
      }
      going.add(page);
      free += page.bytes();
    }
    if (going.isEmpty() || free < over || going.size() >= MOST_WRITES - 1) {
      return Optional.empty();
    }
    return Optional.of(dropped(going, writes, false));
  }

  private List<Page> oldestFirst() {
    List<Page> all = new ArrayList<>(pages);
    loose.forEach(one -> all.add(one.page()));
    return all;
  }

  private Dropped dropped(List<Page> going, Map<String, Optional<byte[]>> writes, boolean byAge) {
    for (Page page : going) {
      writes.put(page.key(), Optional.empty());
      bytes -= page.bytes();
      if (!pages.remove(page)) {
        loose.removeIf(one -> one.page().equals(page));
      }
    }
    return new Dropped(writes, going.get(0).first(), going.get(going.size() - 1).last(), byAge);
  }

  /** Drops what is too old; the newest entry stays, since it has the number to go on from. */
  Optional<Dropped> dropOld(Instant now) {
    Instant before = now.minus(retention);
    Page oldest = pages.isEmpty() && !loose.isEmpty() ? loose.getFirst().page() : pages.peekFirst();
    if (oldest == null || !oldest.to().isBefore(before)) {
      return Optional.empty();
    }
    List<Page> going = new ArrayList<>();
    List<Page> all = oldestFirst();
    for (Page page : all.subList(0, Math.max(0, all.size() - 1))) {
      if (going.size() == DROPPED_AT_ONCE || !page.to().isBefore(before)) {
        break;
      }
      going.add(page);
    }
    return going.isEmpty()
        ? Optional.empty()
        : Optional.of(dropped(going, new LinkedHashMap<>(), true));
  }

  /** Makes the entries that have gathered one; empty if there are few. */
  Optional<Map<String, Optional<byte[]>>> compress() {
    if (loose.size() <= COMPRESSED_AT_ONCE) {
      return Optional.empty();
    }
    Map<String, Optional<byte[]>> writes = new LinkedHashMap<>();
    List<StoredEvent> events = new ArrayList<>();
    Page first = loose.getFirst().page();
    // The newest entry stays as it is, since a repetition may still be added to it.
    while (loose.size() > 1 && writes.size() < COMPRESSED_AT_ONCE) {
      Loose one = loose.removeFirst();
      writes.put(one.page().key(), Optional.empty());
      events.addAll(one.events());
      bytes -= one.page().bytes();
    }
    byte[] value = HistoryEntry.write(generation, events, true);
    StoredEvent last = events.get(events.size() - 1);
    Page page = new Page(
        first.key(), first.first(), last.seq(), last.time(), first.key().length() + value.length);
    writes.put(page.key(), Optional.of(value));
    pages.add(page);
    bytes += page.bytes();
    return Optional.of(writes);
  }
}
