package io.cloudadapter.core.backup;

import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.Transaction;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The record that tells a store from others, and its present life from the ones before a restore.
 *
 * @param id drawn once for a store, and kept by its backups: 32 hexadecimal digits
 * @param generation drawn once, and again by each restore: 16 hexadecimal digits
 * @param restoredFrom the revision of the backup that the store was restored from; 0 if it never was
 * @param takenAt when that backup was taken
 * @param restoredAt when it was restored
 */
public record StoreIdentity(
    String id,
    String generation,
    long restoredFrom,
    @Nullable Instant takenAt,
    @Nullable Instant restoredAt) {
  /** Its key in the store. */
  public static final String KEY = "store/identity";

  /** Draws the identity of a store that has none. */
  static StoreIdentity drawn(RandomGenerator random) {
    return new StoreIdentity(hex(random, 16), hex(random, 8), 0, null, null);
  }

  private static String hex(RandomGenerator random, int bytes) {
    byte[] drawn = new byte[bytes];
    random.nextBytes(drawn);
    return HexFormat.of().formatHex(drawn);
  }

  /** The identity of the same store after a restore. */
  StoreIdentity restored(RandomGenerator random, long revision, Instant taken, Instant now) {
    return new StoreIdentity(id, hex(random, 8), revision, taken, now);
  }

  byte[] bytes() {
    return RecordCodec.write(this);
  }

  static StoreIdentity read(StoreEntry entry) {
    return RecordCodec.read(entry.key(), entry.bytes(), StoreIdentity.class);
  }

  /**
   * Reads the identity of a store.
   *
   * @param store the store
   * @return its identity; empty if no server of this version has led on it yet
   */
  public static Optional<StoreIdentity> of(StateStore store) {
    return store.get(KEY).map(StoreIdentity::read);
  }

  /**
   * Gives a store an identity, unless it has one.
   *
   * @param store the store, open for writing
   * @param random draws it
   */
  public static void ensure(StateStore store, RandomGenerator random) {
    if (store.get(KEY).isEmpty()) {
      // A conflict means that another opening has written one: this one is fenced then.
      var unused = store.commit(
          Transaction.builder().require(KEY, 0).put(KEY, drawn(random).bytes()).build());
    }
  }
}
