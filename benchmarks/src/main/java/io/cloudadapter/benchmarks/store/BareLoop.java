package io.cloudadapter.benchmarks.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;

/** No store at all: append the bytes, force. What the disk can do, and the baseline of all ratios. */
final class BareLoop implements StoreCandidate {
  private final FileChannel channel;
  private long forces;

  BareLoop(Path directory) throws IOException {
    channel = FileChannel.open(
        directory.resolve("bare"), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Override
  public synchronized void commit(Map<String, byte[]> entries) throws IOException {
    for (byte[] bytes : entries.values()) {
      channel.write(ByteBuffer.wrap(bytes));
    }
    channel.force(false);
    forces++;
  }

  @Override
  public Optional<byte[]> get(String key) {
    return Optional.empty();
  }

  @Override
  public synchronized long forces() {
    return forces;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
