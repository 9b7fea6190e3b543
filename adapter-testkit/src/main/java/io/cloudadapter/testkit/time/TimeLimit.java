package io.cloudadapter.testkit.time;

import io.cloudadapter.spi.Ticker;
import java.time.Duration;

/**
 * How long something is waited for, without the time in which a busy machine does not let the waiting thread go on:
 * that makes the wait longer, up to ten times. Used by the thread that waits.
 */
public final class TimeLimit {
  private static final int MOST_WHEN_BUSY = 10;

  private final Duration most;
  private final SchedulingDelay delay;

  /**
   * A limit that begins now.
   *
   * @param most how long to wait where the machine is quiet
   * @param ticker the real time
   */
  TimeLimit(Duration most, Ticker ticker) {
    this.most = most;
    this.delay = new SchedulingDelay(ticker);
  }

  /**
   * A limit that begins now.
   *
   * @param most how long to wait where the machine is quiet
   */
  public static TimeLimit of(Duration most) {
    return new TimeLimit(most, SystemTime.ticker());
  }

  /** Whether the time is up. */
  public boolean isOver() {
    return delay.undelayed().compareTo(most) >= 0
        || delay.elapsed().compareTo(most.multipliedBy(MOST_WHEN_BUSY)) >= 0;
  }

  /** Waits once, for a short time within the limit. */
  public <E extends Exception> void during(SchedulingDelay.Wait<E> wait) throws E {
    Duration left = most.minus(delay.undelayed());
    delay.during(left.isNegative() ? Duration.ZERO : left, wait);
  }

  /** Lets other threads work for that long, or for the usual short time if it is shorter. */
  public void pause(Duration time) {
    delay.during(time, SystemTime::pause);
  }

  /** Whether the machine was too busy meanwhile to blame what is late. */
  public boolean isTooBusy() {
    return delay.isTooBusy();
  }
}
