package io.cloudadapter.core.store.quorum;

import java.util.List;

/**
 * A part of what a quorum holds, as of one revision.
 *
 * @param revision the quorum's revision at that moment
 * @param items in key order
 * @param more whether there is more than was asked for
 */
public record Page(long revision, List<Item> items, boolean more) {
  /** Copies the items. */
  public Page {
    items = List.copyOf(items);
  }
}
