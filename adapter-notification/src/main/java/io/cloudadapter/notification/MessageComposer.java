package io.cloudadapter.notification;

import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.notification.Notification;
import io.cloudadapter.api.notification.NotificationKind;
import io.cloudadapter.api.notification.Severity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a message contains, from what the receiver was sent before and what has happened since. The same input
 * gives the same message, so that a message that is sent again after a crash is the same.
 */
final class MessageComposer {
  /** How long a receiver that forgets alarms is sent again that one was cleared. */
  private static final Duration CLEARED_AGAIN = Duration.ofMinutes(15);

  /**
   * A message, and what holds once it has arrived.
   *
   * @param notifications what it contains, in order; empty if there is nothing to send
   * @param sent the state after it was sent
   * @param settled how many alarms were raised and cleared before the receiver could be notified
   */
  record Composed(List<Notification> notifications, DeliveryState sent, int settled) {}

  private final NotificationSource source;
  private final NotificationFilter filter;
  private final Duration repeat;
  private final boolean forgets;

  /**
   * Composes messages from a source for a receiver.
   *
   * @param forgets whether the receiver takes an alarm for cleared unless it gets it again and again
   */
  MessageComposer(
      NotificationSource source, NotificationFilter filter, Duration repeat, boolean forgets) {
    this.source = source;
    this.filter = filter;
    this.repeat = repeat;
    this.forgets = forgets;
  }

  /**
   * Composes the next message.
   *
   * @param state what the receiver was sent before
   * @param events what has happened since, in order
   * @param to the cursor after these events
   * @param at when the message is put together
   */
  Composed compose(DeliveryState state, List<PoolEvent> events, String to, Instant at) {
    List<Notification> notifications = new ArrayList<>();
    Map<String, KnownAlarm> alarms = new TreeMap<>(state.alarms());
    // The configuration may have changed since they were sent.
    alarms.keySet().removeIf(key -> !filter.alarm(source.code(key)));
    state.gap().ifPresent(gap -> notifications.add(gap(gap)));
    String generation = DeliveryState.generation(to);
    int settled = 0;
    for (PoolEvent event : events) {
      String id = generation + "-" + event.sequence();
      if (event.kind() == PoolEventKind.ALARM_RAISED
          || event.kind() == PoolEventKind.ALARM_CLEARED) {
        settled += follow(event, id, alarms);
      }
      if (event.kind() == PoolEventKind.EVENTS_LOST || filter.event(event)) {
        notifications.add(event(event, id));
      }
    }
    Map<String, KnownAlarm> after = new TreeMap<>();
    alarms.forEach((key, alarm) -> {
      notification(key, alarm, at).ifPresent(notifications::add);
      after(alarm, at).ifPresent(known -> after.put(key, known));
    });
    notifications.sort(Comparator.comparing(Notification::time));
    return new Composed(
        notifications,
        new DeliveryState(to, after, state.reconcile(), Optional.empty(), Optional.empty()),
        settled);
  }

  /** Applies an alarm's event; returns 1 if it has undone another one that was not sent. */
  private int follow(PoolEvent event, String id, Map<String, KnownAlarm> alarms) {
    String key = event.code().orElse("");
    if (!filter.alarm(key)) {
      return 0;
    }
    KnownAlarm known = alarms.get(key);
    if (event.kind() == PoolEventKind.ALARM_RAISED) {
      if (known == null || known.cleared().filter(KnownAlarm.Clearing::sent).isPresent()) {
        alarms.put(key, KnownAlarm.raised(id, event.firstTime(), event.message()));
      } else if (!known.standing()) {
        // For the receiver it has not ended.
        alarms.put(key, known.standingAgain());
        return 1;
      }
      return 0;
    }
    if (known == null || !known.standing()) {
      return 0;
    }
    if (known.sent().isEmpty()) {
      alarms.remove(key);
      return 1;
    }
    alarms.put(key, known.cleared(id, event.time()));
    return 0;
  }

