package io.cloudadapter.core.history;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.sample.PoolSample;
import io.cloudadapter.api.sample.SampleSpan;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The samples of one pool and one span, as they lie under one key of the store. A sample has a fixed length, and a span
 * a fixed number of them, so the value never becomes longer than that.
 *
 * <pre>
 *   1 byte     the format, 1
 *   each sample, the oldest first:
 *   8 bytes    when it begins, in seconds since 1970
 *   4 bytes    each: desired size, in service, least in service, machines launched, failures of launches, calls
 *   4 bytes    how long a call took on average, in microseconds
 * </pre>
 */
final class SampleRing {
  static final String ROOT = "samples/";
  private static final byte FORMAT = 1;
  private static final int SAMPLE = 36;
  private static final double MICROS = 1e6;

  private SampleRing() {}

  static String prefix(PoolName pool) {
    return ROOT + pool + "/";
  }

  static String key(PoolName pool, SampleSpan span) {
    return prefix(pool) + span.word();
  }

  /** Writes the last samples of some, as many as the span has. */
  static byte[] write(SampleSpan span, List<PoolSample> samples) {
    List<PoolSample> last =
        samples.subList(Math.max(0, samples.size() - span.samples()), samples.size());
    ByteBuffer buffer = ByteBuffer.allocate(1 + last.size() * SAMPLE).put(FORMAT);
    for (PoolSample sample : last) {
      buffer
          .putLong(sample.from().getEpochSecond())
          .putInt(sample.desiredSize())
          .putInt(sample.inService())
          .putInt(sample.leastInService())
          .putInt(most(sample.launched()))
          .putInt(most(sample.launchFailures()))
          .putInt(most(sample.cloudCalls()))
          .putInt(most(Math.round(sample.secondsPerCall() * MICROS)));
    }
    return buffer.array();
  }

  private static int most(long value) {
    return (int) Math.min(value, Integer.MAX_VALUE);
  }

  /** Reads samples; none if the value is damaged or of another format, since they only help people to look back. */
  static List<PoolSample> read(byte[] value) {
    List<PoolSample> samples = new ArrayList<>();
    if (value.length == 0 || value[0] != FORMAT || (value.length - 1) % SAMPLE != 0) {
      return samples;
    }
    ByteBuffer buffer = ByteBuffer.wrap(value);
    buffer.get();
    try {
      while (buffer.hasRemaining()) {
        samples.add(new PoolSample(
            Instant.ofEpochSecond(buffer.getLong()),
            buffer.getInt(),
            buffer.getInt(),
            buffer.getInt(),
            buffer.getInt(),
            buffer.getInt(),
            buffer.getInt(),
            buffer.getInt() / MICROS));
      }
    } catch (RuntimeException e) { // Damaged: a time or a number that no sample has.
      return new ArrayList<>();
    }
    return samples;
  }
}
