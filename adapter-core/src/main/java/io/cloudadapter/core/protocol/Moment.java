package io.cloudadapter.core.protocol;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

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

  /** A time of the monotonic clock as people read it, in whole seconds. */
  public Instant wallAt(long time) {
    return wall.plusNanos(time - nanos).truncatedTo(ChronoUnit.SECONDS);
  }

  public boolean reached(long deadline) {
    return nanos - deadline >= 0;
  }
}
