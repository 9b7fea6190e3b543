package io.cloudadapter.core.config;

import io.cloudadapter.api.TimeSpan;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The warm pool of a pool: how many machines it prepares ahead and takes into service first when it grows. They are
 * outside of the desired size, and inside maxSize and surge.
 *
 * @param state in which state they wait; stopped needs an adapter that can start and stop machines
 * @param size at least so many, and with nothing else just so many; 0 to 100,000, by default 0
 * @param prepared so many in service and warm together, 1 to 100,000; the warm pool shrinks as the pool grows, down to
 *     {@code size}
 * @param maxSize at most so many warm ones; {@code size} to 100,000, by default no limit
 * @param reuseOnScaleIn whether machines that are too many return to the warm pool, as far as it lacks any
 * @param startWithin how long a warm machine may take to run once it is started, until it is replaced; 1s to 1d
 * @param growthWindow as many as the largest growth of the desired size in that time, 10m to 31d; by default growths do
 *     not count
 * @param growthSpan within what time a rise of the desired size counts as one growth, 1m to 1d and at most
 *     {@code growthWindow}; by default 10m
 */
public record WarmConfig(
    WarmPoolState state,
    int size,
    OptionalInt prepared,
    OptionalInt maxSize,
    boolean reuseOnScaleIn,
    Duration startWithin,
    Optional<Duration> growthWindow,
    Duration growthSpan) {
  private static final Duration SHORTEST_START = Duration.ofSeconds(1);
  private static final Duration LONGEST_START = Duration.ofDays(1);
  private static final Duration SHORTEST_WINDOW = Duration.ofMinutes(10);
  private static final Duration LONGEST_WINDOW = Duration.ofDays(31);
  private static final Duration SHORTEST_SPAN = Duration.ofMinutes(1);
  private static final Duration LONGEST_SPAN = Duration.ofDays(1);
  private static final WarmConfig NONE = new WarmConfig(
      WarmPoolState.STOPPED,
      0,
      OptionalInt.empty(),
      OptionalInt.empty(),
      false,
      Duration.ofMinutes(5),
      Optional.empty(),
      Duration.ofMinutes(10));

  /**
   * Checks the ranges of each value by itself.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public WarmConfig {
    Objects.requireNonNull(state, "state");
    PoolConfig.inRange("warm.size", size, 0, PoolConfig.LARGEST);
    prepared.ifPresent(
        machines -> PoolConfig.inRange("warm.prepared", machines, 1, PoolConfig.LARGEST));
    maxSize.ifPresent(
        machines -> PoolConfig.inRange("warm.maxSize", machines, 0, PoolConfig.LARGEST));
    inRange("warm.startWithin", startWithin, SHORTEST_START, LONGEST_START);
    growthWindow.ifPresent(
        window -> inRange("warm.growthWindow", window, SHORTEST_WINDOW, LONGEST_WINDOW));
    inRange("warm.growthSpan", growthSpan, SHORTEST_SPAN, LONGEST_SPAN);
  }

  private static void inRange(String field, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(field + " must be " + TimeSpan.text(least) + " to "
          + TimeSpan.text(most) + ", was " + TimeSpan.text(value));
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
    return new WarmConfig(
        value, size, prepared, maxSize, reuseOnScaleIn, startWithin, growthWindow, growthSpan);
  }

  /**
   * Sets the least size.
   *
   * @param value how many machines, 0 to 100,000
   * @return another one
   * @throws IllegalArgumentException naming the value and what is allowed
   */
  public WarmConfig withSize(int value) {
    return new WarmConfig(
        state, value, prepared, maxSize, reuseOnScaleIn, startWithin, growthWindow, growthSpan);
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
        state,
        size,
        OptionalInt.of(value),
        maxSize,
        reuseOnScaleIn,
        startWithin,
        growthWindow,
        growthSpan);
  }

  /**
   * Sets the greatest size.
   *
   * @param value 0 to 100,000
   * @return another one
   * @throws IllegalArgumentException naming the value and what is allowed
   */
  public WarmConfig withMaxSize(int value) {
    return new WarmConfig(
        state,
        size,
        prepared,
        OptionalInt.of(value),
        reuseOnScaleIn,
        startWithin,
        growthWindow,
        growthSpan);
  }

  /**
   * Sets whether machines return.
   *
   * @param value whether machines that are too many return to the warm pool
   * @return another one
   */
  public WarmConfig withReuseOnScaleIn(boolean value) {
    return new WarmConfig(
        state, size, prepared, maxSize, value, startWithin, growthWindow, growthSpan);
  }

  /**
   * Sets the time of a start.
   *
   * @param value 1s to 1d
   * @return another one
   * @throws IllegalArgumentException naming the value and what is allowed
   */
  public WarmConfig withStartWithin(Duration value) {
    return new WarmConfig(
        state, size, prepared, maxSize, reuseOnScaleIn, value, growthWindow, growthSpan);
  }

  /**
   * Has the size follow the largest growth.
   *
   * @param value in how much time before now, 10m to 31d
   * @return another one
   * @throws IllegalArgumentException naming the value and what is allowed
   */
  public WarmConfig withGrowthWindow(Duration value) {
    return new WarmConfig(
        state,
        size,
        prepared,
        maxSize,
        reuseOnScaleIn,
        startWithin,
        Optional.of(value),
        growthSpan);
  }

  /**
   * Sets within what time a rise counts as one growth.
   *
   * @param value 1m to 1d
   * @return another one
   * @throws IllegalArgumentException naming the value and what is allowed
   */
  public WarmConfig withGrowthSpan(Duration value) {
    return new WarmConfig(
        state, size, prepared, maxSize, reuseOnScaleIn, startWithin, growthWindow, value);
  }

  /**
   * Whether the pool has a warm pool.
   *
   * @return whether it has a size, is to have machines prepared, or follows the growth
   */
  public boolean enabled() {
    return size > 0 || prepared.isPresent() || growthWindow.isPresent();
  }

  /**
   * How many warm machines a pool is to have, as far as it has room for them.
   *
   * @param counting how many machines it is to have in service
   * @param growth the largest growth of its desired size within the window; it counts only if there is a window
   * @return 0 or more
   */
  public int of(int counting, int growth) {
    return of(counting, growth, true);
  }

  /**
   * The same, without the greatest size if asked so.
   *
   * @param counting how many machines it is to have in service
   * @param growth the largest growth of its desired size within the window
   * @param bounded whether {@code maxSize} limits it
   * @return 0 or more
   */
  public int of(int counting, int growth, boolean bounded) {
    int following = growthWindow.isPresent() ? growth : 0;
    int most = Math.max(Math.max(size, prepared.orElse(0) - counting), following);
    return bounded ? Math.min(most, maxSize.orElse(most)) : most;
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
    maxSize.ifPresent(
        machines -> PoolConfig.inRange("warm.maxSize", machines, size, PoolConfig.LARGEST));
    if (growthWindow.filter(window -> growthSpan.compareTo(window) > 0).isPresent()) {
      throw new IllegalArgumentException(
          "warm.growthSpan must be at most warm.growthWindow, which is "
              + TimeSpan.text(growthWindow.get()) + ", was " + TimeSpan.text(growthSpan));
    }
    fits("warm.size", size, poolMaxSize, surge, poolMinSize);
    fits("warm.prepared", prepared.orElse(0), poolMaxSize, surge, 0);
  }

  private static void fits(String field, int value, int poolMaxSize, int surge, int poolMinSize) {
    long room = (long) poolMaxSize + surge - poolMinSize;
    if (value > room) {
      throw new IllegalArgumentException(field + " must be at most " + room + ", since maxSize is "
          + poolMaxSize + ", surge " + surge
          + (poolMinSize == 0 ? "" : ", minSize " + poolMinSize) + "; was " + value);
    }
  }
}
