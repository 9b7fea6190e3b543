package io.cloudadapter.notification;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.event.PoolEventPage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** A pool whose history is a list. */
final class FakeSource implements NotificationSource {
  static final String GENERATION = "00000000000000ab";

  final List<PoolEvent> history = new ArrayList<>();
  final Map<String, StandingAlarm> standing = new TreeMap<>();
  boolean complete = true;
  private long next = 1;

  PoolEvent add(PoolEventKind kind, String code, Instant at) {
    PoolEvent event = new PoolEvent(
        next,
        next,
        at,
        at,
        kind,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        OptionalLong.empty(),
        Optional.empty(),
        Optional.of(code),
        kind + " " + code,
        Map.of("n", "" + next));
    next++;
    history.add(event);
    return event;
  }

  PoolEvent raise(String code, Instant at) {
    standing.put(code, new StandingAlarm(at, PoolEventKind.ALARM_RAISED + " " + code));
    return add(PoolEventKind.ALARM_RAISED, code, at);
  }

  PoolEvent clear(String code, Instant at) {
    standing.remove(code);
    return add(PoolEventKind.ALARM_CLEARED, code, at);
  }

  /** Drops the oldest events, as a history does that has no more room. */
  void drop(int events) {
    history.subList(0, events).clear();
  }

  static String id(PoolEvent event) {
    return GENERATION + "-" + event.sequence();
  }

  @Override
  public String name() {
    return "pool/web";
  }

  @Override
  public Optional<PoolName> pool() {
    return Optional.of(new PoolName("web"));
  }

  @Override
  public boolean recordsEvents() {
    return true;
  }

  @Override
  public String code(String key) {
    return key;
  }

  @Override
  public Optional<String> receiver(String key) {
    return Optional.empty();
  }

  @Override
  public String end() {
    return GENERATION + "-" + (next - 1);
  }

  private long oldest() {
    return history.isEmpty() ? next : history.get(0).sequence();
  }

  @Override
  public PoolEventPage read(Optional<String> after, Set<PoolEventKind> kinds, int limit) {
    long position = after.map(DeliveryState::sequence).orElse(oldest() - 1);
    if (position < oldest() - 1) {
      throw new PoolException(Reason.GONE, "events are no longer kept", "");
    }
    List<PoolEvent> found = new ArrayList<>();
    boolean more = false;
    for (PoolEvent event : history) {
      if (event.sequence() <= position) {
        continue;
      }
      if (found.size() == limit) {
        more = true;
        break;
      }
      position = event.sequence();
      if (kinds.contains(event.kind())) {
        found.add(event);
      }
    }
    return new PoolEventPage(found, GENERATION + "-" + position, more, Optional.of(oldest()));
  }

  @Override
  public Standing alarms() {
    return new Standing(Map.copyOf(standing), key -> complete);
  }
}
