package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.event.PoolEventPage;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.history.HistoryReader;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.ledger.HookRecord;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Compares the history of one pool with its ledger after each transaction: what has changed in the ledger has its event
 * (H1), the numbers have no hole that no event tells (H2), the bytes stay within their bound (H3), and the launch of
 * each machine that lives stays (H4).
 */
public final class HistoryChecker {
  /** After so many looks, the launches of the machines that live are looked for. */
  private static final int LAUNCHES_EVERY = 40;

  /** An event that a change must have. */
  private record Due(String what, Predicate<PoolEvent> event) {}

  private final PoolConfig config;
  private final String prefix;
  private final long limit;
  private final Map<String, LaunchRecord> launches = new HashMap<>();
  private final Map<String, MachineRecord> machines = new HashMap<>();
  private final Map<String, HookRecord> hooks = new HashMap<>();
  private final Set<String> launched = new HashSet<>();
  private final List<Due> due = new ArrayList<>();
  private @Nullable PoolRecord pool;
  private @Nullable PoolEvent newest;
  private Optional<String> cursor = Optional.empty();
  private long oldest = 1;
  private boolean launchesLost;
  private int looks;

  /**
   * A checker of one pool.
   *
   * @param config the pool's
   * @param limit the most bytes that its history may take
   */
  public HistoryChecker(PoolConfig config, long limit) {
    this.config = config;
    this.prefix = Keeper.prefix(config);
    this.limit = limit;
  }

  /** An atom of the ledger has become durable; {@link #look} follows. */
  public void changed(Map<String, Optional<byte[]>> atom) {
    atom.forEach((full, value) -> {
      String key = full.substring(prefix.length());
      String name = key.substring(key.indexOf('/') + 1);
      if (key.equals("pool")) {
        ofPool(RecordCodec.read(key, value.orElseThrow(), PoolRecord.class));
      } else if (key.startsWith("intent/")) {
        ofLaunch(name, value.map(b -> RecordCodec.read(key, b, LaunchRecord.class)));
      } else if (key.startsWith("machine/")) {
        ofMachine(name, value.map(b -> RecordCodec.read(key, b, MachineRecord.class)));
      } else if (key.startsWith("hook/")) {
        ofHook(name, value.map(b -> RecordCodec.read(key, b, HookRecord.class)));
      }
    });
  }

  private void due(String what, PoolEventKind kind, Predicate<PoolEvent> event) {
    due.add(new Due(what, found -> found.kind() == kind && event.test(found)));
  }

  private void ofPool(PoolRecord now) {
    PoolRecord before = pool;
    pool = now;
    if (before == null) {
      return;
    }
    if (before.desired() != now.desired()) {
      due(
          "desired size " + before.desired() + " to " + now.desired(),
          PoolEventKind.SIZE_CHANGED,
          event -> Objects.equals(event.details().get("after"), "" + now.desired()));
    }
    if (before.frozen() != now.frozen()) {
      due(
          "frozen " + now.frozen(),
          now.frozen() == null ? PoolEventKind.POOL_THAWED : PoolEventKind.POOL_FROZEN,
          event -> true);
    }
  }

  private void ofLaunch(String key, Optional<LaunchRecord> changed) {
    LaunchRecord before = launches.remove(key);
    changed.ifPresent(now -> launches.put(key, now));
    if (before == null && changed.isPresent()) {
      due(
          "launch " + key,
          PoolEventKind.LAUNCH_REQUESTED,
          event -> event.launch().equals(Optional.of(key)));
    }
  }

  private void ofMachine(String id, Optional<MachineRecord> changed) {
    MachineRecord before = machines.remove(id);
    if (changed.isEmpty()) {
      return;
    }
    MachineRecord now = changed.get();
    machines.put(id, now);
    if (now.status().terminal()) {
      launched.remove(id); // One that comes back is attached, which is another event.
    }
    Optional<MachineId> machine = Optional.of(new MachineId(id));
    if (before == null && now.made()) {
      due(
          "machine " + id + " made",
          PoolEventKind.MACHINE_LAUNCHED,
          event -> event.machine().equals(machine));
      launched.add(id);
    }
    if (before != null && before.status() == Status.LIVE && now.status() == Status.RETIRING) {
      due.add(new Due(
          "why machine " + id + " goes: " + now.reason(),
          event -> (event.kind() == PoolEventKind.VICTIM_CHOSEN
                  || event.kind() == PoolEventKind.TERMINATION_DECIDED)
              && event.machine().equals(machine)
              && !event.message().isEmpty()));
    }
    if (before != null && before.status() != Status.GONE && now.status() == Status.GONE) {
      due.add(new Due(
          "machine " + id + " gone",
          event -> (event.kind() == PoolEventKind.MACHINE_DIED
                  || event.kind() == PoolEventKind.MACHINE_TERMINATED)
              && event.machine().equals(machine)));
    }
  }

