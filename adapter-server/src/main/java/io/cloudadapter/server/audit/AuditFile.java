package io.cloudadapter.server.audit;

import io.cloudadapter.server.http.AuditSink;
import io.cloudadapter.server.options.AuditConfig;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The audit log in a file that only the server's user may read. A full file is renamed to {@code <name>.1}, the older
 * ones to {@code .2} and so on, and the oldest is deleted. Each line is handed to the operating system before {@link
 * #write} returns. A line that was cut off by a full disk ends before the next one begins.
 */
public final class AuditFile implements AuditSink {
  private static final Logger LOG = LoggerFactory.getLogger(AuditFile.class);

  private final Path file;
  private final long fileBytes;
  private final int files;
  private final ReentrantLock lock = new ReentrantLock();

  /** All guarded by the lock. Not a channel, which an interrupt of the writing thread would close for all. */
  private @Nullable OutputStream out;

  private long length;
  private boolean closed;

  /**
   * Opens the file, or makes it.
   *
   * @param file the file, in a directory that is there
   * @param config how it is bounded
   * @throws IllegalArgumentException if it cannot be opened
   */
  public AuditFile(Path file, AuditConfig config) {
    this.file = file.toAbsolutePath();
    this.fileBytes = config.fileBytes();
    this.files = config.files();
    try {
      open();
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the audit log " + file + " cannot be opened: " + e.getMessage(), e);
    }
  }

  @Override
  public boolean write(String line) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.US_ASCII);
    lock.lock();
    try {
      if (closed) {
        return false;
      }
      if (length > 0 && length + bytes.length > fileBytes) {
        rotate();
      }
      OutputStream to = out == null ? open() : out;
      to.write(bytes);
      to.flush();
      length += bytes.length;
      return true;
    } catch (IOException e) {
      LOG.error("the audit log {} cannot be written: {}", file, e.getMessage());
      closeFile();
      return false;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean isReady() {
    lock.lock();
    try {
      if (!closed && out == null) {
        open();
      }
      return !closed;
    } catch (IOException e) {
      return false;
    } finally {
      lock.unlock();
    }
  }

  private OutputStream open() throws IOException {
    try {
      if (Files.getFileStore(parent()).supportsFileAttributeView("posix")) {
        Files.createFile(
            file,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      } else {
        Files.createFile(file);
      }
    } catch (FileAlreadyExistsException e) {
      endCutLine();
    }
    OutputStream to = new FileOutputStream(file.toFile(), true);
    out = to;
    length = Files.size(file);
    return to;
  }

  private Path parent() {
    Path parent = file.getParent();
    return parent == null ? file.getRoot() : parent;
  }

  private void endCutLine() throws IOException {
    boolean cut = false;
    try (RandomAccessFile end = new RandomAccessFile(file.toFile(), "r")) {
      if (end.length() > 0) {
        end.seek(end.length() - 1);
        cut = end.read() != '\n';
      }
    }
    if (cut) {
      // At the end of that moment, as another process may write meanwhile.
      try (OutputStream to = new FileOutputStream(file.toFile(), true)) {
        to.write('\n');
      }
    }
  }

  private void rotate() throws IOException {
    closeFile();
    for (int i = files - 1; i > 0; i--) {
      Path from = i == 1 ? file : numbered(i - 1);
      if (Files.exists(from)) {
        Files.move(from, numbered(i), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    if (files == 1) {
      Files.deleteIfExists(file);
    }
  }

  private Path numbered(int number) {
    return file.resolveSibling(file.getFileName() + "." + number);
  }

  private void closeFile() {
    OutputStream to = out;
    out = null;
    if (to != null) {
      try {
        to.close();
      } catch (IOException e) {
        LOG.warn("the audit log {} was not closed: {}", file, e.getMessage());
      }
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      closeFile();
    } finally {
      lock.unlock();
    }
  }
}
