package io.cloudadapter.core.store.embedded;

import io.cloudadapter.core.exception.StoreCorruptException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * The first bytes of each file of a store.
 *
 * @param kind log or snapshot
 * @param storeId the same in all files of one store
 * @param generation grows with each new log; a snapshot holds all that logs before its own held
 * @param revision the store's when the file was begun
 * @param epoch the store's when the file was begun
 */
public record FileHeader(Kind kind, UUID storeId, long generation, long revision, long epoch) {
  static final int BYTES = 64;
  private static final long MAGIC = 0x0A63_6C6F_7564_0D0AL; // "\ncloud\r\n": text tools break it
  private static final int VERSION = 1;
  private static final int CRC_AT = BYTES - Integer.BYTES;

  /** What a file holds. */
  public enum Kind {
    LOG("log-", 1),
    SNAPSHOT("snapshot-", 2);

    private final String prefix;
    private final int code;

    Kind(String prefix, int code) {
      this.prefix = prefix;
      this.code = code;
    }

    String nameOf(long generation) {
      return prefix + "%08d".formatted(generation);
    }

    /** The generation in such a name, or 0 if it is no such name. */
    long generationOf(String name) {
      return name.matches(prefix + "[0-9]{8,18}")
          ? Long.parseLong(name.substring(prefix.length()))
          : 0;
    }
  }

  String name() {
    return kind.nameOf(generation);
  }

  ByteBuffer encode() {
    ByteBuffer buffer = ByteBuffer.allocate(BYTES);
    buffer.putLong(MAGIC).putInt(VERSION).putInt(kind.code);
    buffer.putLong(storeId.getMostSignificantBits()).putLong(storeId.getLeastSignificantBits());
    buffer.putLong(generation).putLong(revision).putLong(epoch);
    buffer.putInt(CRC_AT, crc(buffer));
    return buffer.rewind();
  }

  /** Reads the header of a file that is of this kind and generation. */
  static FileHeader read(Kind kind, long generation, DiskFile file) throws IOException {
    String name = kind.nameOf(generation);
    ByteBuffer buffer = ByteBuffer.allocate(BYTES);
    file.read(buffer, 0);
    if (buffer.hasRemaining() || buffer.rewind().getLong() != MAGIC) {
      throw new StoreCorruptException(name + " at offset 0: not a file of a state store");
    }
    int version = buffer.getInt();
    if (version != VERSION) {
      throw new StoreCorruptException(
          ("%s at offset 8: it is of format %d, and this version reads format %d; use the version that wrote"
                  + " it, or a newer one")
              .formatted(name, version, VERSION));
    }
    int kindRead = buffer.getInt();
    UUID storeId = new UUID(buffer.getLong(), buffer.getLong());
    FileHeader header =
        new FileHeader(kind, storeId, buffer.getLong(), buffer.getLong(), buffer.getLong());
    boolean intact = buffer.getInt(CRC_AT) == crc(buffer);
    if (!intact || kindRead != kind.code || header.generation != generation) {
      throw new StoreCorruptException(name + " at offset 0: the header is damaged");
    }
    return header;
  }

  private static int crc(ByteBuffer buffer) {
    CRC32C crc = new CRC32C();
    crc.update(buffer.slice(0, CRC_AT));
    return (int) crc.getValue();
  }
}
