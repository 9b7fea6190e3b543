package io.cloudadapter.core.keeper.state;

import io.cloudadapter.core.config.ListIntervalConfig;
import java.time.Duration;

/**
 * The interval between two lists of a pool: short after a change, then longer and longer up to the configured
 * interval. A list that takes long, or shows many machines, is read less often: lists take a quarter of the time at
 * most.
 */
public final class ListInterval {
  /** How many times as often as configured it is read at most, and from how many machines on it is not. */
  private static final int QUICKER = 5;

  private static final int MACHINES_FOR_EACH = 100;

  private static final int TIMES_ITS_DURATION = 4;

  private long changes = -1;
  private Duration wait = Duration.ZERO;

  /** A list has been read, and what it shows is in the ledger. */
  public void onListed(
      ListIntervalConfig configured, Duration took, int machines, long changesNow) {
    Duration quickest = configured.busy().dividedBy(QUICKER);
    Duration least = longer(
        quickest.multipliedBy(1 + machines / MACHINES_FOR_EACH),
        took.multipliedBy(TIMES_ITS_DURATION));
    Duration next = changesNow == changes ? wait.multipliedBy(3).dividedBy(2) : Duration.ZERO;
    changes = changesNow;
    wait = longer(least, next);
    if (wait.compareTo(configured.busy()) > 0) {
      wait = configured.busy();
    }
  }

  /** How long after the start of the last list the next one is due while something is under way. */
  public Duration whenBusy() {
    return wait;
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }
}
