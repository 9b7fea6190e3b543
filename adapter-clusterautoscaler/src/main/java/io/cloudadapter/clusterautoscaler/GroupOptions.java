package io.cloudadapter.clusterautoscaler;

import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.MetaDuration;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.NodeGroupAutoscalingOptions;
import io.cloudadapter.server.autoscaler.NodeGroupOptions;
import java.util.Optional;

/**
 * Puts the options of a group over the defaults of the request. An option that is absent from an answer counts as 0
 * there, so the answer is always the whole of the defaults.
 */
final class GroupOptions {
  private GroupOptions() {}

  /**
   * The answer; empty if the call should count as not implemented. Versions from 1.35 on take the time that a node may
   * need to start for 0 from an answer without it, and send no default for it before they know it; versions before 1.29
   * remove no node without an answer. The two differ in the fields of the request.
   */
  static Optional<NodeGroupAutoscalingOptions> answer(
      NodeGroupAutoscalingOptions defaults, NodeGroupOptions options) {
    boolean isNew = defaults.hasMaxNodeProvisionDuration() && !defaults.hasMaxNodeProvisionTime();
    if (options.isEmpty() && isNew && !defaults.hasMaxNodeStartupDuration()) {
      return Optional.empty();
    }
    NodeGroupAutoscalingOptions.Builder answer = defaults.toBuilder();
    options.utilizationThreshold().ifPresent(answer::setScaleDownUtilizationThreshold);
    options.gpuUtilizationThreshold().ifPresent(answer::setScaleDownGpuUtilizationThreshold);
    options.ignoreDaemonSets().ifPresent(answer::setIgnoreDaemonSetsUtilization);
    options.unneededTime().ifPresent(time -> {
      answer.setScaleDownUnneededDuration(recent(time));
      answer.setScaleDownUnneededTime(old(time));
    });
    options.unreadyTime().ifPresent(time -> {
      answer.setScaleDownUnreadyDuration(recent(time));
      answer.setScaleDownUnreadyTime(old(time));
    });
    options.provisionTime().ifPresent(time -> {
      answer.setMaxNodeProvisionDuration(recent(time));
      answer.setMaxNodeProvisionTime(old(time));
    });
    return Optional.of(answer.build());
  }

  private static com.google.protobuf.Duration recent(java.time.Duration time) {
    return com.google.protobuf.Duration.newBuilder()
        .setSeconds(time.getSeconds())
        .setNanos(time.getNano())
        .build();
  }

  private static MetaDuration old(java.time.Duration time) {
    return MetaDuration.newBuilder().setDuration(time.toNanos()).build();
  }
}
