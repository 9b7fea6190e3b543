package io.cloudadapter.kubernetes;

import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The wait after errors: a second, then twice as long each time up to half a minute, with jitter. */
final class RetryPause {
  private static final Duration FIRST = Duration.ofSeconds(1);
  /** The longest wait, also if the other side asks for more. */
  static final Duration LONGEST = Duration.ofSeconds(30);

  private static final int MOST_DOUBLINGS = 5;

  private final RandomGenerator random;
  private final Ticker ticker;
  private int failures;
  private long next;

  RetryPause(RandomGenerator random, Ticker ticker) {
    this.random = random;
    this.ticker = ticker;
    this.next = ticker.nanos();
  }

  synchronized boolean isOver() {
    return ticker.nanos() - next >= 0;
  }

  synchronized void reset() {
    failures = 0;
    next = ticker.nanos();
  }

  /** The moment of the ticker until which it waits. */
  synchronized long until() {
    return next;
  }

  /** The wait that another side asks for, as far as it may. A proxy may ask for an hour. */
  static Duration bounded(Duration asked) {
    return asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
  }

  /** Waits from now on, as long as the other side asks for if it does. */
  synchronized void failed(Optional<Duration> retryAfter) {
    Duration full = FIRST.multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS));
    failures++;
    Duration usual =
        Duration.ofNanos((long) (bounded(full).toNanos() * (0.75 + random.nextDouble() / 4)));
    Duration wait = retryAfter.map(RetryPause::bounded).orElse(usual);
    next = ticker.nanos() + wait.toNanos();
  }
}
