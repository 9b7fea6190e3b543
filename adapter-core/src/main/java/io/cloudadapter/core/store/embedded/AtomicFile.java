package io.cloudadapter.core.store.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Writes a file that gets its name only once it is complete and durable: written under a temporary name, forced,
 * renamed, and the names forced. Power loss leaves the old file, or the new one.
 */
final class AtomicFile {
  static final String TEMPORARY = ".tmp";

  private AtomicFile() {}

  /** Writes the contents of a file. */
  interface Filler {
    /** Whether the file is wanted; otherwise nothing but a temporary file is left. */
    boolean fill(DiskFile file) throws IOException;
  }

  /** Makes or replaces a file; returns whether it was wanted. */
  static boolean write(Disk disk, String name, Filler filler) throws IOException {
    try (DiskFile file = disk.create(name + TEMPORARY)) {
      return filler.fill(file) && settle(disk, name, file);
    }
  }

  /** Makes or replaces a file, and leaves it open to go on with. */
  static DiskFile begin(Disk disk, String name, ByteBuffer content) throws IOException {
    DiskFile file = disk.create(name + TEMPORARY);
    try {
      file.write(content, 0);
      settle(disk, name, file);
      return file;
    } catch (IOException | RuntimeException e) {
      closeAfter(e, file);
      throw e;
    }
  }

  private static boolean settle(Disk disk, String name, DiskFile file) throws IOException {
    file.force();
    disk.rename(name + TEMPORARY, name);
    disk.forceNames();
    return true;
  }

  /** Closes a file of which something else has failed already. */
  static void closeAfter(Exception failure, DiskFile file) {
    try {
      file.close();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }
}