  private void ofHook(String token, Optional<HookRecord> changed) {
    HookRecord before = hooks.remove(token);
    if (changed.isEmpty()) {
      return;
    }
    HookRecord now = changed.get();
    hooks.put(token, now);
    if (before != null && before.state() == now.state()) {
      return;
    }
    PoolEventKind kind = switch (now.state()) {
      case WAITING -> PoolEventKind.HOOK_WAITING;
      case COMPLETED, ABANDONED -> PoolEventKind.HOOK_ANSWERED;
      case TIMED_OUT -> PoolEventKind.HOOK_TIMED_OUT;
      case MOOT -> PoolEventKind.HOOK_CANCELLED;
    };
    due(
        "hook " + now.hook() + " of " + now.machine() + " " + now.state(),
        kind,
        event -> event.machine().filter(id -> id.value().equals(now.machine())).isPresent());
  }

  /** A transaction is durable, or the store was opened again: the history must have all that has changed. */
  public void look(StateStore store) {
    rule(
        bytes(store) <= limit,
        "H3",
        () -> "the history takes " + bytes(store) + " bytes, of at most " + limit);
    HistoryReader reader = new HistoryReader(store, config.name());
    List<PoolEvent> events = new ArrayList<>();
    PoolEventPage page;
    do {
      page = read(reader, cursor);
      events.addAll(page.events());
      cursor = Optional.of(page.cursor());
    } while (page.more());
    numbers(events, page.oldest().orElse(1L));
    for (Due one : due) {
      rule(events.stream().anyMatch(one.event()), "H1", () -> one.what() + " has no event");
    }
    due.clear();
    if (++looks % LAUNCHES_EVERY == 0) {
      launches(reader);
    }
  }

  private long bytes(StateStore store) {
    long bytes = 0;
    for (StoreEntry entry : store.range("events/" + config.name() + "/").entries()) {
      bytes += entry.key().length() + entry.size();
    }
    return bytes;
  }

  private static PoolEventPage read(HistoryReader reader, Optional<String> after) {
    PoolEventQuery all = PoolEventQuery.all().limit(PoolEventQuery.MOST);
    try {
      return reader.read(after.map(all::after).orElse(all));
    } catch (PoolException e) {
      throw InvariantChecker.broken("H2", "a reader cannot read on: " + e.getMessage());
    }
  }

  private void numbers(List<PoolEvent> events, long oldestNow) {
    for (PoolEvent event : events) {
      PoolEvent before = newest;
      newest = event;
      boolean follows = before == null
          ? event.firstSequence() == 1
          : event.firstSequence() == before.sequence() + 1
              || (event.firstSequence() == before.firstSequence()
                  && event.sequence() > before.sequence()
                  && event.kind() == before.kind());
      rule(
          follows,
          "H2",
          () -> "event " + event.sequence() + " follows event "
              + Optional.ofNullable(before).map(PoolEvent::sequence));
      rule(event.kind() != PoolEventKind.EVENTS_LOST, "H2", () -> event.message());
      launchesLost |=
          event.kind() == PoolEventKind.HISTORY_TRUNCATED && event.details().containsKey("lost");
    }
    if (oldestNow > oldest) {
      rule(
          events.stream()
              .anyMatch(event -> event.kind() == PoolEventKind.HISTORY_TRUNCATED
                  && Objects.equals(event.details().get("last"), "" + (oldestNow - 1))),
          "H2",
          () -> "no event tells that those up to " + (oldestNow - 1) + " were dropped");
      oldest = oldestNow;
    }
  }

  private void launches(HistoryReader reader) {
    Set<String> explained = new HashSet<>();
    PoolEventQuery query =
        PoolEventQuery.all().kinds(PoolEventKind.MACHINE_LAUNCHED).limit(PoolEventQuery.MOST);
    PoolEventPage page;
    do {
      page = reader.read(query);
      page.events().forEach(event -> event.machine().ifPresent(id -> explained.add(id.value())));
      query = query.after(page.cursor());
    } while (page.more());
    for (MachineRecord machine : machines.values()) {
      rule(
          launchesLost
              || machine.status().terminal()
              || !launched.contains(machine.id())
              || explained.contains(machine.id()),
          "H4",
          () -> "the launch of machine " + machine.id() + ", which lives, was dropped");
    }
  }
}
