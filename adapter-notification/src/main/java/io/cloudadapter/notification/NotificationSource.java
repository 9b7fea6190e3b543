package io.cloudadapter.notification;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.api.event.PoolEventPage;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Where notifications come from: a pool, or the receivers themselves. Any thread may use it. */
interface NotificationSource {
  /** Cursor of a source without a history. */
  String NO_HISTORY = "0000000000000000-0";

  /**
   * An alarm that stands.
   *
   * @param since when it was raised
   * @param message a sentence for people
   */
  record StandingAlarm(Instant since, String message) {}

  /**
   * The alarms of a source.
   *
   * @param alarms those that stand, by their keys
   * @param over whether an alarm that is not among them is certainly over, by its key
   */
  record Standing(Map<String, StandingAlarm> alarms, Predicate<String> over) {}

  /** A name that no other source has, for keys of the store. */
  String name();

  /** The pool, if it is one. */
  Optional<PoolName> pool();

  /** Whether its alarms have events; otherwise they have to be compared again and again. */
  boolean recordsEvents();

  /** The code of the alarm with a key. */
  String code(String key);

  /** The receiver that the alarm with a key is about, if it is about one. */
  Optional<String> receiver(String key);

  /** The end of its history: what follows happens from now on. */
  String end();

  /**
   * A page of its history.
   *
   * @param after the cursor before it; empty for the oldest
   * @throws PoolException GONE if the events after the cursor are no longer kept
   */
  PoolEventPage read(Optional<String> after, Set<PoolEventKind> kinds, int limit);

  /** The alarms that stand. */
  Standing alarms();
}
