package io.cloudadapter.spi;

/** The monotonic clock, for ages and waits, because a wall clock may jump. */
@FunctionalInterface
public interface Ticker {

  /**
   * Returns nanoseconds since some fixed moment of this process. Compare readings by subtraction.
   *
   * @return the reading
   */
  long nanos();
}
