package io.cloudadapter.api.scaling;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Within which limits a pool is scaled, and by which policies.
 *
 * @param minSize the fewest machines that scaling leaves, 0 or more; a resize may have set it
 * @param maxSize the most machines, 0 or more, or {@link ScalingView#UNLIMITED}; a resize may have set it
 * @param cap the greatest maxSize that a resize may set, 0 or more
 * @param policies the pool's own, by name, in the order of the names
 */
public record PoolScaling(int minSize, int maxSize, int cap, Map<String, Policy> policies) {
  private static final PoolScaling UNKNOWN =
      new PoolScaling(0, ScalingView.UNLIMITED, ScalingView.DEFAULT_CAP, Map.of());

  /** Copies the policies. */
  public PoolScaling {
    policies = Collections.unmodifiableMap(new TreeMap<>(policies));
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
