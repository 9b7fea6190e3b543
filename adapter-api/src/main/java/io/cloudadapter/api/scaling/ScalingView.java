package io.cloudadapter.api.scaling;

/**
 * What a decision has to know about a pool. Policies start from {@code committed}, not from what was asked
 * for last.
 *
 * @param committed effective machines plus those promised and not there yet, 0 or more
 * @param desiredSize what was asked for last, 0 or more
 * @param minSize the fewest machines that policies may leave, 0 or more
 * @param maxSize the most machines that policies may reach; {@link #UNLIMITED}, or 0 or more; 0 means none
 * @param perPoolCap the most machines that any pool may have, 0 or more; holds whatever maxSize says
 * @param warming how many of the committed machines do not take their share of the load yet; only
 *     {@link StepScalingPolicy} and {@link TargetTrackingPolicy} look at it
 * @param leaving how many machines beside the committed ones are on their way out and may carry load yet; only
 *     {@link StepScalingPolicy} and {@link TargetTrackingPolicy} look at it
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
   * A pool of this many machines, which is as many as it wants, with no limits but the default cap.
   *
   * @param committed how many machines, 0 or more
   * @return its view
   */
  public static ScalingView of(int committed) {
    return new ScalingView(committed, committed, 0, UNLIMITED, DEFAULT_CAP, 0, 0);
  }

  /**
   * The same pool wanting another size.
   *
   * @param desired what was asked for last, 0 or more
   * @return another view
   */
  public ScalingView wanting(int desired) {
    return new ScalingView(committed, desired, minSize, maxSize, perPoolCap, warming, leaving);
  }

  /**
   * The same pool within other limits.
   *
   * @param min the new minSize, 0 or more
   * @param max the new maxSize, {@link #UNLIMITED} or at least min
   * @return another view
   */
  public ScalingView within(int min, int max) {
    return new ScalingView(committed, desiredSize, min, max, perPoolCap, warming, leaving);
  }

  /**
   * The same pool under another cap.
   *
   * @param cap the new perPoolCap, 0 or more
   * @return another view
   */
  public ScalingView capped(int cap) {
    return new ScalingView(committed, desiredSize, minSize, maxSize, cap, warming, leaving);
  }

  /**
   * The same pool with this many machines that do not take load yet.
   *
   * @param machines how many, 0 to committed
   * @return another view
   */
  public ScalingView warming(int machines) {
    return new ScalingView(committed, desiredSize, minSize, maxSize, perPoolCap, machines, leaving);
  }

  /**
   * The same pool with this many machines besides that are on their way out.
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

  /** The size that nothing may exceed. */
  int ceiling() {
    return maxSize == UNLIMITED ? perPoolCap : Math.min(maxSize, perPoolCap);
  }

  /** The nearest size within the limits; the upper one wins if a cap is below minSize. */
  long nearest(long size) {
    return Math.min(ceiling(), Math.max(minSize, size));
  }
}
