package io.cloudadapter.core.history;

import io.cloudadapter.api.PoolName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one pool's history, oldest first, and their bounds: adds events as an entry of their own, compresses
 * entries into a larger one when many have gathered, and drops the oldest, but for what {@link KeptEvents} keeps of
 * them. It returns what the store is to write; the store has the contents, and this object has the sizes, and the
 * events that are not compressed yet.
 */
final class HistoryPages {
  /** The most keys that {@link #add} writes and drops together. */
  static final int MOST_WRITES = 16;

  /** The most bytes that {@link #add} writes. */
  static final int MOST_BYTES = 256 * 1024;

  /** The most bytes of an entry; the rest of {@link #MOST_BYTES} is for what stays of the entries that it drops. */
  private static final int MOST_ENTRY = 192 * 1024;

  /** So many entries are made one. */
  static final int COMPRESSED_AT_ONCE = 64;

  /** The most entries that one transaction drops beside a command, so that there is room for it and for what stays. */
  private static final int DROPPED_BESIDE = 6;

  /** The most entries that cannot be read and go with one transaction. */
  private static final int BROKEN_AT_ONCE = 4;

  private static final int DROPPED_AT_ONCE = 50;

  /** So many bytes are kept free for what comes at once, in a small history a quarter of it. */
  private static final int ROOM = 32 * 1024;

  /** More than the event takes that tells what was dropped. */
  private static final int MARKER = 320;

  /** An entry; the times are those of its events. */
  record Page(String key, long first, long last, Instant from, Instant to, long bytes) {
    static Page of(String key, List<StoredEvent> events, int value) {
      StoredEvent last = events.get(events.size() - 1);
      return new Page(
          key,
          events.get(0).firstSeq(),
          last.seq(),
          events.get(0).firstTime(),
          last.time(),
          (long) key.length() + value);
    }
  }

  /** Some events under one key that is not compressed. */
  record Loose(Page page, List<StoredEvent> events) {}

  /** Writes that add events, and the events, with one about what they drop. */
  record Added(Map<String, Optional<byte[]>> writes, List<StoredEvent> events) {}

  /** What goes, and how. */
  record Dropped(long first, long last, boolean byAge, long lost) {}

  /** Makes the event that tells what was dropped, under a number. */
  interface Marker {
    StoredEvent of(Dropped dropped, long number);
  }

  /** What is to go, and what stays of it; nothing has changed until it is applied. */
  private record Plan(List<Page> going, KeptEvents.Change kept, long free, Dropped dropped) {}

  private final PoolName pool;
  private final Duration retention;
  private final long limit;
  private final long generation;
  private final PageContents contents;
  private final KeptEvents kept;
  private final Marker marker;
  private final Supplier<Predicate<StoredEvent>> explains;
  private final Deque<Page> pages = new ArrayDeque<>();
  private final Deque<Loose> loose = new ArrayDeque<>();
  private final Deque<Page> broken = new ArrayDeque<>();
  private long bytes;
  private long stateBytes;
  private long next = 1;

  /**
   * Entries of a history that was just read.
   *
   * @param found what there is
   * @param retention how old an event may become
   * @param limit the most bytes, keys included
   * @param marker makes the event about what was dropped
   * @param explains makes a test of whether an event explains what is there at present
   */
  HistoryPages(
      HistoryContents found,
      Duration retention,
      long limit,
      Marker marker,
      Supplier<Predicate<StoredEvent>> explains) {
    this.pool = found.pool();
    this.retention = retention;
    this.limit = limit;
    this.generation = found.generation();
    this.contents = found.reader();
    this.marker = marker;
    this.explains = explains;
    this.kept = new KeptEvents(
        contents::entry, first -> HistoryEntry.keptKey(pool, first), generation, limit / 4);
    found.kept().forEach(kept::found);
    pages.addAll(found.pages());
    loose.addAll(found.loose());
    broken.addAll(found.broken());
    stateBytes = found.stateBytes();
    bytes = stateBytes + kept.bytes();
    pages.forEach(page -> bytes += page.bytes());
    broken.forEach(page -> bytes += page.bytes());
    loose.forEach(one -> bytes += one.page().bytes());
    next = found.next();
  }

