package io.cloudadapter.core.history;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.store.StoreEntry;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Some events of a pool in order, as they lie under one key of the store. A head of fixed length says which they are,
 * so that a reader leaves out what it does not look for without reading on.
 *
 * <pre>
 *   1 byte     0 the events as JSON, 1 the same compressed
 *   8 bytes    the generation of the history
 *   8 bytes    the first sequence number
 *   8 bytes    the last sequence number
 *   8 bytes    the earliest time, in milliseconds since 1970
 *   8 bytes    the latest time
 *   4 bytes    the length of the JSON
 * </pre>
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record HistoryEntry(
    boolean compressed,
    long generation,
    long first,
    long last,
    Instant from,
    Instant to,
    int length,
    byte[] whole) {
  static final String ROOT = "events/";
  private static final String KEPT = "kept/";
  private static final String STATE = "state";
  private static final int HEAD = 45;

  /** A JSON of more bytes than that is none of ours. */
  private static final int MOST_LENGTH = 8 << 20;

  /** The events of an entry, as JSON has them. */
  record Events(List<StoredEvent> events) {
    Events {
      events = events == null ? List.of() : List.copyOf(events);
    }
  }

  static String prefix(PoolName pool) {
    return ROOT + pool + "/";
  }

  static String key(PoolName pool, long first) {
    return prefix(pool) + HexFormat.of().toHexDigits(first);
  }

  /** Where events lie that were kept when others were dropped. */
  static String keptKey(PoolName pool, long first) {
    return prefix(pool) + KEPT + HexFormat.of().toHexDigits(first);
  }

  static boolean isKept(String key) {
    return key.startsWith("/" + KEPT, key.indexOf('/', ROOT.length()));
  }

  /** Where the {@link HistoryState} lies. */
  static String stateKey(PoolName pool) {
    return prefix(pool) + STATE;
  }

  static boolean isState(String key) {
    return key.endsWith("/" + STATE);
  }

  static byte[] write(long generation, List<StoredEvent> events, boolean compress) {
    byte[] json = RecordCodec.write(new Events(events));
    byte[] body = compress ? deflate(json) : json;
    long from = Long.MAX_VALUE;
    long to = 0;
    for (StoredEvent event : events) {
      from = Math.min(from, event.since());
      to = Math.max(to, event.at());
    }
    return ByteBuffer.allocate(HEAD + body.length)
        .put((byte) (compress ? 1 : 0))
        .putLong(generation)
        .putLong(events.get(0).firstSeq())
        .putLong(events.get(events.size() - 1).seq())
        .putLong(from / 1000)
        .putLong(to / 1000)
        .putInt(json.length)
        .put(body)
        .array();
  }

  /**
   * Reads the head.
   *
   * @throws IllegalStateException if there is none
   */
  static HistoryEntry read(StoreEntry entry) {
    byte[] bytes = entry.sharedBytes();
    if (bytes.length < HEAD || bytes[0] < 0 || bytes[0] > 1) {
      throw new IllegalStateException("the history's entry " + entry.key() + " cannot be read");
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    boolean compressed = buffer.get() == 1;
    long generation = buffer.getLong();
    long first = buffer.getLong();
    long last = buffer.getLong();
    Instant from = Instant.ofEpochMilli(buffer.getLong());
    // The head has whole milliseconds, and an event may be a little later.
    Instant to = Instant.ofEpochMilli(buffer.getLong() + 1);
    int length = buffer.getInt();
    if (length < 0 || length > MOST_LENGTH || first < 1 || last < first) {
      throw new IllegalStateException("the history's entry " + entry.key() + " cannot be read");
    }
    // The body is left where it is: most readers look at the heads of most entries only.
    return new HistoryEntry(compressed, generation, first, last, from, to, length, bytes);
  }

  /**
   * Reads the events.
   *
   * @throws IllegalStateException if they cannot be read
   */
  List<StoredEvent> events() {
    byte[] json = compressed ? inflate() : Arrays.copyOfRange(whole, HEAD, whole.length);
    return RecordCodec.read("event " + first, json, Events.class).events();
  }

  private static byte[] deflate(byte[] json) {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    try {
      deflater.setInput(json);
      deflater.finish();
      ByteArrayOutputStream out = new ByteArrayOutputStream(json.length / 4 + 64);
      byte[] buffer = new byte[8192];
      while (!deflater.finished()) {
        out.write(buffer, 0, deflater.deflate(buffer));
      }
      return out.toByteArray();
    } finally {
      deflater.end();
    }
  }

  private byte[] inflate() {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(whole, HEAD, whole.length - HEAD);
      byte[] json = new byte[length];
      int read = 0;
      while (read < length) {
        int more = inflater.inflate(json, read, length - read);
        if (more == 0) {
          throw new IllegalStateException("event " + first + " and those after it are cut off");
        }
        read += more;
      }
      return json;
    } catch (DataFormatException e) {
      throw new IllegalStateException(
          "event " + first + " and those after it cannot be decompressed", e);
    } finally {
      inflater.end();
    }
  }
}
