package io.cloudadapter.core;

import io.cloudadapter.core.backup.BackupFile;
import io.cloudadapter.core.backup.BackupHeader;
import io.cloudadapter.core.backup.RestoredContents;
import io.cloudadapter.core.bootstrap.DataDirectory;
import io.cloudadapter.core.bootstrap.DirectoryFormat;
import io.cloudadapter.core.bootstrap.LedgerEncryptionKey;
import io.cloudadapter.core.bootstrap.LedgerSwitch;
import io.cloudadapter.core.bootstrap.StoreDrivers;
import io.cloudadapter.core.exception.StoreCorruptException;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.exception.StoreInUseException;
import io.cloudadapter.core.runtime.Clocks;
import io.cloudadapter.core.store.embedded.EmbeddedStore;
import io.cloudadapter.core.store.embedded.FileDisk;
import io.cloudadapter.core.store.quorum.ClusterAddress;
import io.cloudadapter.core.store.quorum.ClusterKv;
import io.cloudadapter.core.store.shared.StoreMigration;
import io.cloudadapter.core.store.shared.StoreReplacement;
import io.cloudadapter.spi.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restores the ledger of all pools from a backup file, into a data directory or a store that several servers share.
 * No server may run on either.
 *
 * <p>The restored ledger is of a new generation: its epoch and its revision are far above those of the backup, so that
 * no cursor or version from before is mistaken for one of its own. Its pools launch and end nothing until a person
 * accepts the restore of each. One thread at a time may use it.
 */
public final class LedgerRestore {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerRestore.class);

  private final Path file;
  private final BackupFile backup;
  private final Path data;
  private final boolean replace;
  private final Instant now;
  private final SecureRandom random = new SecureRandom();

  /**
   * The result of a restore.
   *
   * @param to where the ledger is now
   * @param generation its generation
   * @param entries how many entries it has
   * @param revision the revision of the backup
   * @param takenAt when the backup was taken
   */
  public record Restored(
      String to, String generation, int entries, long revision, Instant takenAt) {}

  private LedgerRestore(Path file, BackupFile backup, Path data, boolean replace, Instant now) {
    this.file = file;
    this.backup = backup;
    this.data = data;
    this.replace = replace;
    this.now = now;
  }

  /**
   * Reads a backup and checks whether it can be restored; changes nothing.
   *
   * @param file the backup
   * @param data the data directory, with the ledger key that the backup needs
   * @param replace whether a ledger that is there may be replaced
   * @return the restore, to be carried out
   * @throws StoreException if the file cannot be read, was cut or changed, is of a later format, or the data directory
   *     has not the ledger key that it needs; the message names the key's id
   */
  public static LedgerRestore of(Path file, Path data, boolean replace) {
    return of(file, data, replace, Clocks.system().wall().instant());
  }

  static LedgerRestore of(Path file, Path data, boolean replace, Instant now) {
    BackupFile backup = BackupFile.read(file);
    new DirectoryFormat(data).problem().ifPresent(problem -> {
      throw new StoreException(problem);
    });
    checkKey(file, backup.header(), data);
    return new LedgerRestore(file, backup, data, replace, now);
  }

  private static void checkKey(Path file, BackupHeader header, Path data) {
    Optional<String> id = LedgerEncryptionKey.id(data);
    if (header.keyId().isEmpty() || id.filter(header.keyId()::equals).isPresent()) {
      return;
    }
    throw new StoreException(file + " needs the ledger key " + header.keyId() + ", and " + data
        + id.map(other -> " has " + other).orElse(" has none")
        + "; put the right ledger.key there first, with the mode 0600");
  }

  /**
   * Restores the ledger into the data directory. A ledger that was replaced stays beside it, under another name.
   *
   * @return what was restored
   * @throws StoreException if a server runs on the directory, there is a ledger that may not be replaced, or the
   *     directory cannot be written; the ledger that was there is then unchanged
   */
  public Restored toData() {
    return toData(() -> {});
  }

  /** The same, with something that a test does between any two steps. */
  Restored toData(Runnable between) {
    LedgerSwitch place = new LedgerSwitch(data);
    place.finish();
    Path ledger = new DataDirectory(data).ledger();
    try {
      DurableFile.createDirectories(data, DurableFile.Access.OWNER);
      RestoredContents contents = Files.exists(ledger) ? replacing(ledger) : contents(0, 0);
      between.run();
      place.clear();
      between.run();
      StoreMigration.bringTo(
          new FileDisk(place.restored()),
          new StoreMigration.Whole(contents.epoch(), contents.range()),
          random);
      DurableFile.forceNames(data);
      verify(place.restored(), contents);
      between.run();
      place.begin();
      between.run();
      place.finish();
      return result(data.toString(), contents);
    } catch (IOException e) {
      throw new StoreException("cannot restore the ledger into " + data + ": " + e, e);
    }
  }

  /** The contents in place of a ledger, which may be damaged: that is what restores are for. */
  private RestoredContents replacing(Path ledger) throws IOException {
    refuseUnlessReplacing(data.toString());
    if (FileDisk.inUse(ledger)) {
      throw new StoreInUseException(ledger + " is in use; stop the server first");
    }
    try (EmbeddedStore before = EmbeddedStore.openCopy(ledger, random)) {
      return contents(before.epoch(), before.revision());
    } catch (StoreCorruptException e) {
      LOG.warn("the ledger that is replaced cannot be read: {}", e.getMessage());
      return contents(0, 0);
    }
  }

  /** What was written is read again before it takes the place of anything. */
  private void verify(Path written, RestoredContents contents) {
    try (EmbeddedStore copy = EmbeddedStore.openCopy(written, random)) {
      if (!copy.range("").equals(contents.range())) {
        throw new StoreException(
            written + " does not hold what was written to it; check the disk, and restore again");
      }
    }
  }

  /**
   * Restores the ledger into a store that several servers share.
   *
   * @param address where the store is
   * @return what was restored
   * @throws StoreException if a server leads there, there is a ledger that may not be replaced, or the store does not
   *     answer; the ledger that was there is then unchanged
   */
  public Restored toStore(ClusterAddress address) {
    try (ClusterKv cluster = StoreDrivers.connect(address)) {
      return toStore(cluster, address.prefix(), address.toString());
    }
  }

  Restored toStore(ClusterKv cluster, String prefix, String shown) {
    StoreReplacement place = StoreReplacement.of(cluster, prefix);
    if (place.isOccupied()) {
      refuseUnlessReplacing(shown);
    }
    RestoredContents contents = contents(place.epoch(), place.revision());
    place.write(
        new StoreMigration.Whole(contents.epoch(), contents.range()),
        contents.identity().generation(),
        backup.header().keyId());
    return result(shown, contents);
  }

  private RestoredContents contents(long epoch, long revision) {
    try {
      return RestoredContents.of(backup, epoch, revision, now, random);
    } catch (IllegalStateException e) {
      throw new StoreException(file + " cannot be restored: " + e.getMessage(), e);
    }
  }

  private void refuseUnlessReplacing(String where) {
    if (!replace) {
      throw new StoreException("there is a ledger in " + where
          + " already; restore into an empty place, or replace that ledger with --replace");
    }
  }

  private Restored result(String to, RestoredContents contents) {
    return new Restored(
        to,
        contents.identity().generation(),
        contents.range().entries().size(),
        backup.header().revision(),
        backup.header().takenAt());
  }
}