  /** The number of the next event. */
  long next() {
    return next;
  }

  /** How many bytes the history takes in the store. */
  long bytes() {
    return bytes;
  }

  /** When the oldest event happened after which none is missing. */
  Optional<Instant> oldest() {
    return Optional.ofNullable(oldestPage()).map(Page::from);
  }

  private @Nullable Page oldestPage() {
    return !pages.isEmpty()
        ? pages.peekFirst()
        : loose.isEmpty() ? null : loose.getFirst().page();
  }

  /**
   * Adds events, and drops the oldest if they would take too many bytes.
   *
   * @param events numbered from {@link #next} on, one or more
   * @param state what is to be written under the state's key; null if that has not changed
   * @return empty if they do not fit, in which case nothing has changed
   */
  Optional<Added> add(List<StoredEvent> events, byte @Nullable [] state) {
    return add(events, state, new LinkedHashMap<>(), true);
  }

  private Optional<Added> add(
      List<StoredEvent> events,
      byte @Nullable [] state,
      Map<String, Optional<byte[]>> writes,
      boolean drops) {
    Loose newest = loose.peekLast();
    boolean single = newest != null && newest.events().size() == 1;
    StoredEvent before = single && newest != null ? newest.events().get(0) : null;
    List<StoredEvent> entry = folded(before, events);
    boolean folds = before != null && entry.get(0).firstSeq() == before.firstSeq();
    String key = HistoryEntry.key(pool, entry.get(0).firstSeq());
    byte[] value = HistoryEntry.write(generation, entry, false);
    long freed = folds && newest != null ? newest.page().bytes() : 0;
    List<Page> unread =
        broken.isEmpty() ? List.of() : broken.stream().limit(BROKEN_AT_ONCE).toList();
    for (Page page : unread) {
      freed += page.bytes();
    }
    long stateSize = state == null ? stateBytes : stateKey().length() + (long) state.length;
    long size = key.length() + (long) value.length + stateSize - stateBytes;
    if (value.length > MOST_ENTRY || size > limit / 2) {
      return Optional.empty();
    }
    if (drops && bytes + size - freed > limit) {
      long over = bytes + size + MARKER - freed - limit;
      Optional<Plan> plan = plan(over, Optional.empty(), DROPPED_BESIDE);
      if (plan.isEmpty() || plan.get().free() < over) {
        return Optional.empty();
      }
      apply(plan.get(), writes);
      StoredEvent newestEvent = entry.get(entry.size() - 1);
      entry.add(marker.of(plan.get().dropped(), newestEvent.seq() + 1));
      value = HistoryEntry.write(generation, entry, false);
    }
    if (folds) {
      bytes -= loose.removeLast().page().bytes();
    }
    for (Page page : unread) {
      broken.remove(page);
      writes.put(page.key(), Optional.empty());
      bytes -= page.bytes();
    }
    writes.put(key, Optional.of(value));
    if (state != null) {
      writes.put(stateKey(), Optional.of(state));
      bytes += stateSize - stateBytes;
      stateBytes = stateSize;
    }
    Page page = Page.of(key, entry, value.length);
    loose.add(new Loose(page, List.copyOf(entry)));
    bytes += page.bytes();
    next = page.last() + 1;
    return Optional.of(new Added(writes, entry));
  }

