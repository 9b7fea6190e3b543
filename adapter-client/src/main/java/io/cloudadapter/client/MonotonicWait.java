package io.cloudadapter.client;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Monotonic time and the waiting for it: the one place where this package meets the clock. */
interface MonotonicWait {
  /** Nanoseconds since some fixed moment; compare by subtraction. */
  long nanos();

  /** Returns when the time is over. */
  void pause(Duration time) throws InterruptedException;

  /** The machine's own time. */
  static MonotonicWait real() {
    return new SystemTime();
  }

  /** The machine's own monotonic clock. */
  @ReadsSystemClock
  final class SystemTime implements MonotonicWait {
    @Override
    public long nanos() {
      return System.nanoTime();
    }

    @Override
    public void pause(Duration time) throws InterruptedException {
      CountDownLatch never = new CountDownLatch(1);
      if (never.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new AssertionError("a latch without a count-down has opened");
      }
    }
  }
}
