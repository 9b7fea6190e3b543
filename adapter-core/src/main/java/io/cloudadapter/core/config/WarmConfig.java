package io.cloudadapter.core.config;

import io.cloudadapter.api.TimeSpan;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * The warm pool of a pool: how many machines it prepares ahead and takes into service first when it grows. They are
 * outside of the desired size, and inside maxSize and surge.
 *
 * @param state in which state they wait; stopped needs an adapter that can start and stop machines
 * @param size how many, 0 to 100,000; empty if none, or if {@code prepared} is given
 * @param prepared how many machines in service and warm ones there are together, 1 to 100,000; empty if {@code size}
 *     is given, or none
 * @param minSize with {@code prepared}: at least so many warm ones; 0 to 100,000
 * @param maxSize with {@code prepared}: at most so many warm ones; 0 to 100,000
 * @param reuseOnScaleIn whether machines that are too many return to the warm pool, as far as it lacks any
 * @param startWithin how long a warm machine may take to run once it is started, until it is replaced; 1s to 1d
 */
public record WarmConfig(
    WarmPoolState state,
    OptionalInt size,
    OptionalInt prepared,
    int minSize,
    OptionalInt maxSize,
    boolean reuseOnScaleIn,
    Duration startWithin) {
  static final Duration USUAL_START = Duration.ofMinutes(5);
  private static final Duration SHORTEST_START = Duration.ofSeconds(1);
  private static final Duration LONGEST_START = Duration.ofDays(1);
  private static final WarmConfig NONE = new WarmConfig(
      WarmPoolState.STOPPED,
      OptionalInt.empty(),
      OptionalInt.empty(),
      0,
      OptionalInt.empty(),
      false,
      USUAL_START);

  /**
   * Checks the ranges of each value by itself.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public WarmConfig {
    Objects.requireNonNull(state, "state");
    size.ifPresent(machines -> PoolConfig.inRange("warm.size", machines, 0, PoolConfig.LARGEST));
    prepared.ifPresent(
        machines -> PoolConfig.inRange("warm.prepared", machines, 1, PoolConfig.LARGEST));
    PoolConfig.inRange("warm.minSize", minSize, 0, PoolConfig.LARGEST);
    maxSize.ifPresent(
        machines -> PoolConfig.inRange("warm.maxSize", machines, 0, PoolConfig.LARGEST));
    if (startWithin.compareTo(SHORTEST_START) < 0 || startWithin.compareTo(LONGEST_START) > 0) {
      throw new IllegalArgumentException("warm.startWithin must be " + TimeSpan.text(SHORTEST_START)
          + " to " + TimeSpan.text(LONGEST_START) + ", was " + TimeSpan.text(startWithin));
    }
  }

  /**
   * Of a pool that prepares no machines.
   *
   * @return no warm pool
   */
  public static WarmConfig none() {
    return NONE;
  }

  /**
   * A warm pool of a fixed size.
   *
   * @param state in which state its machines wait
   * @param machines how many, 0 to 100,000
   * @return the warm pool
   * @throws IllegalArgumentException naming the value and what is allowed
   */
  public static WarmConfig of(WarmPoolState state, int machines) {
    return NONE.withState(state).withSize(machines);
  }

  /**
   * A warm pool that shrinks as the pool grows.
   *
   * @param state in which state its machines wait
   * @param machines in service and warm together, 1 to 100,000
   * @return the warm pool
   * @throws IllegalArgumentException naming the value and what is allowed
   */
  public static WarmConfig upTo(WarmPoolState state, int machines) {
    return NONE.withState(state).withPrepared(machines);
  }

  /**
   * Sets the state.
   *
   * @param value in which state the machines wait
   * @return another one
   */
  public WarmConfig withState(WarmPoolState value) {
    return new WarmConfig(value, size, prepared, minSize, maxSize, reuseOnScaleIn, startWithin);
  }

  /**
   * Sets the size.
   *
   * @param value how many machines, 0 to 100,000
   * @return another one
   * @throws IllegalArgumentException naming the value and what is allowed
   */
  public WarmConfig withSize(int value) {
    return new WarmConfig(
        state, OptionalInt.of(value), prepared, minSize, maxSize, reuseOnScaleIn, startWithin);
  }

  /**
   * Sets how many machines there are together.
   *
   * @param value in service and warm, 1 to 100,000
   * @return another one
   * @throws IllegalArgumentException naming the value and what is allowed
   */
  public WarmConfig withPrepared(int value) {
    return new WarmConfig(
        state, size, OptionalInt.of(value), minSize, maxSize, reuseOnScaleIn, startWithin);
  }

  /**
   * Sets the least size beside {@code prepared}.
   *
   * @param value 0 to 100,000
   * @return another one
   * @throws IllegalArgumentException naming the value and what is allowed
   */
  public WarmConfig withMinSize(int value) {
    return new WarmConfig(state, size, prepared, value, maxSize, reuseOnScaleIn, startWithin);
  }

  /**
   * Sets the greatest size beside {@code prepared}.
   *
   * @param value 0 to 100,000
   * @return another one
   * @throws IllegalArgumentException naming the value and what is allowed
   */
  public WarmConfig withMaxSize(int value) {
    return new WarmConfig(
        state, size, prepared, minSize, OptionalInt.of(value), reuseOnScaleIn, startWithin);
  }

  /**
   * Sets whether machines return.
   *
   * @param value whether machines that are too many return to the warm pool
   * @return another one
   */
  public WarmConfig withReuseOnScaleIn(boolean value) {
    return new WarmConfig(state, size, prepared, minSize, maxSize, value, startWithin);
  }

  /**
   * Sets the time of a start.
   *
   * @param value 1s to 1d
   * @return another one
   * @throws IllegalArgumentException naming the value and what is allowed
   */
  public WarmConfig withStartWithin(Duration value) {
    return new WarmConfig(state, size, prepared, minSize, maxSize, reuseOnScaleIn, value);
  }

  /**
   * Whether the pool has a warm pool.
   *
   * @return true also for a size of 0
   */
  public boolean enabled() {
    return size.isPresent() || prepared.isPresent();
  }

  /**
   * How many warm machines a pool is to have, as far as it has room for them.
   *
   * @param counting how many machines it is to have in service
   * @return 0 or more
   */
  public int of(int counting) {
    if (prepared.isPresent()) {
      int rest = Math.max(minSize, prepared.getAsInt() - counting);
      return Math.min(rest, maxSize.orElse(rest));
    }
    return size.orElse(0);
  }

  /**
   * Checks the values together, and that the pool has room for them.
   *
   * @param poolMaxSize the pool's maxSize
   * @param surge how many machines may exist beyond that
   * @param poolMinSize the fewest machines in service that scaling leaves
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  void check(int poolMaxSize, int surge, int poolMinSize) {
    if (size.isPresent() && prepared.isPresent()) {
      throw new IllegalArgumentException(
          "warm.prepared must not be set beside warm.size, was " + prepared.getAsInt());
    }
    if (prepared.isEmpty() && (minSize > 0 || maxSize.isPresent())) {
      throw new IllegalArgumentException((minSize > 0 ? "warm.minSize" : "warm.maxSize")
          + " must not be set without warm.prepared, was "
          + (minSize > 0 ? minSize : maxSize.getAsInt()));
    }
    if (maxSize.isPresent()) {
      PoolConfig.inRange("warm.minSize", minSize, 0, maxSize.getAsInt());
    }
    fits("warm.prepared", prepared.orElse(0), poolMaxSize, surge, 0);
    fits("warm.minSize", minSize, poolMaxSize, surge, poolMinSize);
    fits("warm.size", size.orElse(0), poolMaxSize, surge, poolMinSize);
  }

  private static void fits(String field, int value, int poolMaxSize, int surge, int poolMinSize) {
    long room = (long) poolMaxSize + surge - poolMinSize;
    if (value > room) {
      throw new IllegalArgumentException(field + " must be at most " + room + ": maxSize is "
          + poolMaxSize + ", surge " + surge
          + (poolMinSize == 0 ? "" : ", minSize " + poolMinSize) + "; was " + value);
    }
  }
}
