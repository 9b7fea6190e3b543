package io.cloudadapter.core.history;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.ledger.RecordChange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the history of one pool: numbers what happens, and returns what a transaction has to write and drop for it.
 * No method throws because of what is in the history: what cannot be recorded is counted, and an event says how much
 * that was.
 *
 * <p>What a method returns must become durable before the next call, or this object must be thrown away. One thread at
 * a time may use it.
 */
public final class PoolHistory {
  private static final Logger LOG = LoggerFactory.getLogger(PoolHistory.class);

  /**
   * What a transaction writes for the history, and what that tells.
   *
   * @param writes keys and their new values, empty for a deletion; at most {@link HistoryPages#MOST_WRITES}
   * @param events the events that become durable
   */
  public record Recorded(Map<String, Optional<byte[]>> writes, List<PoolEvent> events) {
    static final Recorded NOTHING = new Recorded(Map.of(), List.of());

    /** Copies the list. */
    public Recorded {
      events = List.copyOf(events);
    }
  }

  private final HistoryPages pages;
  private final EventLinks links = new EventLinks();

  /** The alarms that stand as far as the history tells. */
  private final Map<String, String> alarms = new HashMap<>();

  /** What is due with the next write: what a new process has to tell. */
  private final List<EventDraft> due = new ArrayList<>();

  private long lost;

  PoolHistory(HistoryPages pages, PoolConfig config, long epoch) {
    this.pages = pages;
    Map<String, String> configured = new TreeMap<>();
    String[] leader = {""};
    for (StoredEvent event : pages.recent()) {
      links.apply(event);
      noteAlarm(event);
      if (event.is(PoolEventKind.LEADERSHIP_TAKEN)) {
        configured.clear();
        configured.putAll(event.details());
        leader[0] = String.valueOf(event.details().get("epoch"));
      }
    }
    lost = pages.unreadable();
    Map<String, String> now = ConfigFacts.of(config);
    if (!leader[0].equals(Long.toString(epoch))) {
      EventDraft taken = new EventDraft(
              PoolEventKind.LEADERSHIP_TAKEN, "a process keeps the pool, epoch " + epoch)
          .detail("epoch", epoch);
      now.forEach(taken::detail);
      due.add(taken);
      ConfigFacts.changed(configured, now).ifPresent(due::add);
    }
  }

  /**
   * Records what a transaction changes.
   *
   * @param changes the changes of the transaction, in order
   * @param now the time
   * @return what the same transaction writes for it
   */
  public Recorded record(List<RecordChange> changes, Instant now) {
    List<EventDraft> drafts;
    try {
      drafts = EventDeriver.derive(changes);
    } catch (RuntimeException e) {
      // An event that is wrong must not stop the pool.
      LOG.error("what happened cannot be derived from {} changes", changes.size(), e);
      lost += changes.size();
      return Recorded.NOTHING;
    }
    return write(drafts, now);
  }

  /**
   * Records which alarms stand.
   *
   * @param standing those that stand
   * @param complete whether an alarm that is not among them is over: not before the first list of a process
   * @param now the time
   * @return what a transaction of its own writes for it; nothing if nothing has changed
   */
  public Recorded observe(List<Alarm> standing, boolean complete, Instant now) {
    List<EventDraft> drafts = new ArrayList<>();
    Map<String, String> found = new HashMap<>();
    for (Alarm alarm : standing) {
      found.put(alarm.code().name(), alarm.message());
      if (!alarms.containsKey(alarm.code().name())) {
        drafts.add(new EventDraft(PoolEventKind.ALARM_RAISED, alarm.message())
            .code(alarm.code().name()));
      }
    }
    if (complete) {
      alarms.keySet().stream()
          .filter(code -> !found.containsKey(code))
          .sorted()
          .forEach(code ->
              drafts.add(new EventDraft(PoolEventKind.ALARM_CLEARED, "alarm " + code + " is over")
                  .code(code)));
    }
    return drafts.isEmpty() && due.isEmpty() ? Recorded.NOTHING : write(drafts, now);
  }

  /**
   * Keeps the history small: compresses what has gathered and drops what is too old.
   *
   * @param now the time
   * @return what a transaction of its own writes; nothing if there is nothing to do
   */
  public Recorded tidy(Instant now) {
    try {
      Optional<HistoryPages.Dropped> old = pages.dropOld(now);
      if (old.isPresent()) {
        return truncated(old.get(), now);
      }
      return pages
          .compress()
          .map(writes -> new Recorded(writes, List.of()))
          .orElse(Recorded.NOTHING);
    } catch (RuntimeException e) {
      // A history that cannot be made smaller is dropped from its oldest end instead.
      LOG.error("the history cannot be compressed", e);
      return Recorded.NOTHING;
    }
  }

  private Recorded truncated(HistoryPages.Dropped dropped, Instant now) {
    Recorded marker = write(List.of(marker(dropped)), now);
    Map<String, Optional<byte[]>> writes = new LinkedHashMap<>(dropped.writes());
    writes.putAll(marker.writes());
    return new Recorded(writes, marker.events());
  }

  private static EventDraft marker(HistoryPages.Dropped dropped) {
    return new EventDraft(
            PoolEventKind.HISTORY_TRUNCATED,
            "events " + dropped.first() + " to " + dropped.last() + " were dropped, by "
                + (dropped.byAge() ? "age" : "size"))
        .code(dropped.byAge() ? "AGE" : "SIZE")
        .detail("first", dropped.first())
        .detail("last", dropped.last());
  }

  private Recorded write(List<EventDraft> drafts, Instant now) {
    List<EventDraft> all = new ArrayList<>(due);
    if (lost > 0) {
      all.add(new EventDraft(PoolEventKind.EVENTS_LOST, lost + " events could not be recorded")
          .detail("count", lost));
    }
    all.addAll(drafts);
    if (all.isEmpty()) {
      return Recorded.NOTHING;
    }
    try {
      List<StoredEvent> events = new ArrayList<>(all.size());
      long next = pages.next();
      for (EventDraft draft : all) {
        EventLinks.Link link = links.of(draft);
        StoredEvent event = draft.numbered(next, now, link.replaces(), link.cause());
        next++;
        links.apply(event);
        noteAlarm(event);
        events.add(event);
      }
      Optional<HistoryPages.Added> added = pages.add(events);
      if (added.isEmpty()) {
        lost += drafts.size();
        return Recorded.NOTHING;
      }
      due.clear();
      lost = 0;
      Optional<HistoryPages.Dropped> dropped = added.get().dropped();
      dropped.ifPresent(gone -> due.add(marker(gone)));
      return new Recorded(
          added.get().writes(),
          added.get().events().stream().map(StoredEvent::shown).toList());
    } catch (RuntimeException e) {
      // The numbers go to later events: nothing was written under them.
      LOG.error("{} events cannot be recorded", drafts.size(), e);
      lost += drafts.size();
      return Recorded.NOTHING;
    }
  }

  private void noteAlarm(StoredEvent event) {
    String code = event.code();
    if (code != null && event.is(PoolEventKind.ALARM_RAISED)) {
      alarms.put(code, event.message());
    } else if (code != null && event.is(PoolEventKind.ALARM_CLEARED)) {
      alarms.remove(code);
    }
  }
}
