package io.cloudadapter.core.protocol;

import java.time.Duration;
import java.time.Instant;

/**
 * One moment on both clocks.
 *
 * @param wall for facts and for people; may jump
 * @param nanos monotonic, for ages and waits
 */
public record Moment(Instant wall, long nanos) {

  public long plus(Duration wait) {
    return nanos + wait.toNanos();
  }

  public boolean reached(long deadline) {
    return nanos - deadline >= 0;
  }
}
