package io.cloudadapter.benchmarks.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** A file's forced bytes, and the writes since. */
final class TornFile {
  private byte[] durable = new byte[0];
  private final List<SystemCallTrace.Event> pending = new ArrayList<>();

  /** A write or a truncation. */
  void change(SystemCallTrace.Event change) {
    pending.add(change);
  }

  void force() {
    for (SystemCallTrace.Event write : pending) {
      if (write.kind() == SystemCallTrace.Kind.TRUNCATE) {
        durable = Arrays.copyOf(durable, (int) write.position());
        continue;
      }
      durable = place(durable, write.bytes(), 0, write.bytes().length, (int) write.position());
    }
    pending.clear();
  }

  /** Forced bytes plus a random subset of the later writes, by sector. */
  byte[] afterPowerLoss(Random random, int sector) {
    byte[] bytes = durable.clone();
    double luck = random.nextInt(5) / 4.0;
    int extent = bytes.length;
    for (SystemCallTrace.Event write : pending) {
      int position = (int) write.position();
      if (write.kind() == SystemCallTrace.Kind.TRUNCATE) {
        bytes = random.nextDouble() < luck ? Arrays.copyOf(bytes, position) : bytes;
        continue;
      }
      int end = position + write.bytes().length;
      extent = Math.max(extent, end);
      for (int from = position; from < end; ) {
        int to = Math.min(end, (from / sector + 1) * sector);
        if (random.nextDouble() < luck) {
          bytes = place(bytes, write.bytes(), from - position, to - from, from);
        }
        from = to;
      }
    }
    return random.nextBoolean() ? Arrays.copyOf(bytes, extent) : bytes;
  }

  private static byte[] place(byte[] into, byte[] from, int offset, int length, int position) {
    byte[] result = position + length > into.length ? Arrays.copyOf(into, position + length) : into;
    System.arraycopy(from, offset, result, position, length);
    return result;
  }
}
