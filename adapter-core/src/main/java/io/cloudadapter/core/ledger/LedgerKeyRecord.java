package io.cloudadapter.core.ledger;

import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreEntry;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The record of the key that secrets in a store are encrypted with, once the key was rotated. A store without it has
 * had one key.
 *
 * @param id the id of the key
 * @param replacing the id of the key before, while some secrets may still need it
 * @param epoch of the opening that rotates the key
 * @param at when the rotation began
 */
public record LedgerKeyRecord(String id, @Nullable String replacing, long epoch, Instant at) {
  /** Its key in the store. */
  public static final String KEY = "store/key";

  /** Reads the record of an entry under {@link #KEY}. */
  public static LedgerKeyRecord read(StoreEntry entry) {
    return RecordCodec.read(entry.key(), entry.bytes(), LedgerKeyRecord.class);
  }

  /**
   * Reads the record of a store.
   *
   * @param store the store
   * @return empty if its key was never rotated
   */
  public static Optional<LedgerKeyRecord> of(StateStore store) {
    return store.get(KEY).map(LedgerKeyRecord::read);
  }

  /** Whether the rotation is under way. */
  public boolean underWay() {
    return replacing != null;
  }

  /** Returns the ids of the keys that secrets in the store may need. */
  public List<String> needed() {
    return replacing == null ? List.of(id) : List.of(id, replacing);
  }

  /** The same after the rotation. */
  public LedgerKeyRecord finished() {
    return new LedgerKeyRecord(id, null, epoch, at);
  }
}
