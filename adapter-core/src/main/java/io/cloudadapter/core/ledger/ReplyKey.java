package io.cloudadapter.core.ledger;

import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * An idempotency key in the scope of its caller: 128 bits of a SHA-256, from which neither can be read.
 *
 * @param high the first 64 bits
 * @param low the next 64 bits
 */
public record ReplyKey(long high, long low) {
  private static final String SCOPED = "scoped\0";

  /**
   * The key of one caller. The same text is another key for another caller.
   *
   * @param caller the name under which the caller is configured; may be empty
   * @param key the text that the caller sent
   * @return the key in the caller's scope
   */
  public static ReplyKey of(String caller, String key) {
    return read(sha256(SCOPED + caller.length() + "\0" + caller + key));
  }

  /** The key as ledgers before format 2 have it, without a caller. */
  static ReplyKey unscoped(String key) {
    return read(sha256(key));
  }

  /** The key of a record of a ledger before format 2, whose name is the SHA-256 in hexadecimal digits. */
  static ReplyKey ofRecord(String name) {
    return read(HexFormat.of().parseHex(name));
  }

  /** A short number for a caller, by which its keys are counted. */
  static int caller(String name) {
    int number = ByteBuffer.wrap(sha256(SCOPED + name)).getInt();
    return number == ReplyEntry.NO_CALLER ? 1 : number;
  }

  /** Returns a number for a command; different commands have different numbers. */
  static long command(String words) {
    return ByteBuffer.wrap(sha256(words)).getLong();
  }

  private static ReplyKey read(byte[] hash) {
    ByteBuffer bytes = ByteBuffer.wrap(hash);
    return new ReplyKey(bytes.getLong(), bytes.getLong());
  }

  private static byte[] sha256(String text) {
    return Hashing.sha256().hashString(text, StandardCharsets.UTF_8).asBytes();
  }
}
