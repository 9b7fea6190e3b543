package io.cloudadapter.core.bootstrap;

import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.exception.StoreInUseException;
import io.cloudadapter.core.store.embedded.FileDisk;
import io.cloudadapter.spi.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts a restored ledger in the place of the present one, in such a way that a crash leaves the one or the other.
 *
 * <pre>
 *   ledger-restored/ is written and forced          a crash leaves the present ledger
 *   format: {@link DirectoryFormat#SWITCHING}       from here on each start finishes it; earlier versions refuse
 *   ledger/ becomes ledger-replaced/
 *   ledger-restored/ becomes ledger/
 *   format: {@link DirectoryFormat#CURRENT}
 * </pre>
 */
public final class LedgerSwitch {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerSwitch.class);

  private final Path directory;
  private final DirectoryFormat format;

  /** Of a data directory. */
  public LedgerSwitch(Path directory) {
    this.directory = directory;
    this.format = new DirectoryFormat(directory);
  }

  /** Where the ledger is written that takes the place of the present one. */
  public Path restored() {
    return directory.resolve("ledger-restored");
  }

  private Path ledger() {
    return new DataDirectory(directory).ledger();
  }

  /**
   * Deletes what an interrupted restore has left, so that another can begin.
   *
   * @throws IOException if that cannot be deleted
   */
  public void clear() throws IOException {
    if (!Files.exists(restored())) {
      return;
    }
    List<Path> files;
    try (Stream<Path> found = Files.walk(restored())) {
      files = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
  }

  /**
   * Begins the switch: from here on it is finished, by this process or by the next start.
   *
   * @throws IOException if that cannot be written; the present ledger stays
   */
  public void begin() throws IOException {
    format.write(DirectoryFormat.SWITCHING);
  }

  /**
   * Finishes a switch that was begun; does nothing if none was.
   *
   * @throws StoreException if the ledger is in use, or cannot be renamed
   */
  public void finish() {
    if (!format.isSwitching()) {
      return;
    }
    try {
      if (Files.exists(ledger()) && FileDisk.inUse(ledger())) {
        throw new StoreInUseException(ledger() + " is in use; stop the server first");
      }
      if (Files.exists(restored())) {
        if (Files.exists(ledger())) {
          DurableFile.rename(ledger(), free());
        }
        DurableFile.rename(restored(), ledger());
      }
      format.write(DirectoryFormat.CURRENT);
      LOG.info("data directory {}: the restored ledger is in its place", directory);
    } catch (IOException e) {
      throw new StoreException(
          "cannot put the restored ledger of " + directory + " in its place: " + e
              + "; the next start tries again",
          e);
    }
  }

  /** A name that is not taken, for the ledger that was replaced. */
  private Path free() {
    Path free = directory.resolve("ledger-replaced");
    for (int i = 2; Files.exists(free); i++) {
      free = directory.resolve("ledger-replaced-" + i);
    }
    return free;
  }
}
