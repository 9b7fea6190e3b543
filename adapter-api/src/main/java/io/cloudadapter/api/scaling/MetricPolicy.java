package io.cloudadapter.api.scaling;

import java.util.Optional;

/** A policy that reacts to a metric instead of a request for machines. */
public sealed interface MetricPolicy extends Policy, ScalingPolicy
    permits StepScalingPolicy, TargetTrackingPolicy {

  /**
   * Returns the name of the metric that it watches.
   *
   * @return 1 to 64 letters, digits, '.', '_' or '-'; empty for the metric of the policy's own name
   */
  Optional<String> metric();

  /**
   * Returns whether the policy watches a metric.
   *
   * @param own the policy's own name
   * @param name the metric's
   * @return true if it watches that metric
   */
  default boolean watches(String own, String name) {
    return metric().orElse(own).equals(name);
  }
}
