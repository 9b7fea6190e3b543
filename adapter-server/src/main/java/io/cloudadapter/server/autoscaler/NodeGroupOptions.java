package io.cloudadapter.server.autoscaler;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The options of a node group that replace those of Cluster Autoscaler. An option that is empty keeps the value that
 * Cluster Autoscaler was started with.
 *
 * @param utilizationThreshold the utilization below which a node may be removed, 0 to 1
 * @param gpuUtilizationThreshold the same for nodes with graphics processors, 0 to 1
 * @param unneededTime how long a node must be unneeded before it is removed
 * @param unreadyTime the same for a node that is not ready
 * @param provisionTime how long Cluster Autoscaler waits for a node
 * @param ignoreDaemonSets whether pods of daemon sets count as no use
 */
public record NodeGroupOptions(
    OptionalDouble utilizationThreshold,
    OptionalDouble gpuUtilizationThreshold,
    Optional<Duration> unneededTime,
    Optional<Duration> unreadyTime,
    Optional<Duration> provisionTime,
    Optional<Boolean> ignoreDaemonSets) {
  private static final NodeGroupOptions NONE = new NodeGroupOptions(
      OptionalDouble.empty(),
      OptionalDouble.empty(),
      Optional.empty(),
      Optional.empty(),
      Optional.empty(),
      Optional.empty());

  /** Checks that nothing is missing. */
  public NodeGroupOptions {
    Objects.requireNonNull(utilizationThreshold, "utilizationThreshold");
    Objects.requireNonNull(gpuUtilizationThreshold, "gpuUtilizationThreshold");
    Objects.requireNonNull(unneededTime, "unneededTime");
    Objects.requireNonNull(unreadyTime, "unreadyTime");
    Objects.requireNonNull(provisionTime, "provisionTime");
    Objects.requireNonNull(ignoreDaemonSets, "ignoreDaemonSets");
  }

  /**
   * Options that replace nothing.
   *
   * @return all empty
   */
  public static NodeGroupOptions none() {
    return NONE;
  }

  /**
   * Whether they replace nothing.
   *
   * @return true if all are empty
   */
  public boolean isEmpty() {
    return equals(NONE);
  }
}
