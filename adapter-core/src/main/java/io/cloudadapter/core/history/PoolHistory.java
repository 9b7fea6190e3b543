package io.cloudadapter.core.history;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.ledger.LedgerKeyRecord;
import io.cloudadapter.core.ledger.RecordChange;
import io.cloudadapter.core.ledger.StandingRecords;
import io.cloudadapter.core.store.StateStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
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
   * @param writes keys and their new values, empty for a deletion
   * @param events the events that become durable
   */
  public record Recorded(Map<String, Optional<byte[]>> writes, List<PoolEvent> events) {
    static final Recorded NOTHING = new Recorded(Map.of(), List.of());

    /** Copies the list. */
    public Recorded {
      events = List.copyOf(events);
    }

    private static Recorded of(HistoryPages.Added added) {
      List<PoolEvent> shown = new ArrayList<>(added.events().size());
      for (StoredEvent event : added.events()) {
        shown.add(event.shown());
      }
      return new Recorded(added.writes(), shown);
    }
  }

  private final HistoryPages pages;
  private final EventLinks links = new EventLinks();
  private final Supplier<StandingRecords> standing;
  private HistoryState state;

  /** What is due with the next write: what a new process has to tell. */
  private final List<EventDraft> due = new ArrayList<>();

  private Instant writing = Instant.EPOCH;
  private long lost;

  private PoolHistory(
      HistoryContents found, HistoryBounds bounds, Supplier<StandingRecords> standing) {
    this.standing = standing;
    this.pages = new HistoryPages(
        found,
        bounds.retention(),
        bounds.bytes(),
        (dropped, number) -> marker(dropped).numbered(number, writing, List.of(), 0),
        this::explains);
    found.recent().forEach(links::apply);
    state = found.state().orElseGet(() -> HistoryState.of(found.recent()));
    lost = found.unreadable();
  }

  /**
   * Opens the history of a pool for writing, once the pool's lead is taken.
   *
   * @param store where it is
   * @param config the pool's configuration
   * @param bounds of this pool's history
   * @param epoch of the store's opening
   * @param random draws the generation of a new history
   * @param standing what the pool's ledger has at present
   * @return the history
   */
  public static PoolHistory open(
      StateStore store,
      PoolConfig config,
      HistoryBounds bounds,
      long epoch,
      RandomGenerator random,
      Supplier<StandingRecords> standing) {
    PoolHistory history =
        new PoolHistory(HistoryContents.read(store, config.name(), random), bounds, standing);
    history.lead(config, epoch, LedgerKeyRecord.of(store));
    return history;
  }

  /** The history of a pool that is not configured, to be kept within its bounds. */
  static PoolHistory ofUnconfigured(
      StateStore store,
      PoolName pool,
      HistoryBounds bounds,
      RandomGenerator random,
      StandingRecords standing) {
    return new PoolHistory(HistoryContents.read(store, pool, random), bounds, () -> standing);
  }

  private void lead(PoolConfig config, long epoch, Optional<LedgerKeyRecord> key) {
    Map<String, String> now = ConfigFacts.of(config);
    if (state.epoch().equals(Long.toString(epoch))) {
      ConfigFacts.changed(state.configuration(), now).ifPresent(due::add);
      return;
    }
    EventDraft taken = new EventDraft(
            PoolEventKind.LEADERSHIP_TAKEN, "a process keeps the pool, epoch " + epoch)
        .detail("epoch", epoch);
    now.forEach(taken::detail);
    due.add(taken);
    ConfigFacts.changed(state.configuration(), now).ifPresent(due::add);
    key.filter(this::isNews)
        .ifPresent(rotated -> due.add(new EventDraft(
                PoolEventKind.LEDGER_KEY_ROTATED,
                "the ledger key is " + rotated.id() + " since " + rotated.at())
            .detail("key", rotated.id())));
  }

  /** Whether the key was rotated after the last process that kept this pool. */
  private boolean isNews(LedgerKeyRecord key) {
    return !state.epoch().isEmpty() && key.epoch() > Long.parseLong(state.epoch());
  }

  /** How many bytes the history takes in the store, keys included. */
  public long bytes() {
    return pages.bytes();
  }

  /** When the oldest event happened after which none is missing; empty if there is none. */
  public Optional<Instant> oldest() {
    return pages.oldest();
  }

  /**
   * Puts a step's atoms together into transactions, each with the events that follow from its changes.
   *
   * @param atoms of the step
   * @param changes of records, a list for each atom
   * @param now the time of the step
   * @return the transactions, to be made durable one after the other
   */
  public StepTransactions transactions(
      List<Map<String, Optional<byte[]>>> atoms, List<List<RecordChange>> changes, Instant now) {
    return new StepTransactions(this, atoms, changes, now);
  }

  /**
   * Records what a transaction changes.
   *
   * @param changes the changes of the transaction, in order
   * @param now the time
   * @return what the same transaction writes for it; at most {@link HistoryPages#MOST_WRITES} keys
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
   * @param alarms those that stand
   * @param complete whether an alarm that is not among them is over: not before the first list of a process
   * @param now the time
   * @return what a transaction of its own writes for it; nothing if nothing has changed
   */
  public Recorded observe(List<Alarm> alarms, boolean complete, Instant now) {
    List<EventDraft> drafts = new ArrayList<>();
    Set<String> found = new HashSet<>();
    for (Alarm alarm : alarms) {
      found.add(alarm.code().name());
      if (!state.alarms().containsKey(alarm.code().name())) {
        drafts.add(new EventDraft(PoolEventKind.ALARM_RAISED, alarm.message())
            .code(alarm.code().name()));
      }
    }
    if (complete) {
      state.alarms().keySet().stream()
          .filter(code -> !found.contains(code))
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
    writing = now;
    try {
      Optional<HistoryPages.Added> dropped = pages.dropOld(now);
      if (dropped.isPresent()) {
        return Recorded.of(dropped.get());
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

  private static EventDraft marker(HistoryPages.Dropped dropped) {
    EventDraft marker = new EventDraft(
            PoolEventKind.HISTORY_TRUNCATED,
            "events " + dropped.first() + " to " + dropped.last() + " were dropped, by "
                + (dropped.byAge() ? "age" : "size") + ", but for those that explain what is there"
                + (dropped.lost() > 0 ? "; of those, too, all up to " + dropped.lost() : ""))
        .code(dropped.byAge() ? "AGE" : "SIZE")
        .detail("first", dropped.first())
        .detail("last", dropped.last());
    return dropped.lost() > 0 ? marker.detail("lost", dropped.lost()) : marker;
  }

  /** Tells which events explain what is there at present. */
  private Predicate<StoredEvent> explains() {
    StandingRecords now = standing.get();
    return event -> switch (kind(event)) {
      case LAUNCH_REQUESTED -> event.launch() != null && now.hasLaunch(event.launch());
      case MACHINE_LAUNCHED, MACHINE_ATTACHED, MACHINE_QUARANTINED, QUARANTINE_SETTLED ->
        event.machine() != null && now.hasMachine(event.machine());
      case HOOK_WAITING ->
        now.hasHook(StandingRecords.hook(
            String.valueOf(event.machine()),
            event.details().getOrDefault("hook", ""),
            event.details().getOrDefault("transition", "")));
      case ALARM_RAISED -> event.seq() >= state.alarms().getOrDefault(event.code(), Long.MAX_VALUE);
      default -> false;
    };
  }

  private static PoolEventKind kind(StoredEvent event) {
    return StoredEvent.kind(event.kind());
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
    writing = now;
    try {
      List<StoredEvent> events = new ArrayList<>(all.size());
      HistoryState after = state;
      long next = pages.next();
      for (EventDraft draft : all) {
        EventLinks.Link link = links.of(draft);
        StoredEvent event = draft.numbered(next, now, link.replaces(), link.cause());
        next++;
        links.apply(event);
        after = after.after(event);
        events.add(event);
      }
      Optional<HistoryPages.Added> added =
          pages.add(events, after.equals(state) ? null : after.write());
      if (added.isEmpty()) {
        lost += drafts.size();
        return Recorded.NOTHING;
      }
      state = after;
      due.clear();
      lost = 0;
      return Recorded.of(added.get());
    } catch (RuntimeException e) {
      // The numbers go to later events: nothing was written under them.
      LOG.error("{} events cannot be recorded", drafts.size(), e);
      lost += drafts.size();
      return Recorded.NOTHING;
    }
  }
}
