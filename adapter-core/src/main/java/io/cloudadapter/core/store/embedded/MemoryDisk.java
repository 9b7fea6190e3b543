package io.cloudadapter.core.store.embedded;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A disk in memory, for a copy of a store that one thread opens, reads and drops. */
final class MemoryDisk implements Disk {
  private final Map<String, MemoryFile> files = new TreeMap<>();
  private boolean locked;

  /** Adds a file that holds these bytes. */
  void add(String name, byte[] bytes) {
    files.put(name, new MemoryFile(bytes));
  }

  @Override
  public Optional<Closeable> tryLock() {
    if (locked) {
      return Optional.empty();
    }
    locked = true;
    return Optional.of(() -> locked = false);
  }

  @Override
  public List<String> names() {
    return List.copyOf(files.keySet());
  }

  @Override
  public DiskFile open(String name) throws IOException {
    return existing(name);
  }

  @Override
  public DiskFile create(String name) {
    MemoryFile file = new MemoryFile(new byte[0]);
    files.put(name, file);
    return file;
  }

  @Override
  public void rename(String from, String to) throws IOException {
    files.put(to, existing(from));
    files.remove(from);
  }

  @Override
  public void delete(String name) throws IOException {
    existing(name);
    files.remove(name);
  }

  /** Does nothing: a copy in memory does not outlive its process. */
  @Override
  public void forceNames() {}

  @Override
  public String toString() {
    return "copy in memory";
  }

  private MemoryFile existing(String name) throws IOException {
    MemoryFile file = files.get(name);
    if (file == null) {
      throw new FileNotFoundException(name);
    }
    return file;
  }

  /** The bytes of one file. */
  private static final class MemoryFile implements DiskFile {
    private byte[] bytes;

    MemoryFile(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public long size() {
      return bytes.length;
    }

    @Override
    public void read(ByteBuffer buffer, long position) {
      int from = (int) Math.min(position, bytes.length);
      buffer.put(bytes, from, Math.min(buffer.remaining(), bytes.length - from));
    }

    @Override
    public void write(ByteBuffer buffer, long position) {
      int from = Math.toIntExact(position);
      int count = buffer.remaining();
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length, from + count));
      buffer.get(bytes, from, count);
    }

    /** Does nothing: a copy in memory does not outlive its process. */
    @Override
    public void force() {}

    @Override
    public void close() {}
  }
}
