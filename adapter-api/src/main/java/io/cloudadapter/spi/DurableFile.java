package io.cloudadapter.spi;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Writes files that must survive power loss: after a crash a reader finds the old file or the new one, complete, and
 * never an empty one.
 *
 * <pre>
 *   write NAME.tmp ──► force NAME.tmp ──► rename to NAME ──► force the directory
 * </pre>
 *
 * <p>One thread at a time may write one file. Any number of threads may write different files.
 */
public final class DurableFile {
  private static final String TEMPORARY = ".tmp";
  private static final DurableFile REAL = new DurableFile(new Calls());

  /** Who may read a file or enter a directory, on file systems with owners. */
  public enum Access {
    /** Its owner. */
    OWNER("rw-------", "rwx------"),
    /** Everyone. */
    ALL("rw-r--r--", "rwxr-xr-x");

    private final String file;
    private final String directory;

    Access(String file, String directory) {
      this.file = file;
      this.directory = directory;
    }
  }

  /** Produces the content of a file. */
  @FunctionalInterface
  public interface Content {
    /**
     * Writes all of the content.
     *
     * @param out takes the bytes; need not be closed
     * @throws IOException if that fails; the file stays as it was
     */
    void writeTo(OutputStream out) throws IOException;
  }

  private final Calls calls;

  /** Makes a writer over calls that a test observes, or makes fail. */
  DurableFile(Calls calls) {
    this.calls = calls;
  }

  /**
   * Writes a file, replacing one that exists; it is durable on return.
   *
   * @param file its directory exists
   * @param content all of its bytes
   * @param access who may read it, from the first byte on
   * @throws IOException if it cannot be written; the file then holds what it held before, or all of the content
   */
  public static void write(Path file, byte[] content, Access access) throws IOException {
    write(file, out -> out.write(content), access);
  }

  /**
   * Writes a file with content that need not fit into memory; it is durable on return.
   *
   * @param file its directory exists
   * @param content writes all of its bytes
   * @param access who may read it, from the first byte on
   * @throws IOException if it cannot be written; the file then holds what it held before, or all of the content
   */
  public static void write(Path file, Content content, Access access) throws IOException {
    REAL.replace(file, content, access);
  }

  /**
   * Renames a file or a directory within one file system; the new name is durable on return.
   *
   * @param from what is renamed; it is durable itself
   * @param to its new name; a file that has it is replaced
   * @throws IOException if it cannot be renamed
   */
  public static void rename(Path from, Path to) throws IOException {
    REAL.move(from, to);
  }

  /**
   * Deletes a file if it exists; the deletion is durable on return.
   *
   * @param file the file
   * @throws IOException if it cannot be deleted
   */
  public static void delete(Path file) throws IOException {
    if (REAL.calls.delete(file)) {
      REAL.calls.forceNames(directory(file));
    }
  }

  /**
   * Makes a directory and its missing parents; all of them are durable on return.
   *
   * @param directory the directory
   * @param access who may enter the directories that are made
   * @throws IOException if one cannot be made
   */
  public static void createDirectories(Path directory, Access access) throws IOException {
    REAL.create(directory.toAbsolutePath(), access);
  }

  private void create(Path directory, Access access) throws IOException {
    Path above = directory.getParent();
    if (Files.isDirectory(directory) || above == null) {
      return;
    }
    create(above, access);
    calls.createDirectory(directory, access);
    calls.forceNames(above);
  }

  /**
   * Makes the entries of a directory durable as they are now.
   *
   * @param directory the directory
   * @throws IOException if that fails
   */
  public static void forceNames(Path directory) throws IOException {
    REAL.calls.forceNames(directory);
  }

  void replace(Path file, Content content, Access access) throws IOException {
    Path temporary = file.resolveSibling(file.getFileName() + TEMPORARY);
    calls.delete(temporary);
    try {
      calls.writeAndForce(temporary, content, access);
      move(temporary, file);
    } catch (IOException | RuntimeException e) {
      try {
        calls.delete(temporary);
      } catch (IOException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
  }

  private void move(Path from, Path to) throws IOException {
    calls.rename(from, to);
    calls.forceNames(directory(to));
    if (!directory(from).equals(directory(to))) {
      calls.forceNames(directory(from));
    }
  }

  private static Path directory(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null) {
      throw new NoSuchFileException(file + " has no directory");
    }
    return directory;
  }

  /** The calls to the file system. */
  static class Calls {
    /** Makes a new file with its final access rights from the first byte on, writes it and forces it. */
    void writeAndForce(Path file, Content content, Access access) throws IOException {
      Files.createFile(file, attributes(file, access.file));
      // No channel here: an interrupt of this thread would close it in the middle of the write.
      try (FileOutputStream out = new FileOutputStream(file.toFile())) {
        BufferedOutputStream buffered = new BufferedOutputStream(out);
        content.writeTo(buffered);
        buffered.flush();
        force(out);
      }
    }

    void force(FileOutputStream file) throws IOException {
      file.getFD().sync();
    }

    void rename(Path from, Path to) throws IOException {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    boolean delete(Path file) throws IOException {
      return Files.deleteIfExists(file);
    }

    /** Where a directory cannot be opened as a file, as on Windows, its entries are written through. */
    void forceNames(Path directory) throws IOException {
      if (!posix(directory)) {
        return;
      }
      boolean interrupted = false;
      boolean done = false;
      try {
        while (!done) {
          interrupted |= Thread.interrupted(); // There is no way to a directory but a channel.
          try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
            done = true;
          } catch (ClosedByInterruptException e) {
            interrupted = true; // Nothing was forced yet, and nothing has failed.
          }
        }
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }

    void createDirectory(Path directory, Access access) throws IOException {
      try {
        Files.createDirectory(directory, attributes(directory, access.directory));
      } catch (FileAlreadyExistsException e) {
        if (!Files.isDirectory(directory)) {
          throw e;
        }
      }
    }

    private static FileAttribute<?>[] attributes(Path file, String permissions) {
      return posix(file)
          ? new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
          }
          : new FileAttribute<?>[0];
    }

    private static boolean posix(Path path) {
      return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
  }
}
