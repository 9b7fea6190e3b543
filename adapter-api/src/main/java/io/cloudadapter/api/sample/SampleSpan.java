package io.cloudadapter.api.sample;

import java.time.Duration;
import java.util.Locale;

/** A time over which a pool has samples, up to the present. Each has samples of one length. */
public enum SampleSpan {
  /** The last hour, by the minute. */
  HOUR(Duration.ofHours(1), Duration.ofMinutes(1)),
  /** The last day, by ten minutes. */
  DAY(Duration.ofDays(1), Duration.ofMinutes(10)),
  /** The last week, by the hour. */
  WEEK(Duration.ofDays(7), Duration.ofHours(1));

  private final Duration length;
  private final Duration step;

  SampleSpan(Duration length, Duration step) {
    this.length = length;
    this.step = step;
  }

  /**
   * Returns the whole time.
   *
   * @return an hour, a day or a week
   */
  public Duration length() {
    return length;
  }

  /**
   * Returns the time that one sample covers.
   *
   * @return a minute, ten minutes or an hour
   */
  public Duration step() {
    return step;
  }

  /**
   * Returns how many samples are kept.
   *
   * @return the steps in the whole time
   */
  public int samples() {
    return (int) length.dividedBy(step);
  }

  /**
   * Returns the word for it in messages.
   *
   * @return hour, day or week
   */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
