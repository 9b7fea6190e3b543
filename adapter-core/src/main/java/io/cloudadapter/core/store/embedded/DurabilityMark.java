package io.cloudadapter.core.store.embedded;

import io.cloudadapter.core.exception.StoreCorruptException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * How far a store's log was durable at some moment.
 *
 * @param storeId of the store
 * @param generation of its newest log
 * @param length of that log, up to the end of its last record
 * @param size of its file, with the room behind the last record
 * @param revision of the store at the end of the last record
 */
record DurabilityMark(UUID storeId, long generation, long length, long size, long revision) {
  static final int BYTES = 80;
  private static final long MAGIC = 0x0A63_6D61_726B_0D0AL; // "\ncmark\r\n"
  private static final int VERSION = 1;
  private static final int CRC_AT = BYTES - Integer.BYTES;

  ByteBuffer encode() {
    ByteBuffer buffer = ByteBuffer.allocate(BYTES);
    buffer.putLong(MAGIC).putInt(VERSION).putInt(0);
    buffer.putLong(storeId.getMostSignificantBits()).putLong(storeId.getLeastSignificantBits());
    buffer.putLong(generation).putLong(length).putLong(size).putLong(revision);
    buffer.putInt(CRC_AT, crc(buffer));
    return buffer.rewind();
  }

  /** Reads one; empty if there is none, or what power loss has left of one. */
  static Optional<DurabilityMark> decode(ByteBuffer buffer) {
    if (buffer.remaining() < BYTES
        || buffer.getInt(CRC_AT) != crc(buffer)
        || buffer.getLong() != MAGIC) {
      return Optional.empty();
    }
    int version = buffer.getInt();
    if (version != VERSION) {
      throw new StoreCorruptException(
          DurabilityMarkFile.NAME + " at offset 8: it is of format " + version
              + ", and this version reads format " + VERSION
              + "; use the version that wrote it, or a newer one");
    }
    buffer.getInt(); // Of no meaning in this format.
    UUID storeId = new UUID(buffer.getLong(), buffer.getLong());
    return Optional.of(new DurabilityMark(
        storeId, buffer.getLong(), buffer.getLong(), buffer.getLong(), buffer.getLong()));
  }

  /** Whether this one describes a later moment of the same store. */
  boolean isAfter(DurabilityMark other) {
    return storeId.equals(other.storeId)
        && (generation > other.generation
            || (generation == other.generation && length > other.length));
  }

  String log() {
    return FileHeader.Kind.LOG.nameOf(generation);
  }

  @Override
  public String toString() {
    return "it was durable up to offset " + length + " with revision " + revision;
  }

  private static int crc(ByteBuffer buffer) {
    CRC32C crc = new CRC32C();
    crc.update(buffer.slice(0, CRC_AT));
    return (int) crc.getValue();
  }
}
