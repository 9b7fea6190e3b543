package io.cloudadapter.core;

import io.cloudadapter.api.LedgerBackup;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.core.backup.BackupWriter;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.store.StateStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;

/** Takes backups of an open store for the program that has opened it. */
final class LedgerBackups {
  private LedgerBackups() {}

  /**
   * Takes a backup.
   *
   * @param setup where the ledger's key is, and the clocks
   * @param store the store, or a mirror of it
   * @param age how far the mirror may be behind
   * @param refusal why the store cannot be read, if it cannot
   * @return the backup
   * @throws PoolException UNAVAILABLE if the store cannot be read
   */
  static LedgerBackup of(
      AdapterSetup setup, StateStore store, Duration age, Optional<PoolException> refusal) {
    refusal.ifPresent(why -> {
      throw why;
    });
    // A ledger in memory has a key that ends with it.
    String keyId = setup.directory().isEmpty()
        ? ""
        : setup.keys(new SecureRandom()).present().id();
    try {
      return BackupWriter.of(
          store, age, setup.clocks().wall().instant(), keyId, LibraryVersion.text());
    } catch (StoreException e) {
      throw new PoolException(
          Reason.UNAVAILABLE,
          "the ledger cannot be read: " + e.getMessage(),
          "Repeat the request in a moment.",
          e);
    }
  }
}
