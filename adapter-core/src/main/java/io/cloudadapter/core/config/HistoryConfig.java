package io.cloudadapter.core.config;

import io.cloudadapter.api.TimeSpan;
import java.time.Duration;

/**
 * How much of the pools' history is kept. The oldest events go first, by age or by size, whichever bound is met first.
 *
 * @param retention how old an event may become: 1 hour to 10 years
 * @param maxBytes the most bytes that the histories of all pools may take in the store, keys included: 1 MiB to 64 MiB
 */
public record HistoryConfig(Duration retention, long maxBytes) {
  /** The least {@code maxBytes}. */
  public static final long LEAST_BYTES = 1L << 20;

  /** The greatest {@code maxBytes}. */
  public static final long MOST_BYTES = 64L << 20;

  private static final Duration SHORTEST = Duration.ofHours(1);
  private static final Duration LONGEST = Duration.ofDays(3650);
  private static final HistoryConfig USUAL = new HistoryConfig(Duration.ofDays(42), MOST_BYTES);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public HistoryConfig {
    if (retention.compareTo(SHORTEST) < 0 || retention.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("history.retention must be " + TimeSpan.text(SHORTEST)
          + " to " + TimeSpan.text(LONGEST) + ", was " + TimeSpan.text(retention));
    }
    if (maxBytes < LEAST_BYTES || maxBytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "history.maxBytes must be " + LEAST_BYTES + " to " + MOST_BYTES + ", was " + maxBytes);
    }
  }

  /**
   * Suits most programs.
   *
   * @return six weeks and 64 MiB
   */
  public static HistoryConfig usual() {
    return USUAL;
  }
}
