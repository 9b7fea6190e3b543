package io.cloudadapter.core.keeper.state;

/**
 * The revision of the first view of a keeper: greater than those of all openings of the store before. A restore raises
 * the epoch by {@link #RESTORE}, which must not shift out of the number.
 */
public final class ViewRevision {
  /** By how much a restore raises the epoch. */
  private static final int RESTORE = 32;

  /** How many openings there are between two restores at most. */
  private static final int OPENINGS = 20;

  private ViewRevision() {}

  public static long first(long epoch) {
    long restores = epoch >>> RESTORE;
    long openings = epoch & ((1L << RESTORE) - 1);
    return (openings + (restores << OPENINGS)) << RESTORE;
  }
}
