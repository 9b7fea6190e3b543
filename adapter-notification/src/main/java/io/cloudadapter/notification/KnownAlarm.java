package io.cloudadapter.notification;

import java.time.Instant;
import java.util.Optional;

/**
 * What a receiver has been sent about one alarm.
 *
 * @param id of the notification that raises it
 * @param since when it was raised
 * @param message a sentence for people
 * @param sent when it was last sent; empty if it was not yet
 * @param repeats how often it was sent again
 * @param cleared how it ended, if it has
 */
record KnownAlarm(
    String id,
    Instant since,
    String message,
    Optional<Instant> sent,
    int repeats,
    Optional<Clearing> cleared) {

  /**
   * The end of an alarm.
   *
   * @param id of the notification that clears it
   * @param at when its cause was gone
   * @param sent whether the receiver was sent it
   */
  record Clearing(String id, Instant at, boolean sent) {}

  static KnownAlarm raised(String id, Instant since, String message) {
    return new KnownAlarm(id, since, message, Optional.empty(), 0, Optional.empty());
  }

  boolean standing() {
    return cleared.isEmpty();
  }

  KnownAlarm cleared(String clearId, Instant at) {
    return new KnownAlarm(
        id, since, message, sent, repeats, Optional.of(new Clearing(clearId, at, false)));
  }

  KnownAlarm standingAgain() {
    return new KnownAlarm(id, since, message, sent, repeats, Optional.empty());
  }

  /** The same after it was sent, as it is. */
  KnownAlarm sentAt(Instant at) {
    return new KnownAlarm(
        id,
        since,
        message,
        Optional.of(at),
        sent.isPresent() && standing() ? repeats + 1 : repeats,
        cleared.map(end -> new Clearing(end.id(), end.at(), true)));
  }

  /** The same, to be sent again as soon as possible. */
  KnownAlarm stale() {
    return new KnownAlarm(id, since, message, sent.map(at -> Instant.EPOCH), repeats, cleared);
  }

  /** Whether a receiver that was sent it long ago is to be sent it again. */
  boolean due(Instant now, java.time.Duration repeat) {
    return sent.filter(at -> !at.plus(repeat).isAfter(now)).isPresent();
  }
}
