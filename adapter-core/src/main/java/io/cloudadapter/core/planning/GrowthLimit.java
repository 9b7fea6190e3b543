package io.cloudadapter.core.planning;

import io.cloudadapter.api.PoolPlan;
import java.util.Optional;

/**
 * How many machines the quotas of the pool's tenants let it launch at present.
 *
 * @param launches the number
 * @param hold what allows no more, if that is so
 */
public record GrowthLimit(int launches, Optional<PoolPlan.Hold> hold) {
  private static final GrowthLimit NONE = new GrowthLimit(Integer.MAX_VALUE, Optional.empty());

  /** Of a pool that no quota limits. */
  public static GrowthLimit none() {
    return NONE;
  }
}
