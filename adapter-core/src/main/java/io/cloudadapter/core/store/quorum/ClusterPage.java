package io.cloudadapter.core.store.quorum;

import java.util.List;

/**
 * A part of what a cluster stores, as of one revision.
 *
 * @param revision the quorum's revision at that moment
 * @param items in key order
 * @param more whether there is more than was asked for
 */
public record ClusterPage(long revision, List<ClusterEntry> items, boolean more) {
  /** Copies the items. */
  public ClusterPage {
    items = List.copyOf(items);
  }
}