  /** What is to be sent of an alarm now. */
  private Optional<Notification> notification(String key, KnownAlarm alarm, Instant at) {
    if (alarm.cleared().isPresent()) {
      KnownAlarm.Clearing end = alarm.cleared().get();
      boolean again = end.sent() && forgets && alarm.due(at, repeat);
      return end.sent() && !again
          ? Optional.empty()
          : Optional.of(alarm(key, alarm, NotificationKind.ALARM_CLEARED, end.id(), end.at()));
    }
    if (alarm.sent().isEmpty()) {
      return Optional.of(
          alarm(key, alarm, NotificationKind.ALARM_RAISED, alarm.id(), alarm.since()));
    }
    return alarm.due(at, repeat)
        ? Optional.of(alarm(
            key,
            alarm,
            NotificationKind.ALARM_REPEATED,
            alarm.id() + "-" + (alarm.repeats() + 1),
            at))
        : Optional.empty();
  }

  /** The alarm after that was sent; empty if nothing of it has to be kept. */
  private Optional<KnownAlarm> after(KnownAlarm alarm, Instant at) {
    boolean sends = alarm.sent().isEmpty() || alarm.due(at, repeat);
    if (alarm.cleared().isEmpty()) {
      return Optional.of(sends ? alarm.sentAt(at) : alarm);
    }
    KnownAlarm.Clearing end = alarm.cleared().get();
    if (!forgets || (end.sent() && !end.at().plus(CLEARED_AGAIN).isAfter(at))) {
      return Optional.empty();
    }
    return Optional.of(sends || !end.sent() ? alarm.sentAt(at) : alarm);
  }

  private Notification alarm(
      String key, KnownAlarm alarm, NotificationKind kind, String id, Instant at) {
    String code = source.code(key);
    return new Notification(
        id,
        kind,
        SeverityTable.ofAlarm(code),
        source.pool(),
        source.receiver(key),
        code,
        alarm.since(),
        at,
        alarm.message(),
        Optional.empty());
  }

  private Notification event(PoolEvent event, String id) {
    boolean lost = event.kind() == PoolEventKind.EVENTS_LOST;
    return new Notification(
        id,
        lost ? NotificationKind.EVENTS_LOST : NotificationKind.EVENT,
        SeverityTable.of(event),
        source.pool(),
        Optional.empty(),
        event.kind().name(),
        event.firstTime(),
        event.time(),
        event.message(),
        Optional.of(event));
  }

  private Notification gap(DeliveryState.Gap gap) {
    return new Notification(
        gap.id(),
        NotificationKind.EVENTS_LOST,
        Severity.WARNING,
        source.pool(),
        Optional.empty(),
        PoolEventKind.EVENTS_LOST.name(),
        gap.at(),
        gap.at(),
        gap.message(),
        Optional.empty());
  }

  /**
   * Compares the alarms that the receiver was sent with those that stand.
   *
   * @param events what is sent next; alarms that it has events of are left to these
   * @return the state in which those that have come or gone without an event are noted
   */
  DeliveryState reconcile(
      DeliveryState state,
      NotificationSource.Standing standing,
      List<PoolEvent> events,
      Instant now) {
    Set<String> covered = new HashSet<>();
    for (PoolEvent event : events) {
      if (event.kind() == PoolEventKind.ALARM_RAISED
          || event.kind() == PoolEventKind.ALARM_CLEARED) {
        covered.add(event.code().orElse(""));
      }
    }
    Map<String, KnownAlarm> alarms = new TreeMap<>(state.alarms());
    standing.alarms().forEach((key, alarm) -> {
      if (filter.alarm(source.code(key)) && isNew(alarms.get(key)) && !covered.contains(key)) {
        alarms.put(
            key,
            KnownAlarm.raised(
                state.cursor() + "-" + key + "-" + alarm.since().getEpochSecond(),
                alarm.since(),
                alarm.message()));
      }
    });
    boolean complete = true;
    for (Map.Entry<String, KnownAlarm> entry : state.alarms().entrySet()) {
      KnownAlarm alarm = entry.getValue();
      if (!alarm.standing()
          || standing.alarms().containsKey(entry.getKey())
          || covered.contains(entry.getKey())) {
        continue;
      }
      if (!standing.over().test(entry.getKey())) {
        complete = false;
      } else if (alarm.sent().isEmpty()) {
        alarms.remove(entry.getKey());
      } else {
        alarms.put(entry.getKey(), alarm.cleared(alarm.id() + "-over", now));
      }
    }
    return state.with(alarms, !complete || !source.recordsEvents());
  }

  private static boolean isNew(@Nullable KnownAlarm known) {
    return known == null || known.cleared().filter(KnownAlarm.Clearing::sent).isPresent();
  }
}
