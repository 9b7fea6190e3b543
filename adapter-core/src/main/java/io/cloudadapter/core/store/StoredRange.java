package io.cloudadapter.core.store;

import java.util.List;

/**
 * What a range held at one moment.
 *
 * @param revision the store's revision at that moment: watch from here to miss nothing
 * @param entries in key order, unless they were asked for in any
 */
public record StoredRange(long revision, List<StoredValue> entries) {
  /** Copies the entries. */
  public StoredRange {
    entries = List.copyOf(entries);
  }
}
