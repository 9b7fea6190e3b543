package io.cloudadapter.core;

import io.cloudadapter.core.bootstrap.DataDirectory;
import io.cloudadapter.core.bootstrap.DirectoryFormat;
import io.cloudadapter.core.bootstrap.LedgerEncryptionKey;
import io.cloudadapter.core.bootstrap.LedgerSwitch;
import io.cloudadapter.core.bootstrap.StoreDrivers;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.ledger.LedgerKeyRecord;
import io.cloudadapter.core.store.embedded.EmbeddedStore;
import io.cloudadapter.core.store.embedded.FileDisk;
import io.cloudadapter.core.store.quorum.ClusterAddress;
import io.cloudadapter.core.store.quorum.ClusterKv;
import io.cloudadapter.core.store.shared.StoreMigration;
import io.cloudadapter.spi.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;

/**
 * Moves a ledger from a data directory to a store that several servers share, and back: the same entries under the
 * same revisions, so that tokens, versions and deadlines keep their values. The old ledger can no longer be opened,
 * so that no two servers ever keep the same machines from two ledgers.
 */
public final class LedgerMigration {
  private final Path data;
  private final ClusterAddress address;

  /**
   * The result of a move.
   *
   * @param from where it was
   * @param to where it is now
   * @param entries how many entries it has
   * @param revision how far it is
   */
  public record Moved(String from, String to, int entries, long revision) {}

  /**
   * Between a directory and a store.
   *
   * @param data a data directory
   * @param address where the store is
   */
  public LedgerMigration(Path data, ClusterAddress address) {
    this.data = data;
    this.address = address;
  }

  /**
   * Moves the ledger of the data directory to the store. What was in the directory stays beside it, under
   * another name.
   *
   * @return what was moved
   * @throws StoreException if a server runs on either, there is no ledger here, or one there
   */
  public Moved toStore() {
    refuseLaterFormat();
    new LedgerSwitch(data).finish();
    Path ledger = new DataDirectory(data).ledger();
    if (!Files.isDirectory(ledger)) {
      throw new StoreException("there is no ledger in " + data);
    }
    try (ClusterKv quorum = StoreDrivers.connect(address)) {
      StoreMigration.Whole whole;
      try (EmbeddedStore store = EmbeddedStore.open(ledger, new SecureRandom())) {
        whole = new StoreMigration.Whole(store.epoch(), store.range(""));
        // After a rotation, the store's record names the key before the file does.
        Optional<String> key = LedgerKeyRecord.of(store)
            .map(LedgerKeyRecord::id)
            .or(() -> LedgerEncryptionKey.id(data));
        StoreMigration.bringTo(quorum, address.prefix(), whole, key);
      }
      rename(ledger, "ledger-moved");
      return new Moved(
          data.toString(),
          address.toString(),
          whole.range().entries().size(),
          whole.range().revision());
    }
  }

  /**
   * Moves the ledger of the store to the data directory. What was in the store stays there and can be opened no
   * more.
   *
   * @return what was moved
   * @throws StoreException if a server runs on either, there is no ledger there, or one here
   */
  public Moved toData() {
    refuseLaterFormat();
    new LedgerSwitch(data).finish();
    Path ledger = new DataDirectory(data).ledger();
    if (Files.exists(ledger)) {
      throw new StoreException("there is a ledger in " + data + " already; move it away first");
    }
    try (ClusterKv quorum = StoreDrivers.connect(address)) {
      StoreMigration.Whole whole = StoreMigration.takeFrom(quorum, address.prefix());
      try {
        Path unfinished = unfinished();
        StoreMigration.bringTo(new FileDisk(unfinished), whole, new SecureRandom());
        DurableFile.rename(unfinished, ledger);
      } catch (IOException | RuntimeException e) {
        StoreMigration.giveBack(quorum, address.prefix(), whole);
        throw e instanceof RuntimeException known
            ? known
            : new StoreException("cannot write the ledger to " + data + ": " + e, e);
      }
      return new Moved(
          address.toString(),
          data.toString(),
          whole.range().entries().size(),
          whole.range().revision());
    }
  }

  private void refuseLaterFormat() {
    new DirectoryFormat(data).problem().ifPresent(problem -> {
      throw new StoreException(problem);
    });
  }

  private Path unfinished() throws IOException {
    DurableFile.createDirectories(data, DurableFile.Access.OWNER);
    return Files.createTempDirectory(data, "ledger-new");
  }

  private static void rename(Path ledger, String name) {
    Path free = ledger.resolveSibling(name);
    for (int i = 2; Files.exists(free); i++) {
      free = ledger.resolveSibling(name + "-" + i);
    }
    try {
      DurableFile.rename(ledger, free);
    } catch (IOException e) {
      throw new StoreException(
          "the ledger is in the store now, but " + ledger + " could not be renamed to " + free
              + ": " + e + "; do so by hand before a server starts on it",
          e);
    }
  }
}
