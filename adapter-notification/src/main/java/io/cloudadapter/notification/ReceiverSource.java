package io.cloudadapter.notification;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.event.PoolEventPage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The receivers as a source of notifications for one of them: an alarm stands for each other one that fails. */
final class ReceiverSource implements NotificationSource {
  /** The code of the alarm. */
  static final String CODE = "RECEIVER_FAILED";

  private static final String PREFIX = CODE + "/";

  private final List<ReceiverHealth> others;

  ReceiverSource(List<ReceiverHealth> others) {
    this.others = List.copyOf(others);
  }

  @Override
  public String name() {
    return "receivers";
  }

  @Override
  public Optional<PoolName> pool() {
    return Optional.empty();
  }

  @Override
  public boolean recordsEvents() {
    return false;
  }

  @Override
  public String code(String key) {
    return CODE;
  }

  @Override
  public Optional<String> receiver(String key) {
    return Optional.of(key.substring(PREFIX.length()));
  }

  @Override
  public String end() {
    return NO_HISTORY;
  }

  @Override
  public PoolEventPage read(Optional<String> after, Set<PoolEventKind> kinds, int limit) {
    return new PoolEventPage(List.of(), NO_HISTORY, false, Optional.empty());
  }

  @Override
  public Standing alarms() {
    Map<String, StandingAlarm> standing = new TreeMap<>();
    Map<String, ReceiverHealth> known = new TreeMap<>();
    for (ReceiverHealth other : others) {
      known.put(PREFIX + other.name(), other);
      other
          .failingSince()
          .ifPresent(since -> standing.put(
              PREFIX + other.name(),
              new StandingAlarm(
                  since, "receiver " + other.name() + " does not take its notifications")));
    }
    // A process that has just begun has not found out yet which receivers fail.
    return new Standing(standing, key -> {
      ReceiverHealth other = known.get(key);
      return other == null || other.works();
    });
  }
}
