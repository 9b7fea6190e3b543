package io.cloudadapter.api.scaling;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Senlin's check of size parameters: finds the first thing that is wrong with a size and limits, in the documented
 * order and wording.
 *
 * @param desired the size to reach, if one is given
 * @param min the new min_size, if one is given
 * @param max the new max_size, if one is given; negative means unlimited
 * @param pool the pool as it is, if there is one already
 * @param perPoolCap the most machines that any pool may have
 * @param strict whether the pool's own limits and desired size apply, too
 */
public record SizeValidator(
    OptionalLong desired,
    OptionalInt min,
    OptionalInt max,
    Optional<ScalingView> pool,
    int perPoolCap,
    boolean strict) {

  /**
   * Returns what is wrong.
   *
   * @return a sentence for people; empty if nothing is
   */
  public Optional<String> fault() {
    return Optional.ofNullable(first());
  }

  /** Checks a size against the limits of a pool; allocates nothing if it fits. */
  static @Nullable String fault(long desired, ScalingView pool, boolean strict) {
    if (desired > pool.perPoolCap()) {
      return aboveCap(desired, pool.perPoolCap());
    }
    if (strict && desired < pool.minSize()) {
      return belowMin(desired, pool.minSize());
    }
    if (strict && pool.maxSize() >= 0 && desired > pool.maxSize()) {
      return aboveMax(desired, pool.maxSize());
    }
    return null;
  }

  static String aboveCap(Object desired, int cap) {
    return "The target capacity (" + desired
        + ") is greater than the maximum number of nodes allowed per cluster (" + cap + ").";
  }

  private static String aboveMax(long desired, int max) {
    return "The target capacity (" + desired + ") is greater than the cluster's max_size (" + max
        + ").";
  }

  static String belowMin(Object desired, int min) {
    return "The target capacity (" + desired + ") is less than the cluster's min_size (" + min
        + ").";
  }

  private @Nullable String first() {
    ScalingView cluster = pool.orElse(null);
    String fault = desired.isPresent() ? ofDesired(desired.getAsLong(), cluster) : null;
    if (fault == null && min.isPresent()) {
      fault = ofMin(min.getAsInt(), cluster);
    }
    if (fault == null && max.isPresent()) {
      fault = ofMax(max.getAsInt(), cluster);
    }
    return fault;
  }

  private @Nullable String ofDesired(long size, @Nullable ScalingView cluster) {
    if (size > perPoolCap) {
      return aboveCap(size, perPoolCap);
    }
    if (min.isPresent() && size < min.getAsInt()) {
      return "The target capacity (" + size + ") is less than the specified min_size ("
          + min.getAsInt() + ").";
    }
    if (min.isEmpty() && cluster != null && strict && size < cluster.minSize()) {
      return belowMin(size, cluster.minSize());
    }
    if (max.isPresent() && max.getAsInt() >= 0 && size > max.getAsInt()) {
      return "The target capacity (" + size + ") is greater than the specified max_size ("
          + max.getAsInt() + ").";
    }
    if (max.isEmpty()
        && cluster != null
        && strict
        && cluster.maxSize() >= 0
        && size > cluster.maxSize()) {
      return aboveMax(size, cluster.maxSize());
    }
    return null;
  }

  private @Nullable String ofMin(int least, @Nullable ScalingView cluster) {
    String given = "The specified min_size (" + least + ") is greater than the ";
    if (max.isPresent() && max.getAsInt() >= 0 && least > max.getAsInt()) {
      return given + "specified max_size (" + max.getAsInt() + ").";
    }
    if (max.isEmpty() && cluster != null && cluster.maxSize() >= 0 && least > cluster.maxSize()) {
      return given + "current max_size (" + cluster.maxSize() + ") of the cluster.";
    }
    if (desired.isEmpty() && cluster != null && strict && least > cluster.desiredSize()) {
      return given + "current desired_capacity (" + cluster.desiredSize() + ") of the cluster.";
    }
    return null;
  }

  private @Nullable String ofMax(int most, @Nullable ScalingView cluster) {
    String given = "The specified max_size (" + most + ") is ";
    if (most > perPoolCap) {
      return given + "greater than the maximum number of nodes allowed per cluster (" + perPoolCap
          + ").";
    }
    if (most < 0 || cluster == null) {
      return null;
    }
    if (min.isEmpty() && most < cluster.minSize()) {
      return given + "less than the current min_size (" + cluster.minSize() + ") of the cluster.";
    }
    if (desired.isEmpty() && strict && most < cluster.desiredSize()) {
      return given + "less than the current desired_capacity (" + cluster.desiredSize()
          + ") of the cluster.";
    }
    return null;
  }
}
