package io.cloudadapter.core.backup;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.cloudadapter.api.LedgerBackup;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.ledger.LedgerKeyRecord;
import io.cloudadapter.core.ledger.StoredPool;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.StoreRange;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;

/**
 * Writes all of a store, as of one revision, in the form of a backup file.
 *
 * <pre>
 *   cloud-adapter backup 1 LF  {@link BackupHeader} as JSON  LF
 *   for each entry: length of the key (4 bytes), key, revision (8), length of the value (4), value
 *   SHA-256 of all bytes before, 64 hexadecimal digits  LF
 * </pre>
 *
 * <p>The entries are shared with the store, so a backup of any size costs little memory.
 */
public final class BackupWriter implements Iterator<byte[]> {
  private static final int PART = 64 << 10;

  private final Iterator<StoreEntry> entries;
  private final MessageDigest digest = sha256();
  private byte[] next;
  private boolean ended;

  private BackupWriter(BackupHeader header, StoreRange range) {
    this.entries = range.entries().iterator();
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    head.writeBytes((BackupHeader.MAGIC + BackupHeader.FORMAT + "\n").getBytes(ISO_8859_1));
    head.writeBytes(header.bytes());
    head.write('\n');
    this.next = hashed(head.toByteArray());
  }

  /**
   * Takes a backup.
   *
   * @param store the store, or a follower's mirror of it
   * @param age how far the mirror may be behind; zero for the store itself
   * @param now the wall clock's time
   * @param keyId the id of the ledger's key, if the store names no other; empty if the key ends with the store
   * @param product the version of this library
   * @return the backup; it stays as it is while the store goes on
   * @throws StoreException if the store cannot be read, or its key is being rotated
   */
  public static LedgerBackup of(
      StateStore store, Duration age, Instant now, String keyId, String product) {
    StoreRange range = store.range("");
    Map<String, BackupHeader.PoolAccount> pools = new TreeMap<>();
    String id = "";
    String generation = "";
    String needed = keyId;
    for (StoreEntry entry : range.entries()) {
      if (entry.key().equals(StoreIdentity.KEY)) {
        StoreIdentity identity = StoreIdentity.read(entry);
        id = identity.id();
        generation = identity.generation();
      }
      if (entry.key().equals(LedgerKeyRecord.KEY) && !keyId.isEmpty()) {
        // A follower may not have put the key in its place yet.
        needed = singleKey(LedgerKeyRecord.read(entry));
      }
      StoredPool.of(entry)
          .ifPresent(pool -> pools.put(
              pool.name().value(), new BackupHeader.PoolAccount(pool.account(), pool.identity())));
    }
    BackupHeader header = new BackupHeader(
        product,
        id,
        generation,
        store.epoch(),
        range.revision(),
        now.minus(age),
        needed,
        range.entries().size(),
        pools);
    return new LedgerBackup(generation, range.revision(), age, new BackupWriter(header, range));
  }

  private static String singleKey(LedgerKeyRecord record) {
    if (record.underWay()) {
      throw new StoreException("the ledger key is being rotated, and a backup would need two keys");
    }
    return record.id();
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private byte[] hashed(byte[] part) {
    digest.update(part);
    return part;
  }

  @Override
  public boolean hasNext() {
    return next.length > 0;
  }

  @Override
  public byte[] next() {
    if (next.length == 0) {
      throw new NoSuchElementException("the backup has ended");
    }
    byte[] part = next;
    next = following();
    return part;
  }

  private byte[] following() {
    if (!entries.hasNext()) {
      boolean last = !ended;
      ended = true;
      return last
          ? (HexFormat.of().formatHex(digest.digest()) + "\n").getBytes(ISO_8859_1)
          : new byte[0];
    }
    ByteArrayOutputStream part = new ByteArrayOutputStream(PART + 1024);
    while (entries.hasNext() && part.size() < PART) {
      StoreEntry entry = entries.next();
      byte[] key = entry.key().getBytes(ISO_8859_1);
      part.writeBytes(ByteBuffer.allocate(Integer.BYTES + key.length + Long.BYTES + Integer.BYTES)
          .putInt(key.length)
          .put(key)
          .putLong(entry.modRevision())
          .putInt(entry.size())
          .array());
      part.writeBytes(entry.sharedBytes());
    }
    return hashed(part.toByteArray());
  }
}
