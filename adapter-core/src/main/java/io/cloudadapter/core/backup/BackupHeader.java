package io.cloudadapter.core.backup;

import io.cloudadapter.core.ledger.RecordCodec;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * The first line of a backup file: what the file holds, and what a restore needs.
 *
 * @param product the version of the library that wrote the file
 * @param store the id of the store
 * @param generation the store's generation
 * @param epoch the store's epoch
 * @param revision the store's revision: all entries are as of it
 * @param takenAt when it was taken, by the clock of the server that wrote it
 * @param keyId the fingerprint of the ledger key that opens what is encrypted in the file
 * @param entries how many entries follow
 * @param pools the pools of the file by name
 */
public record BackupHeader(
    String product,
    String store,
    String generation,
    long epoch,
    long revision,
    Instant takenAt,
    String keyId,
    int entries,
    Map<String, PoolAccount> pools) {
  /** The number of the file's format. */
  static final int FORMAT = 1;

  /** What the file begins with, before the number of its format. */
  static final String MAGIC = "cloud-adapter backup ";

  /** The longest header, in bytes. */
  static final int LONGEST = 4 << 20;

  /**
   * Where the machines of a pool live.
   *
   * @param account the configured name of the account
   * @param identity the account id that the cloud has reported, empty before it has
   */
  record PoolAccount(String account, String identity) {
    /** What is empty was left out when it was stored. */
    PoolAccount {
      identity = identity == null ? "" : identity;
    }
  }

  /** Copies the map; what is empty was left out when it was stored. */
  public BackupHeader {
    pools = pools == null ? Map.of() : Map.copyOf(new TreeMap<>(pools));
    generation = generation == null ? "" : generation;
    store = store == null ? "" : store;
  }

  byte[] bytes() {
    return RecordCodec.write(this);
  }
}
