package io.cloudadapter.core.ledger;

import io.cloudadapter.core.exception.LedgerFormatException;
import io.cloudadapter.core.store.StoreEntry;
import java.time.Instant;
import java.util.Optional;

/**
 * Changes the records of a backup before they become a ledger again: each pool waits for a decision, and no launch of
 * the backup is ever sent.
 *
 * <p>What the backup has as planned may have been sent after it, and what it has as sent may have made machines that
 * have ended since. So each unresolved launch is looked for until it lapses, and its key is not used again (I9).
 */
public final class RestoredRecords {
  private RestoredRecords() {}

  /**
   * Changes one entry.
   *
   * @param entry any entry of the backup
   * @param restore the restore that its pool is to hold
   * @param epoch the epoch of the restored store
   * @return the entry's value in the restored store; empty if it stays as it is
   * @throws LedgerFormatException if a later version wrote it
   * @throws IllegalStateException if it cannot be read
   */
  public static Optional<byte[]> of(StoreEntry entry, RestoreRecord restore, long epoch) {
    Optional<StoredPool> pool = StoredPool.of(entry);
    if (pool.isPresent()) {
      LedgerFormat.check(pool.get().name(), entry.key(), entry.bytes());
      PoolRecord record = RecordCodec.read(entry.key(), entry.bytes(), PoolRecord.class);
      return Optional.of(RecordCodec.write(record.edit(edit -> edit.restore = restore)));
    }
    if (!entry.key().matches("pools/[^/]+/intent/.*")) {
      return Optional.empty();
    }
    LaunchRecord launch = RecordCodec.read(entry.key(), entry.bytes(), LaunchRecord.class);
    return launch.unresolved()
        ? Optional.of(RecordCodec.write(launch.neverSentAgain(epoch, Instant.EPOCH)))
        : Optional.empty();
  }
}
