package io.cloudadapter.core.backup;

import io.cloudadapter.core.history.RestoredHistory;
import io.cloudadapter.core.ledger.RestoreRecord;
import io.cloudadapter.core.ledger.RestoredRecords;
import io.cloudadapter.core.store.StoreEntry;
import io.cloudadapter.core.store.StoreRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * What a store holds that is restored from a backup: the same entries, except that the store is of a new generation,
 * its pools wait for decisions, its launches are never sent again, and the cursors of its histories are void.
 *
 * @param identity the store's identity from now on
 * @param epoch the epoch that the first opening continues from
 * @param range the entries, at a revision far above that of the backup
 */
public record RestoredContents(StoreIdentity identity, long epoch, StoreRange range) {
  /** How far epoch and revision are above those of the backup and of the store that is replaced. */
  public static final long LEAP = 1L << 32;

  /**
   * Makes the contents.
   *
   * @param file the backup
   * @param leastEpoch the epoch of the store that is replaced, 0 if there is none
   * @param leastRevision its revision, 0 if there is none
   * @param now the wall clock's time
   * @param random draws the generation
   * @return the contents
   * @throws io.cloudadapter.core.exception.LedgerFormatException if a later version wrote a pool's records
   * @throws IllegalStateException if a record cannot be read
   */
  public static RestoredContents of(
      BackupFile file, long leastEpoch, long leastRevision, Instant now, RandomGenerator random) {
    BackupHeader header = file.header();
    StoreIdentity identity = file.range().entries().stream()
        .filter(entry -> entry.key().equals(StoreIdentity.KEY))
        .map(StoreIdentity::read)
        .findFirst()
        .orElseGet(() -> StoreIdentity.drawn(random))
        .restored(random, header.revision(), header.takenAt(), now);
    RestoreRecord restore = new RestoreRecord(
        identity.generation(), header.revision(), header.takenAt(), now, List.of());
    long epoch = Math.max(header.epoch(), leastEpoch) + LEAP;
    long revision = Math.max(header.revision(), leastRevision) + LEAP;
    long histories = random.nextLong() | 1;
    List<StoreEntry> entries = new ArrayList<>(file.range().entries().size() + 1);
    boolean identified = false;
    for (StoreEntry entry : file.range().entries()) {
      if (!identified && entry.key().compareTo(StoreIdentity.KEY) >= 0) {
        entries.add(StoreEntry.owning(StoreIdentity.KEY, identity.bytes(), revision));
        identified = true;
      }
      if (!entry.key().equals(StoreIdentity.KEY)) {
        Optional<byte[]> changed = RestoredRecords.of(entry, restore, epoch)
            .or(() -> RestoredHistory.of(entry, histories));
        entries.add(changed
            .map(value -> StoreEntry.owning(entry.key(), value, revision))
            .orElse(entry));
      }
    }
    if (!identified) {
      entries.add(StoreEntry.owning(StoreIdentity.KEY, identity.bytes(), revision));
    }
    return new RestoredContents(identity, epoch, new StoreRange(revision, entries));
  }
}
