package io.cloudadapter.simulated;

import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The time of a simulated cloud, owned by its maker. A manual clock stands still until {@link #advance} moves it; a
 * wall clock follows the system's time. It supplies instants and ticks, so that the program under test can run on the
 * same time as the cloud.
 *
 * <p>May be used by any thread.
 */
public final class SimulatedClock implements InstantSource, Ticker {
  /** How soon a blocked call looks again at a deadline that another clock may have moved. */
  private static final long LOOK_AGAIN = TimeUnit.MILLISECONDS.toNanos(10);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition moved = lock.newCondition();
  private final @Nullable InstantSource wall;
  private final @Nullable Ticker wallTicker;
  private Instant now;
  private long ticks;

  private SimulatedClock(Instant start, @Nullable InstantSource wall, @Nullable Ticker wallTicker) {
    this.now = start;
    this.wall = wall;
    this.wallTicker = wallTicker;
  }

  /**
   * A manual clock.
   *
   * @param start what it shows at first
   * @return the clock
   */
  public static SimulatedClock startingAt(Instant start) {
    return new SimulatedClock(Objects.requireNonNull(start, "start"), null, null);
  }

  /**
   * The time of this machine.
   *
   * @return a clock that follows the system's time
   */
  @ReadsSystemClock
  public static SimulatedClock wall() {
    return wall(InstantSource.system(), System::nanoTime);
  }

  /**
   * A clock that goes as others do.
   *
   * @param instants tells instants; when it is set back, the cloud stands still until it has caught up
   * @param ticker tells monotonic time
   * @return a clock that follows the system's time
   */
  public static SimulatedClock wall(InstantSource instants, Ticker ticker) {
    return new SimulatedClock(Instant.EPOCH, instants, ticker);
  }

  /**
   * Moves a manual clock forward. What falls due in the cloud meanwhile happens in order, each thing at
   * its own time, when the cloud is next looked at.
   *
   * @param time how far; not negative
   * @throws IllegalArgumentException if time is negative
   * @throws IllegalStateException if this is a wall clock
   */
  public void advance(Duration time) {
    if (time.isNegative()) {
      throw new IllegalArgumentException("a clock never goes back, cannot advance by " + time);
    }
    if (wall != null) {
      throw new IllegalStateException("a wall clock cannot be advanced");
    }
    lock.lock();
    try {
      now = now.plus(time);
      ticks += time.toNanos();
      moved.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Instant instant() {
    if (wall != null) {
      return wall.instant();
    }
    lock.lock();
    try {
      return now;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public long nanos() {
    if (wallTicker != null) {
      return wallTicker.nanos();
    }
    lock.lock();
    try {
      return ticks;
    } finally {
      lock.unlock();
    }
  }

  /**
   * How calls usually wait on this clock: on a wall clock they take the time that they say; on a manual
   * one they return at once, so that a test on one thread never blocks.
   *
   * @return {@link #blocking()} for a wall clock, {@link CallLatency#atOnce()} for a manual one
   */
  public CallLatency waiting() {
    return wall == null ? CallLatency.atOnce() : blocking();
  }

  /**
   * Calls block until the clock has moved on, the call is cancelled or its time is over. On a manual
   * clock another thread must advance it.
   *
   * @return the strategy
   */
  public CallLatency blocking() {
    return this::block;
  }

  private void block(Duration time, CallContext call) throws InterruptedException {
    long until = nanos() + time.toNanos();
    call.onCancel(this::wake);
    lock.lockInterruptibly();
    try {
      for (long left = time.toNanos(); left > 0; left = until - nanos()) {
        Duration remaining = call.remaining();
        if (call.isCancelled() || remaining.isNegative() || remaining.isZero()) {
          return;
        }
        long unused =
            moved.awaitNanos(wall != null ? left : Math.max(LOOK_AGAIN, remaining.toNanos()));
      }
    } finally {
      lock.unlock();
    }
  }

  private void wake() {
    lock.lock();
    try {
      moved.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
