package io.cloudadapter.notification;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How far the delivery from one source to one receiver is. Immutable; {@link DeliveryStateCodec} stores it.
 *
 * @param cursor up to where the history of the source was sent
 * @param alarms what the receiver was sent of alarms, by their keys
 * @param reconcile whether alarms may have come or gone without an event that is kept
 * @param gap events that were dropped before they were sent, of which the receiver has to get word
 * @param planned the message that is on its way; what it contains follows from this state and the history, so that it
 *     is the same after a crash
 */
record DeliveryState(
    String cursor,
    Map<String, KnownAlarm> alarms,
    boolean reconcile,
    Optional<Gap> gap,
    Optional<Plan> planned) {

  /**
   * Events that were dropped before they were sent.
   *
   * @param id of the notification
   * @param count how many; 0 if that cannot be found out
   * @param at when it was found
   * @param message a sentence for people
   */
  record Gap(String id, long count, Instant at, String message) {}

  /**
   * A message that is on its way.
   *
   * @param to the cursor up to which it covers the history
   * @param at when it was planned
   */
  record Plan(String to, Instant at) {}

  DeliveryState {
    alarms = Collections.unmodifiableMap(new TreeMap<>(alarms));
  }

  /** The first state of a receiver: it gets what happens from now on, and all alarms that stand. */
  static DeliveryState from(String cursor) {
    return new DeliveryState(cursor, Map.of(), true, Optional.empty(), Optional.empty());
  }

  DeliveryState with(Map<String, KnownAlarm> others, boolean again) {
    return new DeliveryState(cursor, others, again, gap, planned);
  }

  DeliveryState plan(Optional<Plan> plan) {
    return new DeliveryState(cursor, alarms, reconcile, gap, plan);
  }

  DeliveryState at(String position) {
    return new DeliveryState(position, alarms, reconcile, gap, planned);
  }

  /** The state after a part of the history was found to be gone. */
  DeliveryState after(Gap found, String position) {
    Gap all = gap.map(earlier -> new Gap(
            earlier.id(),
            earlier.count() == 0 || found.count() == 0 ? 0 : earlier.count() + found.count(),
            earlier.at(),
            found.message()))
        .orElse(found);
    return new DeliveryState(position, alarms, true, Optional.of(all), Optional.empty());
  }

  /** The number of the last event of the history that was sent. */
  static long sequence(String cursor) {
    return Long.parseLong(cursor.substring(cursor.indexOf('-') + 1));
  }

  /** The history that a cursor belongs to. */
  static String generation(String cursor) {
    return cursor.substring(0, cursor.indexOf('-'));
  }
}
