package io.cloudadapter.api;

/**
 * The size of a pool, desired and actual (cloud adapter REST API 2.0, pool size message).
 *
 * @param desiredSize the number of machines that was asked for last, 0 or more
 * @param allocated machines in REQUESTED, PENDING or RUNNING
 * @param outOfService those of the allocated machines that do not count: they are OUT_OF_SERVICE, or their membership
 *     is not active
 */
public record PoolSize(int desiredSize, int allocated, int outOfService) {

  /**
   * Checks that the numbers fit together.
   *
   * @throws IllegalArgumentException if one is negative, or more are out of service than allocated
   */
  public PoolSize {
    if (desiredSize < 0 || outOfService < 0 || allocated < outOfService) {
      throw new IllegalArgumentException(
          "pool size must have desiredSize >= 0 and allocated >= outOfService >= 0, was: desiredSize "
              + desiredSize + ", allocated " + allocated + ", outOfService " + outOfService);
    }
  }

  /**
   * The number of machines that count.
   *
   * @return allocated less out of service, 0 or more
   */
  public int effective() {
    return allocated - outOfService;
  }
}
