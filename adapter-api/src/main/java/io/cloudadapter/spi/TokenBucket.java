package io.cloudadapter.spi;

/**
 * A rate limit as clouds publish it: a number of requests, or machines, at once, and a number per second after that.
 *
 * @param burst how many tokens it holds at most, 1 or more
 * @param perSecond how many tokens it regains each second, above 0
 */
public record TokenBucket(double burst, double perSecond) {

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if burst is below 1 or perSecond is not above 0
   */
  public TokenBucket {
    if (!(burst >= 1) || !(perSecond > 0) || Double.isInfinite(burst + perSecond)) {
      throw new IllegalArgumentException(
          "a bucket must have burst >= 1 and perSecond > 0, was: " + burst + ", " + perSecond);
    }
  }
}
