package io.cloudadapter.core.store;

import java.util.List;

/**
 * The entries of a range at one moment.
 *
 * @param revision the store's revision at that moment: watch from here to miss nothing
 * @param entries in key order, unless they were asked for in any
 */
public record StoreRange(long revision, List<StoreEntry> entries) {
  /** Copies the entries. */
  public StoreRange {
    entries = List.copyOf(entries);
  }
}
