package io.cloudadapter.core.history;

import io.cloudadapter.api.event.PoolEventKind;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.store.StoreEntry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a new process has to know of a history without reading it whole: who kept the pool last and as configured how,
 * and which alarms stand. It lies under a key of its own beside the events, and is written with the event that changes
 * it.
 *
 * @param epoch of the opening that kept the pool last; empty before the first one
 * @param configuration what the pool was configured with last, as {@link ConfigFacts} has it
 * @param alarms the codes of the alarms that stand, each with the number of the event that raised it
 */
record HistoryState(String epoch, Map<String, String> configuration, Map<String, Long> alarms) {
  static final HistoryState NEW = new HistoryState("", Map.of(), Map.of());

  /** What is empty was left out when it was stored. */
  HistoryState {
    epoch = epoch == null ? "" : epoch;
    configuration = configuration == null ? Map.of() : configuration;
    alarms = alarms == null ? Map.of() : alarms;
  }

  /** As stored; empty if it cannot be read. */
  static Optional<HistoryState> read(StoreEntry entry) {
    try {
      return Optional.of(RecordCodec.read(entry.key(), entry.sharedBytes(), HistoryState.class));
    } catch (IllegalStateException e) {
      return Optional.empty();
    }
  }

  /** What the last events tell of it, where it cannot be read. */
  static HistoryState of(List<StoredEvent> events) {
    HistoryState state = NEW;
    for (StoredEvent event : events) {
      state = state.after(event);
    }
    return state;
  }

  byte[] write() {
    return RecordCodec.write(this);
  }

  /** The state after an event; the same object if the event changes nothing in it. */
  HistoryState after(StoredEvent event) {
    String code = event.code();
    if (event.is(PoolEventKind.LEADERSHIP_TAKEN)) {
      Map<String, String> facts = new TreeMap<>(event.details());
      String now = facts.remove("epoch");
      return new HistoryState(String.valueOf(now), facts, alarms);
    }
    if (event.is(PoolEventKind.CONFIGURATION_CHANGED)) {
      return new HistoryState(epoch, ConfigFacts.after(configuration, event.details()), alarms);
    }
    boolean raised = event.is(PoolEventKind.ALARM_RAISED);
    if (code == null || (!raised && !event.is(PoolEventKind.ALARM_CLEARED))) {
      return this;
    }
    Map<String, Long> standing = new TreeMap<>(alarms);
    if (raised) {
      standing.put(code, event.seq());
    } else {
      standing.remove(code);
    }
    return new HistoryState(epoch, configuration, standing);
  }
}
