package io.cloudadapter.core.history;

import io.cloudadapter.core.config.HistoryConfig;
import java.time.Duration;

/**
 * How much of one pool's history is kept.
 *
 * @param retention how old an event may become
 * @param bytes the most bytes in the store, keys included
 */
public record HistoryBounds(Duration retention, long bytes) {

  /** The bounds of each of some pools that share the whole. */
  static HistoryBounds share(HistoryConfig whole, int pools) {
    return new HistoryBounds(whole.retention(), whole.maxBytes() / Math.max(1, pools));
  }

  /** The bounds of a pool that has the usual whole to itself. */
  public static HistoryBounds usual() {
    return share(HistoryConfig.usual(), 1);
  }
}
