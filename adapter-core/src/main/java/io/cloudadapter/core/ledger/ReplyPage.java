package io.cloudadapter.core.ledger;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Some answers in the order in which they were given, as one value of the ledger. Immutable.
 *
 * <pre>
 *   version        1 byte, 1
 *   first          8 bytes, seconds since 1970
 *   for each entry
 *     key          16 bytes
 *     caller       4 bytes
 *     command      8 bytes
 *     later        seconds since the first, 7 bits to a byte
 *     length       of the outcome, 7 bits to a byte
 *     outcome
 * </pre>
 */
public final class ReplyPage {
  static final byte VERSION = 1;

  /** Each new answer writes its page again: small enough for that, large enough to cost little beside its content. */
  private static final int ENOUGH_BYTES = 1024;

  /** So that a page of few answers does not live on by the youngest of them. */
  private static final long ENOUGH_SECONDS = 3600;

  private static final int HEAD = 1 + Long.BYTES;

  private final int number;
  private final byte[] bytes;
  private final int count;
  private final long newest;

  private ReplyPage(int number, byte[] bytes, int count, long newest) {
    this.number = number;
    this.bytes = bytes;
    this.count = count;
    this.newest = newest;
  }

  /** A page with its first entry. */
  static ReplyPage of(int number, ReplyEntry first) {
    byte[] head = ByteBuffer.allocate(HEAD).put(VERSION).putLong(first.at()).array();
    return new ReplyPage(number, head, 0, first.at()).with(first);
  }

  /**
   * A page as it was stored.
   *
   * @param number its number
   * @param bytes its content, which is not changed any more
   * @throws IllegalStateException if it is something else
   */
  static ReplyPage read(int number, byte[] bytes) {
    int[] count = {0};
    long[] newest = {Long.MIN_VALUE};
    read(bytes, entry -> {
      count[0]++;
      newest[0] = Math.max(newest[0], entry.at());
    });
    return new ReplyPage(number, bytes, count[0], newest[0]);
  }

  /**
   * The keys of a stored page.
   *
   * @param bytes its content
   * @return all keys
   */
  public static Set<ReplyKey> keys(byte[] bytes) {
    Set<ReplyKey> keys = new HashSet<>();
    read(bytes, entry -> keys.add(entry.key()));
    return keys;
  }

  int number() {
    return number;
  }

  /** The content; not to be changed. */
  byte[] bytes() {
    return bytes;
  }

  int count() {
    return count;
  }

  /** When the last answer was given, in seconds since 1970. */
  long newest() {
    return newest;
  }

  /** Whether an entry belongs into this page. */
  boolean takes(ReplyEntry entry) {
    long later = entry.at() - first();
    return later >= 0
        && later < ENOUGH_SECONDS
        && bytes.length + size(entry, later) <= ENOUGH_BYTES;
  }

  /** The page with one entry more. */
  ReplyPage with(ReplyEntry entry) {
    long later = entry.at() - first();
    byte[] longer = Arrays.copyOf(bytes, bytes.length + size(entry, later));
    ByteBuffer out = ByteBuffer.wrap(longer).position(bytes.length);
    out.putLong(entry.key().high()).putLong(entry.key().low());
    out.putInt(entry.caller()).putLong(entry.command());
    put(out, later);
    put(out, entry.outcome().length);
    out.put(entry.outcome());
    return new ReplyPage(number, longer, count + 1, Math.max(newest, entry.at()));
  }

  Optional<ReplyEntry> find(ReplyKey key) {
    ReplyEntry[] found = {null};
    forEach(entry -> {
      if (entry.key().equals(key)) {
        found[0] = entry;
      }
    });
    return Optional.ofNullable(found[0]);
  }

  void forEach(Consumer<ReplyEntry> each) {
    read(bytes, each);
  }

  private long first() {
    return ByteBuffer.wrap(bytes).getLong(1);
  }

  private static void read(byte[] bytes, Consumer<ReplyEntry> each) {
    try {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      byte version = in.get();
      if (version != VERSION) {
        throw new IllegalStateException("a page of answers has format " + version
            + ", and this version reads " + VERSION + "; was it written by a newer version?");
      }
      long first = in.getLong();
      while (in.hasRemaining()) {
        ReplyKey key = new ReplyKey(in.getLong(), in.getLong());
        int caller = in.getInt();
        long command = in.getLong();
        long at = first + take(in);
        byte[] outcome = new byte[Math.toIntExact(Math.min(take(in), in.remaining() + 1L))];
        in.get(outcome);
        each.accept(new ReplyEntry(key, caller, at, command, outcome));
      }
    } catch (BufferUnderflowException e) {
      throw new IllegalStateException("a page of answers is cut off", e);
    }
  }

  private static int size(ReplyEntry entry, long later) {
    return 2 * Long.BYTES
        + Integer.BYTES
        + Long.BYTES
        + size(later)
        + size(entry.outcome().length)
        + entry.outcome().length;
  }

  private static int size(long number) {
    return Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(number) + 6) / 7);
  }

  private static void put(ByteBuffer out, long number) {
    long left = number;
    while ((left & ~0x7fL) != 0) {
      out.put((byte) ((left & 0x7f) | 0x80));
      left >>>= 7;
    }
    out.put((byte) left);
  }

  private static long take(ByteBuffer in) {
    long number = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in.get();
      if (shift > 63) {
        throw new IllegalStateException(
            "a page of answers is damaged: a number in it does not end");
      }
      number |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return number;
      }
    }
  }
}
