package io.cloudadapter.clusterautoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Duration;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.MetaDuration;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.NodeGroupAutoscalingOptions;
import io.cloudadapter.server.autoscaler.NodeGroupOptions;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Options of groups, to versions of Cluster Autoscaler that differ in their fields. */
class GroupOptionsTest {
  private static final NodeGroupOptions OWN = new NodeGroupOptions(
      OptionalDouble.of(0.7),
      OptionalDouble.empty(),
      Optional.of(java.time.Duration.ofMinutes(2)),
      Optional.empty(),
      Optional.empty(),
      Optional.of(true));

  private static Duration minutes(int minutes) {
    return Duration.newBuilder().setSeconds(minutes * 60L).build();
  }

  private static MetaDuration oldMinutes(int minutes) {
    return MetaDuration.newBuilder().setDuration(minutes * 60_000_000_000L).build();
  }

  /** The defaults of versions before 1.34. */
  private static NodeGroupAutoscalingOptions.Builder before134() {
    return NodeGroupAutoscalingOptions.newBuilder()
        .setScaleDownUtilizationThreshold(0.5)
        .setScaleDownGpuUtilizationThreshold(0.4)
        .setScaleDownUnneededTime(oldMinutes(10))
        .setScaleDownUnreadyTime(oldMinutes(20))
        .setMaxNodeProvisionTime(oldMinutes(15));
  }

  /** The defaults of versions from 1.35 on. */
  private static NodeGroupAutoscalingOptions.Builder from135() {
    return NodeGroupAutoscalingOptions.newBuilder()
        .setScaleDownUtilizationThreshold(0.5)
        .setScaleDownGpuUtilizationThreshold(0.4)
        .setScaleDownUnneededDuration(minutes(10))
        .setScaleDownUnreadyDuration(minutes(20))
        .setMaxNodeProvisionDuration(minutes(15));
  }

  @Test
  void anOldVersionGetsItsDefaultsBackSinceItRemovesNoNodeWithoutAnAnswer() {
    NodeGroupAutoscalingOptions defaults = before134().build();

    assertThat(GroupOptions.answer(defaults, NodeGroupOptions.none())).contains(defaults);
  }

  @Test
  void aVersionThatWouldTakeAnAbsentStartTimeForZeroGetsNoAnswer() {
    assertThat(GroupOptions.answer(from135().build(), NodeGroupOptions.none())).isEmpty();
  }

  @Test
  void aVersionThatSendsTheStartTimeGetsItBack() {
    NodeGroupAutoscalingOptions defaults =
        from135().setMaxNodeStartupDuration(minutes(15)).build();

    assertThat(GroupOptions.answer(defaults, NodeGroupOptions.none())).contains(defaults);
  }

  @Test
  void optionsOfTheGroupReplaceDefaultsInBothKindsOfFields() {
    NodeGroupAutoscalingOptions answer =
        GroupOptions.answer(before134().build(), OWN).orElseThrow();

    assertThat(answer.getScaleDownUtilizationThreshold()).isEqualTo(0.7);
    assertThat(answer.getScaleDownGpuUtilizationThreshold()).isEqualTo(0.4);
    assertThat(answer.getIgnoreDaemonSetsUtilization()).isTrue();
    assertThat(answer.getScaleDownUnneededTime()).isEqualTo(oldMinutes(2));
    assertThat(answer.getScaleDownUnneededDuration()).isEqualTo(minutes(2));
    assertThat(answer.getScaleDownUnreadyTime()).isEqualTo(oldMinutes(20));
    assertThat(answer.getMaxNodeProvisionTime()).isEqualTo(oldMinutes(15));
    assertThat(GroupOptions.answer(from135().build(), OWN)
            .orElseThrow()
            .getScaleDownUnneededDuration())
        .isEqualTo(minutes(2));
  }
}