  /** Makes one of repeated facts, also of one that repeats the newest event of all. */
  private static List<StoredEvent> folded(@Nullable StoredEvent before, List<StoredEvent> events) {
    List<StoredEvent> entry = new ArrayList<>();
    StoredEvent last = before;
    for (StoredEvent event : events) {
      if (last != null && last.repeatedBy(event)) {
        StoredEvent folded = event.with(event.seq(), last.firstSeq(), event.at(), last.since());
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
    return entry;
  }

  private String stateKey() {
    return HistoryEntry.stateKey(pool);
  }

  /** Which entries go so that bytes are free, or since they are too old, as far as there are so many; empty if none. */
  private Optional<Plan> plan(long over, Optional<Instant> before, int most) {
    List<Page> all = new ArrayList<>(pages);
    loose.forEach(one -> all.add(one.page()));
    List<Page> going = new ArrayList<>();
    List<StoredEvent> events = new ArrayList<>();
    Predicate<StoredEvent> stays = explains.get();
    KeptEvents.Change change = kept.with(List.of(), stays);
    long free = 0;
    long gone = 0;
    // The newest stays: a repetition is added to it, and it has the number to go on from.
    for (Page page : all.subList(0, Math.max(0, all.size() - 1))) {
      boolean enough = before.map(time -> !page.to().isBefore(time)).orElse(free >= over);
      if (enough || going.size() == most) {
        break;
      }
      going.add(page);
      gone += page.bytes();
      events.addAll(eventsOf(page));
      change = kept.with(events, stays);
      free = gone + kept.bytes() - change.bytes();
    }
    if (going.isEmpty()) {
      return Optional.empty();
    }
    Dropped dropped = new Dropped(
        going.get(0).first(),
        going.get(going.size() - 1).last(),
        before.isPresent(),
        change.lost());
    return Optional.of(new Plan(going, change, free, dropped));
  }

  private List<StoredEvent> eventsOf(Page page) {
    for (Loose one : loose) {
      if (one.page().equals(page)) {
        return one.events();
      }
    }
    return contents.events(page.key());
  }

  private void apply(Plan plan, Map<String, Optional<byte[]>> writes) {
    for (Page page : plan.going()) {
      writes.put(page.key(), Optional.empty());
      if (!pages.remove(page)) {
        loose.removeIf(one -> one.page().equals(page));
      }
    }
    writes.putAll(plan.kept().writes());
    kept.apply(plan.kept());
    bytes -= plan.free();
  }

  /** Drops what is too old, and what would soon be too much, in a transaction of its own; empty if there is none. */
  Optional<Added> dropOld(Instant now) {
    Instant before = now.minus(retention);
    Page oldest = oldestPage();
    long over = bytes + Math.max(limit / 16, Math.min(limit / 4, ROOM)) - limit;
    boolean byAge = oldest != null && oldest.to().isBefore(before);
    if (limit < 16 * MARKER || (!byAge && over <= 0)) {
      return Optional.empty();
    }
    Optional<Plan> plan =
        plan(over, byAge ? Optional.of(before) : Optional.empty(), DROPPED_AT_ONCE);
    if (plan.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Optional<byte[]>> writes = new LinkedHashMap<>();
    apply(plan.get(), writes);
    return add(List.of(marker.of(plan.get().dropped(), next)), null, writes, false);
  }

  /** Makes the entries that have gathered one; empty if there are few. */
  Optional<Map<String, Optional<byte[]>>> compress() {
    if (loose.size() <= COMPRESSED_AT_ONCE) {
      return Optional.empty();
    }
    Map<String, Optional<byte[]>> writes = new LinkedHashMap<>();
    List<StoredEvent> events = new ArrayList<>();
    String key = loose.getFirst().page().key();
    // The newest entry stays as it is, since a repetition may still be added to it.
    while (loose.size() > 1 && writes.size() < COMPRESSED_AT_ONCE) {
      Loose one = loose.removeFirst();
      writes.put(one.page().key(), Optional.empty());
      events.addAll(one.events());
      bytes -= one.page().bytes();
    }
    byte[] value = HistoryEntry.write(generation, events, true);
    Page page = Page.of(key, events, value.length);
    writes.put(key, Optional.of(value));
    pages.add(page);
    bytes += page.bytes();
    refresh(writes);
    return Optional.of(writes);
  }

  /** Looks through some of the kept events for those that explain nothing any more. */
  private void refresh(Map<String, Optional<byte[]>> writes) {
    if (kept.bytes() > 0) {
      KeptEvents.Change refreshed = kept.refresh(explains.get());
      bytes += refreshed.bytes() - kept.bytes();
      kept.apply(refreshed);
      writes.putAll(refreshed.writes());
    }
  }
}
