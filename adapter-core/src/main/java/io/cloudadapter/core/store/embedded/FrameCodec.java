package io.cloudadapter.core.store.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * Sealed pieces of a file: magic, length, CRC32C, payload.
 *
 * <p>The checksum covers store, generation and offset besides length and payload, so that a frame is
 * valid only where it was written: bytes of a value that happen to look like a frame, or a sector
 * that landed elsewhere, are none.
 */
public final class FrameCodec {
  public static final int OVERHEAD = 12;

  /** More than any frame that is ever written. */
  static final int MAX_PAYLOAD = 16 << 20;

  private static final int MAGIC = 0xF7A3_E05E;
  private static final int WINDOW = 1 << 20;

  private final DiskFile file;
  private final FileHeader header;
  private final long size;
  private ByteBuffer window;
  private long windowAt;

  /** The frames of a file as it is now. */
  FrameCodec(DiskFile file, FileHeader header) throws IOException {
    this.file = file;
    this.header = header;
    this.size = file.size();
    this.window = ByteBuffer.allocate((int) Math.min(size, WINDOW)).limit(0);
  }

  /** A frame for this place, with room of {@code padding} zeros behind it. */
  static ByteBuffer seal(FileHeader header, long offset, byte[] payload, int padding) {
    return seal(header, offset, payload.length, frame -> frame.put(payload), padding);
  }

  /** The same for a payload that is written straight into its frame. */
  static ByteBuffer seal(
      FileHeader header, long offset, int length, Consumer<ByteBuffer> payload, int padding) {
    ByteBuffer frame = ByteBuffer.allocate(OVERHEAD + length + padding);
    frame.position(OVERHEAD);
    payload.accept(frame);
    ByteBuffer body = frame.slice(OVERHEAD, length);
    frame.rewind().putInt(MAGIC).putInt(length).putInt(crc(header, offset, body));
    return frame.rewind();
  }

  /** The payload of the frame at an offset; empty if there is no valid one. */
  Optional<ByteBuffer> at(long offset) throws IOException {
    if (offset + OVERHEAD > size) {
      return Optional.empty();
    }
    ByteBuffer head = window(offset, OVERHEAD);
    int magic = head.getInt();
    int length = head.getInt();
    int crc = head.getInt();
    if (magic != MAGIC || length < 0 || length > MAX_PAYLOAD) {
      return Optional.empty();
    }
    if (offset + OVERHEAD + length > size) {
      return Optional.empty();
    }
    ByteBuffer payload = window(offset + OVERHEAD, length);
    return crc == crc(header, offset, payload) ? Optional.of(payload) : Optional.empty();
  }

  /** The first offset at or after this one where a valid frame is. */
  OptionalLong findFrom(long from) throws IOException {
    for (long offset = from; offset + OVERHEAD <= size; offset++) {
      if (window(offset, Integer.BYTES).getInt() == MAGIC && at(offset).isPresent()) {
        return OptionalLong.of(offset);
      }
    }
    return OptionalLong.empty();
  }

  /** The offset of the last byte from an offset on that is no zero, -1 if there is none. */
  long lastByteAfter(long from) throws IOException {
    long last = -1;
    for (long offset = from; offset < size; offset++) {
      if (window(offset, 1).get() != 0) {
        last = offset;
      }
    }
    return last;
  }

  long size() {
    return size;
  }

  /** Some bytes of the file, read ahead; valid until the next call. */
  private ByteBuffer window(long offset, int length) throws IOException {
    if (offset < windowAt || offset + length > windowAt + window.limit()) {
      if (length > window.capacity()) {
        window = ByteBuffer.allocate(length);
      }
      window.clear();
      file.read(window, offset);
      window.flip();
      windowAt = offset;
    }
    return window.slice((int) (offset - windowAt), length);
  }

  private static int crc(FileHeader header, long offset, ByteBuffer payload) {
    ByteBuffer place = ByteBuffer.allocate(4 * Long.BYTES + Integer.BYTES);
    place.putLong(header.storeId().getMostSignificantBits());
    place.putLong(header.storeId().getLeastSignificantBits());
    place.putLong(header.generation()).putLong(offset).putInt(payload.remaining());
    CRC32C crc = new CRC32C();
    crc.update(place.flip());
    crc.update(payload.duplicate());
    return (int) crc.getValue();
  }
}
