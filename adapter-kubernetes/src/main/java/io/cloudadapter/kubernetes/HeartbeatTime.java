package io.cloudadapter.kubernetes;

import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The moment at which a hook needs its next heartbeat: after a third of the time that it was granted last, so that one
 * that is lost does no harm. The core grants the time-out with which the hook began; the configuration may have another
 * one by now. A deadline becomes a moment of the ticker at once, so later leaps of the wall clock change nothing. One
 * thread at a time may use it.
 */
final class HeartbeatTime {
  /** Until the next one if a hook has no time left and waits all the same, since the core has stopped its time. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** By how much two equal moments may differ once they have been wall time. */
  private static final Duration INEXACT = Duration.ofMillis(100);

  private final Ticker ticker;
  private final InstantSource wall;

  /** The latest deadline; null before the first. */
  private @Nullable Instant deadline;

  /** That deadline as a moment of the ticker. */
  private long end;

  private long due;

  HeartbeatTime(Ticker ticker, InstantSource wall) {
    this.ticker = ticker;
    this.wall = wall;
  }

  /**
   * Takes a deadline that the pool shows, which may be of any age. It changes nothing if it is known.
   *
   * @param usual the time-out of the configuration; it bounds what an unseen leap of the wall clock may do
   */
  void shown(Instant at, Duration usual) {
    if (!at.equals(deadline)) {
      Duration left = left(at);
      take(at, left, (left.compareTo(usual) < 0 ? left : usual).dividedBy(3));
    }
  }

  /** Takes the deadline that a heartbeat has just set. One that was not put off is at the limit of the hook. */
  void granted(Instant at) {
    Duration left = left(at);
    long moment = ticker.nanos() + left.toNanos();
    boolean isPutOff = deadline == null || Math.abs(moment - end) > INEXACT.toNanos();
    take(at, left, isPutOff ? left.dividedBy(3) : left);
  }

  private Duration left(Instant at) {
    return Duration.between(wall.instant(), at);
  }

  private void take(Instant at, Duration left, Duration wait) {
    long now = ticker.nanos();
    boolean isStopped = left.isNegative() || left.isZero();
    deadline = at;
    end = now + left.toNanos();
    due = now + (isStopped ? PAUSE : wait).toNanos();
  }

  /** Whether the heartbeat is due. */
  boolean isDue() {
    return ticker.nanos() - due >= 0;
  }

  /** How long it is until the heartbeat is due; zero if it is. */
  Duration untilDue() {
    return Duration.ofNanos(Math.max(0, due - ticker.nanos()));
  }
}
