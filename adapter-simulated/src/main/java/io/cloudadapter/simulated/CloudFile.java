package io.cloudadapter.simulated;

import io.cloudadapter.spi.DurableFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The file of a cloud: a header, then {@link FileFrames}, each on disk before the next is begun. A last frame
 * that is torn was never answered for, and is dropped. When the file has grown to many times what is
 * alive in it, it is written anew beside itself and moved into place. Guarded by the lock of {@link CloudStateGuard}.
 */
final class CloudFile {
  private static final byte[] HEADER =
      "cloudadapter simulated cloud 1\n".getBytes(StandardCharsets.US_ASCII);
  private static final long SMALL = 1 << 20;
  private static final int GROWTH = 4;

  private final Path file;
  private @Nullable FileChannel lockFile;

  /** Each write is on disk when it returns. No channel: an interrupt would close that, in the middle. */
  private @Nullable RandomAccessFile out;

  private long compactAt = SMALL;
  private boolean failed;

  CloudFile(Path file) {
    this.file = file.toAbsolutePath().normalize();
  }

  /** Why the file cannot be a cloud's; reads it, and changes nothing. */
  Optional<String> problem() {
    try {
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        throw new IOException("it is not a file");
      }
      read(StoredState.empty(true));
      return Optional.empty();
    } catch (IOException | RuntimeException e) { // Damaged bytes may cause any exception.
      return Optional.of(file + " cannot be a simulated cloud's: " + e.getMessage());
    }
  }

  /** Reads what is there, and holds the file until {@link #close}. */
  StoredState open() {
    try {
      DurableFile.createDirectories(file.resolveSibling(".").normalize(), DurableFile.Access.OWNER);
      lock();
      StoredState memory = StoredState.empty(true);
      long end = read(memory);
      RandomAccessFile opened = opened(file);
      out = opened;
      if (end == 0) {
        opened.setLength(0);
        opened.write(HEADER);
        DurableFile.forceNames(file.resolveSibling("."));
      } else {
        opened.setLength(end);
        opened.seek(end);
      }
      compactAt = Math.max(SMALL, GROWTH * end);
      return memory;
    } catch (IOException e) {
      close();
      throw CloudStateGuard.broken("cannot open the simulated cloud's file " + file + ": " + e, e);
    }
  }

  private void lock() throws IOException {
    FileChannel channel = FileChannel.open(
        file.resolveSibling(file.getFileName() + ".lock"),
        StandardOpenOption.CREATE,
        StandardOpenOption.WRITE);
    lockFile = channel;
    try {
      FileLock held = channel.tryLock();
      if (held == null) {
        throw new IOException("another process has it open");
      }
    } catch (OverlappingFileLockException e) {
      throw new IOException("this process has it open already", e);
    }
  }

  /** Replays the file. Returns where its last whole frame ends; 0 if there is not even a header. */
  private long read(StoredState memory) throws IOException {
    if (!Files.exists(file)) {
      return 0;
    }
    byte[] bytes = Files.readAllBytes(file);
    if (bytes.length < HEADER.length && Arrays.equals(bytes, Arrays.copyOf(HEADER, bytes.length))) {
      return 0;
    }
    if (bytes.length < HEADER.length
        || !Arrays.equals(Arrays.copyOf(bytes, HEADER.length), HEADER)) {
      throw new IOException("it is not the file of a simulated cloud");
    }
    int at = HEADER.length;
    while (bytes.length - at >= FileFrames.HEAD) {
      int length = ByteBuffer.wrap(bytes).getInt(at);
      int checksum = ByteBuffer.wrap(bytes).getInt(at + 4);
      int start = at + FileFrames.HEAD;
      if (length <= 0 || length > bytes.length - start) {
        break;
      }
      byte[] content = Arrays.copyOfRange(bytes, start, start + length);
      if (FileFrames.checksum(content) != checksum) {
        if (start + length == bytes.length) {
          break;
        }
        throw new IOException("it is damaged at byte " + at);
      }
      FileFrames.replay(content, memory);
      at = start + length;
    }
    return at;
  }

  /** Makes durable what has changed. After a failure the file is written anew, since nothing is known of its end. */
  void save(StoredState memory) {
    RandomAccessFile opened = out;
    if (opened == null) {
      throw CloudStateGuard.broken(
          "the simulated cloud's file " + file + " is closed",
          new IOException(file + " is closed"));
    }
    try {
      if (failed) {
        compact(memory);
        failed = false;
      } else {
        opened.write(FileFrames.changes(memory));
        if (opened.getFilePointer() > compactAt) {
          compact(memory);
        }
      }
      memory.saved();
    } catch (IOException e) {
      failed = true;
      throw CloudStateGuard.broken("cannot write the simulated cloud's file " + file + ": " + e, e);
    }
  }

  private void compact(StoredState memory) throws IOException {
    DurableFile.write(
        file,
        whole -> {
          whole.write(HEADER);
          whole.write(FileFrames.everything(memory));
        },
        DurableFile.Access.OWNER);
    RandomAccessFile opened = opened(file);
    opened.seek(opened.length());
    RandomAccessFile old = out;
    out = opened;
    compactAt = Math.max(SMALL, GROWTH * opened.getFilePointer());
    if (old != null) {
      old.close();
    }
  }

  /** Opens a file for its owner only, where the system knows owners: user data may be secret. */
  private static RandomAccessFile opened(Path path) throws IOException {
    boolean owned = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    if (owned && !Files.exists(path)) {
      Files.createFile(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    return new RandomAccessFile(path.toFile(), "rwd");
  }

  void close() {
    RandomAccessFile written = out;
    FileChannel locked = lockFile;
    out = null;
    lockFile = null;
    try {
      if (written != null) {
        written.close();
      }
    } catch (IOException e) {
      throw CloudStateGuard.broken("cannot close the simulated cloud's file " + file + ": " + e, e);
    } finally {
      unlock(locked);
    }
  }

  private void unlock(@Nullable FileChannel locked) {
    try {
      if (locked != null) {
        locked.close();
      }
    } catch (IOException e) {
      throw CloudStateGuard.broken(
          "cannot unlock the simulated cloud's file " + file + ": " + e, e);
    }
  }
}
