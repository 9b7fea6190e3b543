package io.cloudadapter.core.history;

import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreEntry;
import java.util.List;
import java.util.Optional;

/** Reads entries of a history again that are not in memory. */
final class PageContents {
  private final StateStore store;

  PageContents(StateStore store) {
    this.store = store;
  }

  /** The entry under a key; empty if there is none, or the store cannot be read. */
  Optional<StoreEntry> entry(String key) {
    try {
      return store.get(key);
    } catch (StoreException e) {
      return Optional.empty();
    }
  }

  /** The events under a key; none if they cannot be read. */
  List<StoredEvent> events(String key) {
    try {
      return entry(key).map(HistoryEntry::read).map(HistoryEntry::events).orElse(List.of());
    } catch (IllegalStateException e) {
      return List.of();
    }
  }
}
