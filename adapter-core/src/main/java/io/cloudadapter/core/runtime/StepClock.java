package io.cloudadapter.core.runtime;

import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Measures how long the present step of a pool has lasted, but for its waits for the store. Any thread may read it. */
final class StepClock {
  private static final long IDLE = Long.MIN_VALUE;

  private final Ticker ticker;

  /** Since when a step works without waiting for the store. */
  private final AtomicLong working = new AtomicLong(IDLE);

  StepClock(Ticker ticker) {
    this.ticker = ticker;
  }

  void begin() {
    long now = ticker.nanos();
    working.set(now == IDLE ? now + 1 : now); // Never the value that stands for no step.
  }

  void end() {
    working.set(IDLE);
  }

  /** For how long the present step has lasted; zero if there is none. */
  Duration elapsed() {
    long since = working.get();
    return since == IDLE ? Duration.ZERO : Duration.ofNanos(ticker.nanos() - since);
  }

  /** The same wait for the store, which is no part of the step. */
  <T> Supplier<T> outside(Supplier<T> wait) {
    return () -> {
      end();
      try {
        return wait.get();
      } finally {
        begin();
      }
    };
  }
}
