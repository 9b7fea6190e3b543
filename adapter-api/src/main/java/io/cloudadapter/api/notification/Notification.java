package io.cloudadapter.api.notification;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.event.PoolEvent;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * One fact about a pool or a receiver, for a receiver. A receiver may get it more than once, also from another process;
 * the id is then the same.
 *
 * @param id the same each time that the fact is sent; other facts have other ids
 * @param kind what it is about
 * @param severity how soon a person should look at it
 * @param pool the pool; empty if it is about a receiver, or about none
 * @param receiver the receiver that it is about, if it is about one
 * @param code the alarm's code or the event's kind, a word for programs
 * @param since when the alarm was raised; of an event, when it happened first
 * @param time when what it is about happened; of a repeated alarm, when the repetition was due
 * @param message a sentence for people, without secrets
 * @param event the event, if it is about one
 */
public record Notification(
    String id,
    NotificationKind kind,
    Severity severity,
    Optional<PoolName> pool,
    Optional<String> receiver,
    String code,
    Instant since,
    Instant time,
    String message,
    Optional<PoolEvent> event) {

  /** Checks that nothing is null. */
  public Notification {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(severity, "severity");
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(receiver, "receiver");
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(since, "since");
    Objects.requireNonNull(time, "time");
    Objects.requireNonNull(message, "message");
    Objects.requireNonNull(event, "event");
  }

  /**
   * Returns whether it is about an alarm.
   *
   * @return true if the alarm was raised, still stands, or was cleared
   */
  public boolean alarm() {
    return kind == NotificationKind.ALARM_RAISED
        || kind == NotificationKind.ALARM_REPEATED
        || kind == NotificationKind.ALARM_CLEARED;
  }
}
