package io.cloudadapter.core.store.embedded;

import io.cloudadapter.spi.DurableFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * A directory, made if it is missing; only its owner may read it, where the system knows owners.
 *
 * <p>Call it from threads that are never interrupted: Java closes a file under an interrupted thread.
 */
public final class FileDisk implements Disk {
  private static final String LOCK = "lock";

  /**
   * The directories that this process has locked. The system's lock alone would not do: it is the
   * whole process's, and closing any handle of the file, as a second opening would on being refused,
   * gives it up.
   */
  private static final Set<Path> LOCKED = ConcurrentHashMap.newKeySet();

  private final Path directory;
  private final boolean posix;

  /** A disk over a directory. */
  public FileDisk(Path directory) throws IOException {
    Path absolute = directory.toAbsolutePath();
    boolean owners = absolute.getFileSystem().supportedFileAttributeViews().contains("posix");
    this.posix = owners;
    DurableFile.createDirectories(absolute, DurableFile.Access.OWNER);
    this.directory = absolute.toRealPath();
  }

  /**
   * Whether a process has a directory's lock, this one included. Makes nothing.
   *
   * @throws IOException if that could not be found out
   */
  public static boolean inUse(Path directory) throws IOException {
    Path file = directory.resolve(LOCK);
    if (!Files.isRegularFile(file)) {
      return false;
    }
    if (LOCKED.contains(directory.toRealPath())) {
      return true;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      return lock == null;
    } catch (OverlappingFileLockException e) {
      return true;
    }
  }

  @Override
  public Optional<Closeable> tryLock() throws IOException {
    if (!LOCKED.add(directory)) {
      return Optional.empty();
    }
    FileChannel channel = null;
    FileLock lock = null;
    try {
      channel = channel(LOCK, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      lock = channel.tryLock();
      return lock == null ? Optional.empty() : Optional.of(releasing(channel));
    } finally {
      if (lock == null) {
        LOCKED.remove(directory);
        if (channel != null) {
          channel.close();
        }
      }
    }
  }

  @Override
  public List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Override
  public DiskFile open(String name) throws IOException {
    return new ChannelFile(channel(name, StandardOpenOption.READ, StandardOpenOption.WRITE));
  }

  @Override
  public DiskFile create(String name) throws IOException {
    return new ChannelFile(channel(
        name,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE,
        StandardOpenOption.CREATE,
        StandardOpenOption.TRUNCATE_EXISTING));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    Files.move(directory.resolve(from), directory.resolve(to), StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void delete(String name) throws IOException {
    Files.delete(directory.resolve(name));
  }

  @Override
  public void forceNames() throws IOException {
    DurableFile.forceNames(directory);
  }

  @Override
  public OptionalLong free() {
    try {
      return OptionalLong.of(Files.getFileStore(directory).getUsableSpace());
    } catch (IOException e) {
      return OptionalLong.empty(); // Where the mount table does not have it, or the disk is gone.
    }
  }

  @Override
  public String toString() {
    return directory.toString();
  }

  private FileChannel channel(String name, OpenOption... options) throws IOException {
    return FileChannel.open(directory.resolve(name), Set.of(options), owned("rw-------"));
  }

  private FileAttribute<?>[] owned(String permissions) {
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  private Closeable releasing(FileChannel channel) {
    return () -> {
      try {
        channel.close();
      } finally {
        LOCKED.remove(directory);
      }
    };
  }

  private record ChannelFile(FileChannel channel) implements DiskFile {
    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public void read(ByteBuffer buffer, long position) throws IOException {
      long at = position;
      while (buffer.hasRemaining()) {
        int count = channel.read(buffer, at);
        if (count < 0) {
          return;
        }
        at += count;
      }
    }

    @Override
    public void write(ByteBuffer buffer, long position) throws IOException {
      long at = position;
      while (buffer.hasRemaining()) {
        at += channel.write(buffer, at);
      }
    }

    @Override
    public void force() throws IOException {
      channel.force(false);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
