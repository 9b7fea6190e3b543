package io.cloudadapter.core.config;

import io.cloudadapter.api.scaling.AdjustmentType;
import io.cloudadapter.api.scaling.ResizeRequest;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A size that a pool gets at scheduled times: a desired size, limits, or both. The pool sets it once at each of the
 * times, as a {@link ResizeRequest} that is not strict would; until the next time callers may set another size. If
 * times passed while no process kept the pool, the pool applies the last of each schedule; it ignores times before
 * the schedule was configured.
 *
 * @param cron the times
 * @param desiredSize the new desired size, 0 or more; it goes as far as the limits allow
 * @param minSize the new minSize, 0 or more
 * @param maxSize the new maxSize, 0 or more
 */
public record ScalingSchedule(
    CronSchedule cron, OptionalInt desiredSize, OptionalInt minSize, OptionalInt maxSize) {
  private static final String LIMIT = "the pool's maxSizeLimit";

  /**
   * Checks that it sets at least one size.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public ScalingSchedule {
    Objects.requireNonNull(cron, "cron");
    if (desiredSize.isEmpty() && minSize.isEmpty() && maxSize.isEmpty()) {
      throw new IllegalArgumentException("must set desiredSize, minSize or maxSize");
    }
    desiredSize.ifPresent(size -> PoolConfig.inRange("desiredSize", size, 0, PoolConfig.LARGEST));
    minSize.ifPresent(size -> PoolConfig.inRange("minSize", size, 0, PoolConfig.LARGEST));
    maxSize.ifPresent(size -> PoolConfig.inRange("maxSize", size, 0, PoolConfig.LARGEST));
    maxSize.ifPresent(size -> from(minSize, "maxSize", size));
    desiredSize.ifPresent(size -> from(minSize, "desiredSize", size));
    desiredSize.ifPresent(
        size -> maxSize.ifPresent(most -> upTo("maxSize", most, "desiredSize", size)));
  }

  private static void from(OptionalInt minSize, String field, int size) {
    if (size < minSize.orElse(0)) {
      throw new IllegalArgumentException(
          field + " must be at least minSize, which is " + minSize.orElse(0) + ", was " + size);
    }
  }

  /**
   * A desired size from certain times on.
   *
   * @param cron the times
   * @param desiredSize 0 or more
   * @return a schedule
   * @throws IllegalArgumentException if the size is negative or above 100,000
   */
  public static ScalingSchedule size(CronSchedule cron, int desiredSize) {
    Objects.requireNonNull(cron, "cron");
    return new ScalingSchedule(
        cron, OptionalInt.of(desiredSize), OptionalInt.empty(), OptionalInt.empty());
  }

  /**
   * The same with limits.
   *
   * @param least the new minSize
   * @param most the new maxSize
   * @return another schedule
   * @throws IllegalArgumentException if they are not in order, or exclude the desired size
   */
  public ScalingSchedule within(int least, int most) {
    return new ScalingSchedule(cron, desiredSize, OptionalInt.of(least), OptionalInt.of(most));
  }

  /**
   * Checks that no size is above a pool's maxSizeLimit.
   *
   * @param maxSizeLimit the pool's
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public void checkUpTo(int maxSizeLimit) {
    desiredSize.ifPresent(size -> upTo(LIMIT, maxSizeLimit, "desiredSize", size));
    minSize.ifPresent(size -> upTo(LIMIT, maxSizeLimit, "minSize", size));
    maxSize.ifPresent(size -> upTo(LIMIT, maxSizeLimit, "maxSize", size));
  }

  private static void upTo(String limit, int most, String field, int size) {
    if (size > most) {
      throw new IllegalArgumentException(
          field + " must be at most " + limit + ", which is " + most + ", was " + size);
    }
  }

  /**
   * What is asked of the pool at each of the times.
   *
   * @return a request that goes as far as the limits allow
   */
  public ResizeRequest resize() {
    return new ResizeRequest(
        desiredSize.isPresent() ? Optional.of(AdjustmentType.EXACT_CAPACITY) : Optional.empty(),
        desiredSize.isPresent()
            ? OptionalDouble.of(desiredSize.getAsInt())
            : OptionalDouble.empty(),
        minSize,
        maxSize,
        OptionalInt.empty(),
        false);
  }
}
