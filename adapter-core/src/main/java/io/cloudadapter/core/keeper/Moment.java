package io.cloudadapter.core.keeper;

import java.time.Duration;
import java.time.Instant;

/**
 * One moment on both clocks.
 *
 * @param wall for facts and for people; may jump
 * @param nanos monotonic, for ages and waits
 */
public record Moment(Instant wall, long nanos) {

  long plus(Duration wait) {
    return nanos + wait.toNanos();
  }

  boolean reached(long deadline) {
    return nanos - deadline >= 0;
  }
}
