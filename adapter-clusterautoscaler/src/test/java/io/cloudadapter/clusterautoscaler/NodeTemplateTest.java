package io.cloudadapter.clusterautoscaler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.clusterautoscaler.proto.KubernetesNode.Node;
import io.cloudadapter.clusterautoscaler.proto.KubernetesNode.Quantity;
import io.cloudadapter.clusterautoscaler.proto.KubernetesNode.Taint;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.autoscaler.NodeGroupConfig;
import io.cloudadapter.server.autoscaler.NodeGroupOptions;
import io.cloudadapter.server.autoscaler.NodeResources;
import io.cloudadapter.server.autoscaler.NodeTaint;
import io.grpc.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** The node that a new machine will be, for a group without nodes. */
class NodeTemplateTest {
  private static final PoolName WEB = new PoolName("web");
  private static final LaunchConfig LAUNCH =
      PoolConfig.named("web", "demo", 5).build().launch().toBuilder()
          .size("m1")
          .zones(List.of("a"))
          .build();
  private static final MachineSize SIZE =
      new MachineSize("m1", 4, 8192, 40, OptionalInt.of(2), List.of());

  private static String amount(Node node, String resource) {
    return node.getStatus()
        .getAllocatableOrDefault(resource, Quantity.getDefaultInstance())
        .getString();
  }

  @Test
  void resourcesComeFromTheCatalog() {
    Node node = NodeTemplate.of(WEB, LAUNCH, Optional.of(SIZE), false, NodeGroupConfig.usual());

    assertThat(amount(node, "cpu")).isEqualTo("4");
    assertThat(amount(node, "memory")).isEqualTo("8192Mi");
    assertThat(amount(node, "ephemeral-storage")).isEqualTo("40Gi");
    assertThat(amount(node, "nvidia.com/gpu")).isEqualTo("2");
    assertThat(amount(node, "pods")).isEqualTo("110");
    assertThat(node.getStatus().getCapacityMap()).isEqualTo(node.getStatus().getAllocatableMap());
    assertThat(node.getStatus().getConditions(0).getType()).isEqualTo("Ready");
    assertThat(node.getMetadata().getLabelsMap())
        .containsEntry("node.kubernetes.io/instance-type", "m1")
        .containsEntry("topology.kubernetes.io/zone", "a")
        .containsEntry("kubernetes.io/os", "linux");
  }

  @Test
  void theConfigurationReplacesTheCatalogAndAddsLabelsAndTaints() {
    NodeGroupConfig config = new NodeGroupConfig(
        Optional.empty(),
        Map.of("kubernetes.io/arch", "arm64", "team", "a"),
        List.of(NodeTaint.parse("dedicated=batch:NoSchedule"), NodeTaint.parse("slow:NoExecute")),
        new NodeResources(
            OptionalInt.of(8),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.of(0),
            "amd.com/gpu",
            30),
        OptionalDouble.empty(),
        NodeGroupOptions.none());

    Node node = NodeTemplate.of(WEB, LAUNCH, Optional.of(SIZE), false, config);

    assertThat(amount(node, "cpu")).isEqualTo("8");
    assertThat(amount(node, "memory")).isEqualTo("8192Mi");
    assertThat(node.getStatus().getAllocatableMap()).doesNotContainKey("amd.com/gpu");
    assertThat(amount(node, "pods")).isEqualTo("30");
    assertThat(node.getMetadata().getLabelsMap())
        .containsEntry("kubernetes.io/arch", "arm64")
        .containsEntry("team", "a");
    assertThat(node.getSpec().getTaintsList())
        .containsExactly(
            Taint.newBuilder()
                .setKey("dedicated")
                .setValue("batch")
                .setEffect("NoSchedule")
                .build(),
            Taint.newBuilder().setKey("slow").setEffect("NoExecute").build());
  }

  @Test
  void unknownResourcesAreAnErrorAndNoEmptyNode() {
    assertThat(refusal(LAUNCH, true).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(refusal(LAUNCH, true).getDescription())
        .startsWith("the resources of size m1 of pool web are not known at present");
  }

  @Test
  void resourcesThatStayUnknownLeaveOutThisGroupOnly() {
    LaunchConfig sizeless = PoolConfig.named("web", "demo", 5).build().launch();

    assertThat(refusal(LAUNCH, false).getCode()).isEqualTo(Status.Code.UNIMPLEMENTED);
    assertThat(refusal(sizeless, true).getCode()).isEqualTo(Status.Code.UNIMPLEMENTED);
    assertThat(refusal(sizeless, true).getDescription())
        .startsWith("the resources of a machine of pool web are not known at present")
        .endsWith("give cpus and memoryMiB in clusterAutoscaler.groups.web");
  }

  private static Status refusal(LaunchConfig launch, boolean isFirstRead) {
    return AutoscalerClient.refusal(() -> {
      Node unused =
          NodeTemplate.of(WEB, launch, Optional.empty(), isFirstRead, NodeGroupConfig.usual());
    });
  }

  @Test
  void aTaintOfAnotherFormIsRefused() {
    assertThatThrownBy(() -> NodeTaint.parse("dedicated=batch:Sometimes"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("was dedicated=batch:Sometimes");
  }
}
