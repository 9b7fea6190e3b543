package io.cloudadapter.api.scaling;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The limits, policies, cooldowns and schedules by which a pool scales at present.
 *
 * @param minSize the fewest machines that scaling leaves, 0 or more; a resize or a schedule may have set it
 * @param maxSize the most machines, 0 or more, or {@link ScalingView#UNLIMITED}; a resize or a schedule may
 *     have set it
 * @param cap the greatest maxSize that a resize may set, 0 or more
 * @param configuredMinSize the minSize of the configuration, 0 or more; setting it restores the configured limit
 * @param configuredMaxSize the maxSize of the configuration, 0 or more, or {@link ScalingView#UNLIMITED}
 * @param policies the pool's own policies by name, sorted by name
 * @param cooldowns how much of each policy's cooldown is left, by the policy's name; only policies in a cooldown
 * @param schedules the pool's own schedules by name, sorted by name
 */
public record PoolScaling(
    int minSize,
    int maxSize,
    int cap,
    int configuredMinSize,
    int configuredMaxSize,
    Map<String, Policy> policies,
    Map<String, Duration> cooldowns,
    Map<String, ScheduledSize> schedules) {
  private static final PoolScaling UNKNOWN =
      PoolScaling.of(0, ScalingView.UNLIMITED, ScalingView.DEFAULT_CAP, Map.of());

  /** Copies the maps. */
  public PoolScaling {
    policies = Collections.unmodifiableMap(new TreeMap<>(policies));
    cooldowns = Collections.unmodifiableMap(new TreeMap<>(cooldowns));
    schedules = Collections.unmodifiableMap(new TreeMap<>(schedules));
  }

  /**
   * Makes the values of a pool as configured: with no other limits, cooldowns or schedules.
   *
   * @param minSize the fewest machines that scaling leaves, 0 or more
   * @param maxSize the most machines, 0 or more, or {@link ScalingView#UNLIMITED}
   * @param cap the greatest maxSize that a resize may set, 0 or more
   * @param policies the pool's own policies by name
   * @return what scaling goes by
   */
  public static PoolScaling of(
      int minSize, int maxSize, int cap, Map<String, ? extends Policy> policies) {
    return new PoolScaling(
        minSize, maxSize, cap, minSize, maxSize, Map.copyOf(policies), Map.of(), Map.of());
  }

  /**
   * Returns the value for a pool that does not report how it scales.
   *
   * @return no limits and no policies
   */
  public static PoolScaling unknown() {
    return UNKNOWN;
  }
}
