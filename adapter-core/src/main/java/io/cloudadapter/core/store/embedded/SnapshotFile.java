package io.cloudadapter.core.store.embedded;

import io.cloudadapter.core.exception.StoreCorruptException;
import io.cloudadapter.core.store.StoreEntry;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * All entries at one revision, in a file that has its name only once it is complete and durable: a
 * header, frames of entries, and a last frame with their number.
 *
 * @param header the revision and epoch of the contents
 * @param entries in any order
 */
public record SnapshotFile(FileHeader header, List<StoreEntry> entries) {
  private static final int FRAME = 256 << 10;
  private static final int LAST = -1;

  /** Forced piece by piece: one large force would hold up those of the log. */
  private static final int PIECE = 4 << 20;

  /**
   * Writes the snapshot and gives it its name, durably.
   *
   * @param unwanted checked from time to time; once it is true, only a temporary file is left behind
   * @return whether it is there
   */
  public boolean write(Disk disk, BooleanSupplier unwanted) throws IOException {
    return AtomicFile.write(disk, header.name(), file -> {
      file.write(header.encode(), 0);
      long end = FileHeader.BYTES;
      int next = 0;
      while (next < entries.size() && !unwanted.getAsBoolean()) {
        var bytes = new ByteArrayOutputStream(FRAME);
        next = encodeFrom(next, bytes);
        long before = end;
        end = append(file, end, bytes);
        if (end / PIECE > before / PIECE) {
          file.force();
        }
      }
      append(file, end, last());
      return !unwanted.getAsBoolean();
    });
  }

  static SnapshotFile read(Disk disk, long generation) throws IOException {
    try (DiskFile file = disk.open(FileHeader.Kind.SNAPSHOT.nameOf(generation))) {
      FileHeader header = FileHeader.read(FileHeader.Kind.SNAPSHOT, generation, file);
      FrameCodec frames = new FrameCodec(file, header);
      List<StoreEntry> entries = new ArrayList<>();
      long at = FileHeader.BYTES;
      boolean complete = false;
      while (!complete) {
        Optional<ByteBuffer> payload = frames.at(at);
        if (payload.isEmpty()) {
          throw corrupt(header, at, "damaged");
        }
        at += FrameCodec.OVERHEAD + payload.get().remaining();
        complete = decode(header, at, payload.get(), entries);
      }
      if (at != frames.size()) {
        throw corrupt(header, at, "has data after its end");
      }
      return new SnapshotFile(header, entries);
    }
  }

  /** Fills a frame's payload with entries from one on; returns the next one. */
  private int encodeFrom(int from, ByteArrayOutputStream bytes) throws IOException {
    DataOutputStream out = new DataOutputStream(bytes);
    int next = from;
    for (; next < entries.size() && out.size() < FRAME; next++) {
      StoreEntry entry = entries.get(next);
      out.writeInt(entry.key().length());
      out.writeBytes(entry.key());
      out.writeLong(entry.modRevision());
      out.writeInt(entry.size());
      out.write(entry.sharedBytes());
    }
    return next;
  }

  private ByteArrayOutputStream last() throws IOException {
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    out.writeInt(LAST);
    out.writeInt(entries.size());
    return bytes;
  }

  private long append(DiskFile file, long end, ByteArrayOutputStream bytes) throws IOException {
    file.write(FrameCodec.seal(header, end, bytes.toByteArray(), 0), end);
    return end + FrameCodec.OVERHEAD + bytes.size();
  }

  /** Whether this frame was the last. */
  private static boolean decode(
      FileHeader header, long end, ByteBuffer in, List<StoreEntry> entries) {
    try {
      while (in.hasRemaining()) {
        int keyLength = in.getInt();
        if (keyLength == LAST) {
          if (in.getInt() != entries.size()) {
            throw corrupt(header, end, "entries are missing");
          }
          return true;
        }
        String key = new String(CommitBatch.take(in, keyLength), StandardCharsets.US_ASCII);
        long revision = in.getLong();
        entries.add(StoreEntry.owning(key, CommitBatch.take(in, in.getInt()), revision));
      }
      return false;
    } catch (BufferUnderflowException | NegativeArraySizeException e) {
      throw corrupt(header, end, "the record before is whole, but holds no entries");
    }
  }

  private static StoreCorruptException corrupt(FileHeader header, long offset, String what) {
    return new StoreCorruptException(header.name() + " at offset " + offset + ": " + what);
  }
}
