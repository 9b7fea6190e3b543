package io.cloudadapter.core.history;

import io.cloudadapter.core.store.StoreEntry;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Gives the histories of a restored store another generation, so that cursors from before the restore are GONE. */
public final class RestoredHistory {
  /** Where the generation is in an entry of events. */
  private static final int GENERATION_AT = 1;

  private RestoredHistory() {}

  /**
   * Changes one entry.
   *
   * @param entry any entry of a store
   * @param generation the generation from now on, not 0
   * @return the value from now on; empty if the entry stays as it is
   */
  public static Optional<byte[]> of(StoreEntry entry, long generation) {
    boolean events =
        entry.key().startsWith(HistoryEntry.ROOT) && !HistoryEntry.isState(entry.key());
    if (!events) {
      return Optional.empty();
    }
    try {
      HistoryEntry.read(entry);
    } catch (IllegalStateException e) {
      return Optional.empty(); // The history counts what it cannot read, and goes on.
    }
    byte[] value = entry.bytes();
    ByteBuffer.wrap(value).putLong(GENERATION_AT, generation);
    return Optional.of(value);
  }
}
