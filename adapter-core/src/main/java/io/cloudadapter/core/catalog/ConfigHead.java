package io.cloudadapter.core.catalog;

import io.cloudadapter.core.config.ManagedBy;
import java.time.Instant;

/**
 * What the store holds of a pool's configuration, without the configuration itself.
 *
 * @param manager who decides about it
 * @param version the number of the present version, 1 or more
 * @param oldest the number of the oldest version that is kept
 * @param at when the present version was accepted
 * @param author who made it
 * @param set the set of pools that it was last applied with; empty if none
 * @param held the number of a version before the oldest that is kept for a rollback; 0 if there is none
 */
public record ConfigHead(
    ManagedBy manager,
    long version,
    long oldest,
    Instant at,
    String author,
    String set,
    long held) {

  /** What was left out when stored is empty. */
  public ConfigHead {
    author = author == null ? "" : author;
    set = set == null ? "" : set;
  }
}
