package io.cloudadapter.core.history;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.event.PoolEventPage;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the history of a pool from what is durable, in this process or in another one. Any thread may use it. */
public final class HistoryReader {
  /** The most events that are looked at for one page, so that a rare match does not hold a reader's thread. */
  private static final int MOST_LOOKED_AT = 50_000;

  private static final Logger LOG = LoggerFactory.getLogger(HistoryReader.class);

  /** In a cursor before the number of an event that was kept when others were dropped. */
  private static final String KEPT = "k";

  private final StateStore store;
  private final PoolName pool;

  /**
   * Reads a pool's history.
   *
   * @param store where it is
   * @param pool whose
   */
  public HistoryReader(StateStore store, PoolName pool) {
    this.store = store;
    this.pool = pool;
  }

  /**
   * Answers a query.
   *
   * @param query which events
   * @return one page
   * @throws PoolException INVALID, GONE or UNAVAILABLE, as {@link io.cloudadapter.api.MachinePool#events} says
   */
  public PoolEventPage read(PoolEventQuery query) {
    Objects.requireNonNull(query, "query");
    List<StoreEntry> stored;
    try {
      stored = store.range(HistoryEntry.prefix(pool)).entries();
    } catch (StoreException | IllegalStateException e) {
      throw new PoolException(
          Reason.UNAVAILABLE, "the history of pool " + pool + " cannot be read", "", e);
    }
    return new Reading(query).over(stored);
  }

  private static final class Reading {
    private final PoolEventQuery query;
    private final List<PoolEvent> found = new ArrayList<>();
    private final List<HistoryEntry> kept = new ArrayList<>();
    private final List<HistoryEntry> entries = new ArrayList<>();
    private long position;
    private long lookedAt;
    private long generation;

    /** Whether it reads events that were kept when others were dropped. */
    private boolean inKept;

    Reading(PoolEventQuery query) {
      this.query = query;
    }

    PoolEventPage over(List<StoreEntry> stored) {
      stored.forEach(this::sort);
      if (entries.isEmpty()) {
        return empty();
      }
      HistoryEntry newest = entries.get(entries.size() - 1);
      long oldest = entries.get(0).first();
      generation = newest.generation();
      position = start(oldest, newest.last());
      boolean more = inKept && overAll(kept, false);
      if (!more) {
        position = inKept ? oldest - 1 : position;
        inKept = false;
        more = overAll(entries, true);
      }
      return new PoolEventPage(found, cursor(), more, Optional.of(oldest));
    }

    private void sort(StoreEntry entry) {
      if (HistoryEntry.isState(entry.key())) {
        return;
      }
      try {
        HistoryEntry head = HistoryEntry.read(entry);
        (HistoryEntry.isKept(entry.key()) ? kept : entries).add(head);
      } catch (IllegalStateException e) {
        LOG.debug("a reader of the history sees a gap for {}", entry.key(), e);
      }
    }

    /** Looks at entries; returns whether some are left to look at. */
    private boolean overAll(List<HistoryEntry> all, boolean whole) {
      for (HistoryEntry entry : all) {
        if (entry.last() <= position) {
          continue;
        }
        if (found.size() >= query.limit() || lookedAt >= MOST_LOOKED_AT) {
          return true;
        }
        if (whole && position + 1 < entry.first()) {
          lost(position + 1, entry.first() - 1, entry.from());
        }
        if (take(entry)) {
          return true;
        }
      }
      return false;
    }

    /** A history that has nothing yet: any cursor is of another one. */
    private PoolEventPage empty() {
      if (query.after().filter(cursor -> !cursor.endsWith("-0")).isPresent()) {
        throw gone("the history is empty");
      }
      return new PoolEventPage(List.of(), "%016x-0".formatted(0), false, Optional.empty());
    }

    private String cursor() {
      return "%016x-%s%d".formatted(generation, inKept ? KEPT : "", position);
    }

    /** After which number the page begins. */
    private long start(long oldest, long newest) {
      if (query.after().isEmpty()) {
        inKept = !kept.isEmpty();
        return inKept ? 0 : oldest - 1;
      }
      String cursor = query.after().get();
      inKept = cursor.startsWith(KEPT, 17);
      long after = Long.parseLong(cursor.substring(inKept ? 18 : 17));
      boolean other = !cursor.startsWith("%016x".formatted(generation));
      if (other && after == 0) {
        return oldest - 1; // It was given before the history began.
      }
      if (other) {
        throw gone("the cursor belongs to another history of the pool");
      }
      if (after > newest) {
        throw new PoolException(
            Reason.INVALID,
            "after must be a cursor of at most event " + newest + ", was " + cursor,
            "");
      }
      if (after < oldest - 1 && !inKept) {
        throw gone("events " + (after + 1) + " to " + (oldest - 1) + " are no longer kept");
      }
      return after;
    }

    private PoolException gone(String why) {
      return new PoolException(Reason.GONE, why, "Read without a cursor, and go on from there.");
    }

    /** Looks at the events of an entry; returns whether some are left that do not fit. */
    private boolean take(HistoryEntry entry) {
      if (isOutside(entry)) {
        position = entry.last();
        return false;
      }
      List<StoredEvent> events;
      try {
        events = entry.events();
      } catch (IllegalStateException e) {
        lost(position + 1, entry.last(), entry.from());
        return false;
      }
      for (StoredEvent stored : events) {
        if (stored.seq() <= position) {
          continue;
        }
        if (found.size() >= query.limit()) {
          return true;
        }
        lookedAt++;
        PoolEvent event = stored.shown();
        if (query.matches(event)) {
          found.add(event);
        }
        position = stored.seq();
      }
      return false;
    }

    private boolean isOutside(HistoryEntry entry) {
      return query.since().filter(entry.to()::isBefore).isPresent()
          || query.until().filter(end -> !entry.from().isBefore(end)).isPresent();
    }

    /** Some events cannot be read. */
    private void lost(long first, long last, Instant at) {
      PoolEvent event = new PoolEvent(
          last,
          first,
          at,
          at,
          PoolEventKind.EVENTS_LOST,
          Optional.empty(),
          Optional.empty(),
          List.of(),
          OptionalLong.empty(),
          Optional.empty(),
          Optional.of("UNREADABLE"),
          "events " + first + " to " + last + " cannot be read",
          Map.of("first", "" + first, "last", "" + last));
      if (query.matches(event)) {
        found.add(event);
      }
      position = last;
    }
  }
}
