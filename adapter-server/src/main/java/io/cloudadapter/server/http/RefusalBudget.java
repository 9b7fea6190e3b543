package io.cloudadapter.server.http;

import java.time.Instant;

/**
 * Bounds the lines about requests of unknown callers, so that a flood of wrong credentials does not push the lines
 * about known callers out of the audit log. Any number of threads may use it.
 */
final class RefusalBudget {
  static final int LINES_A_SECOND = 20;

  private long second;
  private int written;
  private long leftOut;

  /** Whether a line may be written now; if not, it is counted. */
  synchronized boolean take(Instant now) {
    if (now.getEpochSecond() != second) {
      second = now.getEpochSecond();
      written = 0;
    }
    if (written < LINES_A_SECOND) {
      written++;
      return true;
    }
    leftOut++;
    return false;
  }

  /** How many lines were left out since this was asked last. */
  synchronized long leftOut() {
    long count = leftOut;
    leftOut = 0;
    return count;
  }
}
