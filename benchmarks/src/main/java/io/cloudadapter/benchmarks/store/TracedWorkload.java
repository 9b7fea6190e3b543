package io.cloudadapter.benchmarks.store;

import java.io.FileOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Commits numbered batches of four keys and acknowledges each in a file, for a tracer of system
 * calls to watch: see {@link PowerLossReplay}.
 */
final class TracedWorkload {
  static final int SLOTS = 20;
  static final int KEYS = 4;

  private TracedWorkload() {}

  /** Arguments: directory, candidate, number of commits. */
  public static void main(String[] args) throws Exception {
    Path data = Files.createDirectories(Path.of(args[0], "data"));
    int commits = Integer.parseInt(args[2]);
    try (StoreCandidate candidate = StoreCandidate.open(args[1], data);
        var acks = new FileOutputStream(Path.of(args[0], "acks").toFile())) {
      for (int n = 1; n <= commits; n++) {
        candidate.commit(batch(n));
        acks.write((n + "\n").getBytes(StandardCharsets.US_ASCII));
      }
      Runtime.getRuntime().halt(0); // no orderly end: the last writes are those of a commit
    }
  }

  /** The entries of commit n, known from n alone. */
  static Map<String, byte[]> batch(int n) {
    Map<String, byte[]> batch = new TreeMap<>();
    for (int i = 0; i < KEYS; i++) {
      Random random = new Random(n * 31L + i);
      byte[] bytes = new byte[Integer.BYTES + 100 + random.nextInt(800)];
      random.nextBytes(bytes);
      ByteBuffer.wrap(bytes).putInt(n);
      batch.put(key(n % SLOTS, i), bytes);
    }
    return batch;
  }

  static String key(int slot, int i) {
    return "slot-" + slot + "/" + i;
  }
}
