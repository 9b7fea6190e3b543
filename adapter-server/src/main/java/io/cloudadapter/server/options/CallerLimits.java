package io.cloudadapter.server.options;

/**
 * What one caller may take, so that none can starve the others. An admin on loopback is not limited.
 *
 * @param requestsPerSecond how many requests a second, over time; twice as many at once
 * @param concurrent how many of its requests may be waiting or running at once
 * @param watches how many watches and event streams it may hold
 * @param bytesPerSecond how many bytes of bodies and answers a second, over time; ten times as many at once
 */
public record CallerLimits(int requestsPerSecond, int concurrent, int watches, int bytesPerSecond) {
  private static final CallerLimits USUAL = new CallerLimits(200, 32, 128, 16 << 20);

  /**
   * Checks that every bound is a bound.
   *
   * @throws IllegalArgumentException if a number is not above zero
   */
  public CallerLimits {
    positive("requestsPerSecond", requestsPerSecond);
    positive("concurrent", concurrent);
    positive("watches", watches);
    positive("bytesPerSecond", bytesPerSecond);
  }

  /**
   * Bounds that suit programs and people: 200 requests a second, 32 at once, 128 watches, 16 MiB a second.
   *
   * @return the bounds that hold unless others are given
   */
  public static CallerLimits usual() {
    return USUAL;
  }

  private static void positive(String name, int value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " must be 1 or more, was: " + value);
    }
  }
}
