package io.cloudadapter.clusterautoscaler;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.scaling.ScalingPolicy;
import io.cloudadapter.core.config.LaunchConfig;

/**
 * What the calls use of a pool's configuration.
 *
 * @param account the account that the pool lives in
 * @param launch what its machines are made from
 * @param scaling its limits, policies and schedules
 */
record GroupSettings(String account, LaunchConfig launch, PoolScaling scaling) {

  /**
   * Refuses a pool that another rule would scale, too.
   *
   * @throws PoolException CONFLICT with the policy or the schedule
   */
  void requireNoScaling(MachinePool pool) {
    scaling.policies().forEach((name, policy) -> {
      if (policy instanceof ScalingPolicy) {
        throw scaledTwice(pool, "policy " + name);
      }
    });
    scaling.schedules().keySet().stream().findFirst().ifPresent(name -> {
      throw scaledTwice(pool, "schedule " + name);
    });
  }

  private static PoolException scaledTwice(MachinePool pool, String what) {
    return new PoolException(
        Reason.CONFLICT,
        "pool " + pool.name() + " has " + what + ", which would scale it beside Cluster Autoscaler",
        "Take it from the pool, or the pool from the section clusterAutoscaler.");
  }
}
