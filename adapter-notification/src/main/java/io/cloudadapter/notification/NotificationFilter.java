package io.cloudadapter.notification;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.notification.Severity;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which notifications a receiver gets. Immutable.
 *
 * @param pools only those of these pools, and those of no pool; empty for all
 * @param alarms only these alarms, by their codes; empty for all alarms, a set of none for no alarm
 * @param events the events of these kinds, beside the alarms
 * @param severity only what is at least as severe
 */
public record NotificationFilter(
    Set<PoolName> pools,
    Optional<Set<String>> alarms,
    Set<PoolEventKind> events,
    Severity severity) {

  /** Copies the sets. */
  public NotificationFilter {
    pools = Set.copyOf(pools);
    alarms = alarms.map(Set::copyOf);
    events = Set.copyOf(events);
    Objects.requireNonNull(severity, "severity");
  }

  /**
   * Returns the filter that lets all alarms through and no other event.
   *
   * @return the filter
   */
  public static NotificationFilter allAlarms() {
    return new NotificationFilter(Set.of(), Optional.empty(), Set.of(), Severity.INFO);
  }

  boolean pool(PoolName name) {
    return pools.isEmpty() || pools.contains(name);
  }

  boolean alarm(String code) {
    return alarms.map(codes -> codes.contains(code)).orElse(true)
        && SeverityTable.ofAlarm(code).compareTo(severity) >= 0;
  }

  boolean event(PoolEvent event) {
    return events.contains(event.kind()) && SeverityTable.of(event).compareTo(severity) >= 0;
  }

  /** The kinds of events that have to be read for it. */
  Set<PoolEventKind> kinds() {
    EnumSet<PoolEventKind> kinds = EnumSet.of(
        PoolEventKind.ALARM_RAISED, PoolEventKind.ALARM_CLEARED, PoolEventKind.EVENTS_LOST);
    kinds.addAll(events);
    return kinds;
  }

  /** Whether an event may lead to a notification. */
  boolean mayMatter(PoolEvent event) {
    return switch (event.kind()) {
      case ALARM_RAISED, ALARM_CLEARED ->
        event(event) || event.code().filter(this::alarm).isPresent();
      case EVENTS_LOST -> true;
      default -> event(event);
    };
  }

  /**
   * Returns the codes of alarms that a filter may name.
   *
   * @return the codes, sorted
   */
  public static Set<String> alarmCodes() {
    Set<String> codes = new TreeSet<>();
    for (Alarm.Code code : Alarm.Code.values()) {
      codes.add(code.name());
    }
    codes.add(ReceiverSource.CODE);
    return codes;
  }
}
