package io.cloudadapter.spi;

/** Monotonic time: for ages and waits, where a wall clock may jump. */
@FunctionalInterface
public interface Ticker {

  /**
   * Nanoseconds since some fixed moment of this process. Compare by subtraction.
   *
   * @return the reading
   */
  long nanos();
}
