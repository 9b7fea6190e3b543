package io.cloudadapter.api.scaling;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Within which limits a pool is scaled, by which policies, and when next.
 *
 * @param minSize the fewest machines that scaling leaves, 0 or more; a resize or a schedule may have set it
 * @param maxSize the most machines, 0 or more, or {@link ScalingView#UNLIMITED}; a resize or a schedule may
 *     have set it
 * @param cap the greatest maxSize that a resize may set, 0 or more
 * @param configuredMinSize the minSize of the configuration, 0 or more; setting it gives the limit back
 * @param configuredMaxSize the maxSize of the configuration, 0 or more, or {@link ScalingView#UNLIMITED}
 * @param policies the pool's own, by name, in the order of the names
 * @param cooldowns how long a policy has to wait yet, above zero, by the policy's name; the others need not
 * @param schedules the pool's own, by name, in the order of the names
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
   * A pool as it is configured: nobody has set another limit, no cooldown lasts, and there are no
   * schedules.
   *
   * @param minSize the fewest machines that scaling leaves, 0 or more
   * @param maxSize the most machines, 0 or more, or {@link ScalingView#UNLIMITED}
   * @param cap the greatest maxSize that a resize may set, 0 or more
   * @param policies the pool's own, by name
   * @return what scaling goes by
   */
  public static PoolScaling of(
      int minSize, int maxSize, int cap, Map<String, ? extends Policy> policies) {
    return new PoolScaling(
        minSize, maxSize, cap, minSize, maxSize, Map.copyOf(policies), Map.of(), Map.of());
  }

  /**
   * What is said of a pool that does not tell.
   *
   * @return no limits and no policies
   */
  public static PoolScaling unknown() {
    return UNKNOWN;
  }
}
