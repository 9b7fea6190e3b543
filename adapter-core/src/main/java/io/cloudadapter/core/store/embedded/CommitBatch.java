package io.cloudadapter.core.store.embedded;

import io.cloudadapter.core.store.Transaction.Write;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The transactions that share one frame of the log, and so one force: they survive together or not
 * at all. A batch without any marks the start or the end of an opening.
 *
 * @param epoch of the opening that wrote it
 * @param base the revision before its first transaction
 * @param transactions the changes of each, at base + 1, base + 2, …
 */
record CommitBatch(long epoch, long base, List<List<Write>> transactions) {

  /** No more are added to a batch of this size. */
  static final int ENOUGH_BYTES = 4 << 20;

  long lastRevision() {
    return base + transactions.size();
  }

  /** How many bytes {@link #encode} writes. */
  int length() {
    int length = 2 * Long.BYTES + Integer.BYTES;
    for (List<Write> writes : transactions) {
      length += Short.BYTES;
      for (Write write : writes) {
        byte[] bytes = write.sharedBytes();
        length += Short.BYTES + write.key().length() + Integer.BYTES;
        length += bytes == null ? 0 : bytes.length;
      }
    }
    return length;
  }

  void encode(ByteBuffer out) {
    out.putLong(epoch).putLong(base).putInt(transactions.size());
    for (List<Write> writes : transactions) {
      out.putShort((short) writes.size());
      for (Write write : writes) {
        encode(write, out);
      }
    }
  }

  static CommitBatch decode(ByteBuffer in) {
    long epoch = in.getLong();
    long base = in.getLong();
    int count = in.getInt();
    List<List<Write>> transactions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int size = in.getShort();
      List<Write> writes = new ArrayList<>(size);
      for (int w = 0; w < size; w++) {
        writes.add(decodeWrite(in));
      }
      transactions.add(writes);
    }
    return new CommitBatch(epoch, base, transactions);
  }

  private static void encode(Write write, ByteBuffer out) {
    String key = write.key();
    out.putShort((short) key.length());
    for (int i = 0; i < key.length(); i++) {
      out.put((byte) key.charAt(i));
    }
    byte[] bytes = write.sharedBytes();
    out.putInt(bytes == null ? -1 : bytes.length);
    if (bytes != null) {
      out.put(bytes);
    }
  }

  private static Write decodeWrite(ByteBuffer in) {
    String key = new String(take(in, in.getShort()), StandardCharsets.US_ASCII);
    int length = in.getInt();
    return new Write(key, length < 0 ? null : take(in, length));
  }

  static byte[] take(ByteBuffer in, int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }
}
