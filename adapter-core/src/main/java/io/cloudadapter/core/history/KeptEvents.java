package io.cloudadapter.core.history;

import io.cloudadapter.core.store.StoreEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Events that were dropped but for this: they explain what is still there, such as the launch of a machine that lives
 * longer than the retention. They lie in entries of their own, which take a quarter of the history's bytes at most; the
 * oldest go first when they would take more. One thread at a time may use it.
 */
final class KeptEvents {
  /** An entry of more bytes takes no more events; a smaller one in a small history, so that little goes at once. */
  private static final int FULL = 8 * 1024;

  private static final int ENTRIES = 8;

  /** More are left to the next time, when a history has become smaller all at once. */
  private static final int DROPPED_AT_ONCE = 3;

  /**
   * What is to be written so that events are kept.
   *
   * @param writes keys and their new values, empty for a deletion
   * @param after the entries that there are then
   * @param lost the last event that explains something and goes all the same, or 0
   */
  record Change(Map<String, Optional<byte[]>> writes, Deque<HistoryPages.Page> after, long lost) {
    long bytes() {
      return sum(after);
    }
  }

  private final Function<String, Optional<StoreEntry>> contents;
  private final Function<Long, String> keys;
  private final long generation;
  private final long limit;
  private Deque<HistoryPages.Page> pages = new ArrayDeque<>();
  private int refreshed;

  /**
   * Kept events of one pool.
   *
   * @param contents reads the store
   * @param keys from the number of the first event to the key of an entry
   * @param generation of the history
   * @param limit the most bytes of all entries
   */
  KeptEvents(
      Function<String, Optional<StoreEntry>> contents,
      Function<Long, String> keys,
      long generation,
      long limit) {
    this.contents = contents;
    this.keys = keys;
    this.generation = generation;
    this.limit = limit;
  }

  private static long sum(Deque<HistoryPages.Page> pages) {
    long bytes = 0;
    for (HistoryPages.Page page : pages) {
      bytes += page.bytes();
    }
    return bytes;
  }

  /** An entry that was there at the opening. */
  void found(HistoryPages.Page page) {
    pages.add(page);
  }

  long bytes() {
    return sum(pages);
  }

  /** What is to be written so that some events stay; nothing has changed until {@link #apply}. */
  Change with(List<StoredEvent> events, Predicate<StoredEvent> explains) {
    Deque<HistoryPages.Page> after = new ArrayDeque<>(pages);
    Map<String, Optional<byte[]>> writes = new LinkedHashMap<>();
    List<StoredEvent> staying = events.stream().filter(explains).toList();
    if (!staying.isEmpty()) {
      HistoryPages.Page newest = after.peekLast();
      if (newest != null && newest.bytes() < Math.min(FULL, limit / ENTRIES)) {
        after.removeLast();
        List<StoredEvent> earlier = events(newest);
        put(
            newest.key(),
            Stream.concat(earlier.stream().filter(explains), staying.stream()).toList(),
            writes,
            after);
      } else {
        put(keys.apply(staying.get(0).firstSeq()), staying, writes, after);
      }
    }
    long lost = 0;
    for (int i = 0; i < DROPPED_AT_ONCE && sum(after) > limit; i++) {
      HistoryPages.Page oldest = after.removeFirst();
      lost = oldest.last();
      writes.put(oldest.key(), Optional.empty());
    }
    return new Change(writes, after, lost);
  }

  /** Looks through one entry, the next one each time, for events that explain nothing any more. */
  Change refresh(Predicate<StoredEvent> explains) {
    Deque<HistoryPages.Page> after = new ArrayDeque<>();
    Map<String, Optional<byte[]>> writes = new LinkedHashMap<>();
    refreshed = pages.isEmpty() ? 0 : (refreshed + 1) % pages.size();
    int place = 0;
    for (HistoryPages.Page page : pages) {
      List<StoredEvent> events = place++ == refreshed ? events(page) : List.of();
      List<StoredEvent> staying = events.stream().filter(explains).toList();
      if (staying.size() == events.size()) {
        after.add(page);
      } else if (staying.isEmpty()) {
        writes.put(page.key(), Optional.empty());
      } else {
        put(page.key(), staying, writes, after);
      }
    }
    return new Change(writes, after, 0);
  }

  void apply(Change change) {
    pages = change.after();
  }

  private void put(
      String key,
      List<StoredEvent> events,
      Map<String, Optional<byte[]>> writes,
      Deque<HistoryPages.Page> after) {
    byte[] value = HistoryEntry.write(generation, events, true);
    writes.put(key, Optional.of(value));
    after.add(HistoryPages.Page.of(key, events, value.length));
  }

  private List<StoredEvent> events(HistoryPages.Page page) {
    Optional<StoreEntry> entry = contents.apply(page.key());
    if (entry.isEmpty()) {
      return new ArrayList<>();
    }
    try {
      return HistoryEntry.read(entry.get()).events();
    } catch (IllegalStateException e) {
      return new ArrayList<>(); // A reader of the history sees that it cannot be read.
    }
  }
}
