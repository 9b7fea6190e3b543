package io.cloudadapter.core.keeper.state;

import io.cloudadapter.core.protocol.Moment;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The time of the next attempt: exponential backoff with jitter, never sooner than the cloud asked. */
public final class RetryBackoff {
  public static final Duration FIRST = Duration.ofSeconds(1);
  public static final Duration LONGEST = Duration.ofMinutes(2);

  private int failures;
  private boolean waiting;
  private long at;

  public boolean isDue(Moment now) {
    return !waiting || now.reached(at);
  }

  public boolean failing() {
    return failures > 0;
  }

  /** How often in a row it has failed. */
  public int failures() {
    return failures;
  }

  public long at() {
    return at;
  }

  public boolean waiting() {
    return waiting;
  }

  public void after(Moment now, Duration wait) {
    waiting = true;
    at = now.plus(wait);
    failures = 0;
  }

  public void failed(Moment now, Optional<Duration> asked, RandomGenerator random) {
    failed(now, asked, LONGEST, random);
  }

  public void failed(
      Moment now, Optional<Duration> asked, Duration longest, RandomGenerator random) {
    Duration wait = backOff(FIRST, longest, failures++, random);
    waiting = true;
    at = now.plus(asked.filter(least -> least.compareTo(wait) > 0).orElse(wait));
  }

  /** Has failed together with another one, and is due when that is: they can be tried together again. */
  public void failedWith(RetryBackoff other) {
    failures++;
    waiting = true;
    at = other.at;
  }

  public void reset() {
    waiting = false;
    failures = 0;
  }

  /** Doubles with each failure up to a limit, then takes between half of it and all. */
  static Duration backOff(Duration first, Duration longest, int failures, RandomGenerator random) {
    long doubled = first.toNanos() << Math.min(failures, 20);
    long capped = Math.min(doubled, longest.toNanos());
    return Duration.ofNanos(capped / 2 + random.nextLong(capped / 2 + 1));
  }
}
