package io.cloudadapter.api.scaling;

/**
 * The numbers of a pool on which a scaling decision rests. Policies start from {@code committed}, not from the
 * desired size.
 *
 * @param committed effective machines plus those of pending launches, 0 or more
 * @param desiredSize the number of machines that was asked for last, 0 or more
 * @param minSize the fewest machines that policies may leave, 0 or more
 * @param maxSize the most machines that policies may reach; {@link #UNLIMITED}, or 0 or more; 0 means none
 * @param perPoolCap the most machines that any pool may have, 0 or more; it limits maxSize
 * @param warming how many of the committed machines do not carry their share of the load yet; only {@link
 *     StepScalingPolicy} and {@link TargetTrackingPolicy} use it
 * @param leaving how many machines beside the committed ones are ending and may still carry load; only {@link
 *     StepScalingPolicy} and {@link TargetTrackingPolicy} use it
 */
public record ScalingView(
    int committed,
    int desiredSize,
    int minSize,
    int maxSize,
    int perPoolCap,
    int warming,
    int leaving) {
  /** The maxSize of a pool that only its cap limits. */
  public static final int UNLIMITED = -1;

  /** The cap of a pool that sets none. */
  public static final int DEFAULT_CAP = 1000;

  /**
   * Checks that the numbers fit together.
   *
   * @throws IllegalArgumentException if a number is out of its range, or minSize exceeds maxSize
   */
  public ScalingView {
    notNegative("committed", committed);
    notNegative("desiredSize", desiredSize);
    notNegative("minSize", minSize);
    notNegative("perPoolCap", perPoolCap);
    notNegative("warming", warming);
    notNegative("leaving", leaving);
    if (maxSize < UNLIMITED || (maxSize != UNLIMITED && maxSize < minSize)) {
      throw new IllegalArgumentException(
          "maxSize must be -1 (no limit but the cap) or at least minSize, was: maxSize " + maxSize
              + ", minSize " + minSize);
    }
    if (warming > committed) {
      throw new IllegalArgumentException("warming must be at most committed, was: warming "
          + warming + ", committed " + committed);
    }
  }

  /**
   * Makes the view of a pool of this many machines, with the same desired size and no limits but the default cap.
   *
   * @param committed how many machines, 0 or more
   * @return its view
   */
  public static ScalingView of(int committed) {
    return new ScalingView(committed, committed, 0, UNLIMITED, DEFAULT_CAP, 0, 0);
  }

  /**
   * Returns the same pool with another desired size.
   *
   * @param desired the desired size, 0 or more
   * @return another view
   */
  public ScalingView wanting(int desired) {
    return new ScalingView(committed, desired, minSize, maxSize, perPoolCap, warming, leaving);
  }

  /**
   * Returns the same pool within other limits.
   *
   * @param min the new minSize, 0 or more
   * @param max the new maxSize, {@link #UNLIMITED} or at least min
   * @return another view
   */
  public ScalingView within(int min, int max) {
    return new ScalingView(committed, desiredSize, min, max, perPoolCap, warming, leaving);
  }

  /**
   * Returns the same pool with another cap.
   *
   * @param cap the new perPoolCap, 0 or more
   * @return another view
   */
  public ScalingView capped(int cap) {
    return new ScalingView(committed, desiredSize, minSize, maxSize, cap, warming, leaving);
  }

  /**
   * Returns the same pool with this many machines that do not carry load yet.
   *
   * @param machines how many, 0 to committed
   * @return another view
   */
  public ScalingView warming(int machines) {
    return new ScalingView(committed, desiredSize, minSize, maxSize, perPoolCap, machines, leaving);
  }

  /**
   * Returns the same pool with this many further machines that are ending.
   *
   * @param machines how many, 0 or more
   * @return another view
   */
  public ScalingView leaving(int machines) {
    return new ScalingView(committed, desiredSize, minSize, maxSize, perPoolCap, warming, machines);
  }

  private static void notNegative(String what, int number) {
    if (number < 0) {
      throw new IllegalArgumentException(what + " must be 0 or more, was: " + number);
    }
  }

  /** Returns the size that nothing may exceed. */
  int ceiling() {
    return maxSize == UNLIMITED ? perPoolCap : Math.min(maxSize, perPoolCap);
  }

  /** Returns the nearest size within the limits; the upper limit applies if a cap is below minSize. */
  long nearest(long size) {
    return Math.min(ceiling(), Math.max(minSize, size));
  }
}
