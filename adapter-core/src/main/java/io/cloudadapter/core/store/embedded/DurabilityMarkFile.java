package io.cloudadapter.core.store.embedded;

import io.cloudadapter.core.exception.StoreCorruptException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Remembers beside the log how far the log is durable, so that an opening sees whether its end is missing.
 *
 * <pre>
 *   offset   0   a mark that was forced with the whole file, and never changes in it
 *   offset 512   the newest mark, written over the one before and not forced
 * </pre>
 *
 * <p>A mark is written only after the force that it describes, so whichever of the two power loss leaves, the
 * log holds at least as much: the marker never makes a sound store look damaged. The second mark costs no
 * force; a process that is killed leaves it in the page cache, where the next opening finds it. The file is
 * replaced, with a new forced mark, when the store opens, begins another log or closes, and whenever the log
 * has grown by {@link #STEP} since.
 *
 * <p>Confined to one thread.
 */
public final class DurabilityMarkFile implements Closeable {
  public static final String NAME = "marker";

  /** Power loss may take marks of so many bytes of log, and no more. */
  private static final int STEP = 256 << 10;

  private static final int NEWEST_AT = 512;

  private final Disk disk;
  private DiskFile file;
  private DurabilityMark forced;

  private DurabilityMarkFile(Disk disk, DiskFile file, DurabilityMark forced) {
    this.disk = disk;
    this.file = file;
    this.forced = forced;
  }

  /** What the last opening has left; empty if there is no marker, as in a store of an earlier version. */
  static Optional<DurabilityMark> read(Disk disk) throws IOException {
    if (!disk.names().contains(NAME)) {
      return Optional.empty();
    }
    try (DiskFile file = disk.open(NAME)) {
      DurabilityMark forced = at(0, file)
          .orElseThrow(() -> new StoreCorruptException(
              NAME + " at offset 0: it is damaged, so whether the log is complete cannot be seen"));
      return at(NEWEST_AT, file)
          .filter(newest -> newest.isAfter(forced))
          .or(() -> Optional.of(forced));
    }
  }

  private static Optional<DurabilityMark> at(long offset, DiskFile file) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(DurabilityMark.BYTES);
    file.read(bytes, offset);
    return DurabilityMark.decode(bytes.flip());
  }

  /** A marker that describes a log which is durable as it is; durable itself on return. */
  public static DurabilityMarkFile begin(Disk disk, DurabilityMark mark) throws IOException {
    return new DurabilityMarkFile(disk, AtomicFile.begin(disk, NAME, whole(mark)), mark);
  }

  private static ByteBuffer whole(DurabilityMark mark) {
    return ByteBuffer.allocate(NEWEST_AT + DurabilityMark.BYTES)
        .put(mark.encode())
        .rewind();
  }

  /** Takes up that the log is durable up to here. */
  void advance(DurabilityMark mark) throws IOException {
    if (mark.generation() != forced.generation() || mark.length() - forced.length() >= STEP) {
      settle(mark);
    } else {
      file.write(mark.encode(), NEWEST_AT);
    }
  }

  /** The same, durably. */
  void settle(DurabilityMark mark) throws IOException {
    file.close();
    file = AtomicFile.begin(disk, NAME, whole(mark));
    forced = mark;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
