package io.cloudadapter.clusterautoscaler;

import static io.cloudadapter.clusterautoscaler.AutoscalerClient.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc;
import io.cloudadapter.clusterautoscaler.proto.KubernetesNode.Quantity;
import io.cloudadapter.clusterautoscaler.proto.KubernetesPod.Container;
import io.cloudadapter.clusterautoscaler.proto.KubernetesPod.Pod;
import io.cloudadapter.clusterautoscaler.proto.KubernetesPod.PodSpec;
import io.cloudadapter.clusterautoscaler.proto.KubernetesPod.ResourceRequirements;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerConfig;
import io.cloudadapter.server.autoscaler.NodeGroupConfig;
import io.cloudadapter.server.autoscaler.NodeGroupOptions;
import io.cloudadapter.server.autoscaler.NodeResources;
import io.cloudadapter.server.options.AccessScope.PoolSelection;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The price of a pod is that in the node group where it is the least. */
class GroupPricesTest {
  private static final PoolConfig SMALL = PoolConfig.named("small", "lab", 10).build();
  private static final PoolConfig LARGE = PoolConfig.named("large", "lab", 10).build();

  private CloudAdapter adapter;
  private AutoscalerClient client;

  private static NodeGroupConfig group(int cpus, int memoryMiB, double price) {
    return new NodeGroupConfig(
        Optional.empty(),
        Map.of(),
        List.of(),
        new NodeResources(
            OptionalInt.of(cpus),
            OptionalInt.of(memoryMiB),
            OptionalInt.empty(),
            OptionalInt.empty(),
            NodeResources.USUAL_GPU_RESOURCE,
            NodeResources.USUAL_PODS),
        price > 0 ? OptionalDouble.of(price) : OptionalDouble.empty(),
        NodeGroupOptions.none());
  }

  private void open(double smallPrice, double largePrice) {
    client = new AutoscalerClient(
        new ClusterAutoscalerConfig(
            "127.0.0.1",
            0,
            new PoolSelection(Set.of(new PoolName("small"), new PoolName("large")), Map.of()),
            ClusterAutoscalerConfig.USUAL_PROVIDER_ID,
            "gpu",
            List.of(),
            Map.of(
                new PoolName("small"), group(2, 4096, smallPrice),
                new PoolName("large"), group(16, 16384, largePrice))),
        new FakeHost(adapter.all(), SMALL),
        "t1");
  }

  @BeforeEach
  void openPools() throws InterruptedException {
    adapter = CloudAdapter.builder()
        .inMemory()
        .account(new AccountConfig("lab", "simulated", Map.of("bootTime", "10ms", "listLag", "0s")))
        .pool(SMALL)
        .pool(LARGE)
        .open();
    for (MachinePool pool : adapter.all()) {
      var unused = pool.await(view -> view.settled(), Duration.ofMinutes(1));
    }
  }

  @AfterEach
  void close() {
    client.close();
    adapter.close();
  }

  private static Quantity quantity(String text) {
    return Quantity.newBuilder().setString(text).build();
  }

  private static Container container(String cpu, String memory) {
    return Container.newBuilder()
        .setResources(ResourceRequirements.newBuilder()
            .putRequests("cpu", quantity(cpu))
            .putRequests("memory", quantity(memory)))
        .build();
  }

  private double price(Pod pod) {
    return client
        .calls
        .pricingPodPrice(ExternalGrpc.PricingPodPriceRequest.newBuilder()
            .setPodBytes(pod.toByteString())
            .setStartTimestamp(Timestamp.newBuilder().setSeconds(1000))
            .setEndTimestamp(Timestamp.newBuilder().setSeconds(1000 + 7200))
            .build())
        .getPrice();
  }

  private static Pod pod(Container... containers) {
    return Pod.newBuilder()
        .setSpec(PodSpec.newBuilder().addAllContainers(List.of(containers)))
        .build();
  }

  @Test
  void a_pod_costs_its_largest_share_of_the_machine_where_that_is_the_least() {
    open(1, 4);

    // Of small: cpu 1/2 of 1 an hour. Of large: cpu 1/16, memory 1/16 of 4.
    assertThat(price(pod(container("1", "1Gi")))).isEqualTo(2 * 0.25, within(1e-9));
    // Of small: memory 1/4 of 1. Of large: memory 1/16 of 4.
    assertThat(price(pod(container("100m", "512Mi"), container("0.1", "512Mi"))))
        .isEqualTo(2 * 0.25, within(1e-9));
    assertThat(price(pod())).isZero();
  }

  @Test
  void an_init_container_that_needs_more_and_the_overhead_count() {
    open(0, 4);
    Pod pod = Pod.newBuilder()
        .setSpec(PodSpec.newBuilder()
            .addContainers(container("1", "1Gi"))
            .addInitContainers(container("4", "1Mi"))
            .putOverhead("cpu", quantity("4")))
        .build();

    assertThat(price(pod)).isEqualTo(2 * 4 * 8.0 / 16, within(1e-9));
  }

  @Test
  void a_pod_that_fits_no_group_with_a_price_has_none() {
    open(1, 0);

    assertThat(refusal(() -> price(pod(container("4", "1Gi")))).getCode())
        .as("large has no price, and small no room")
        .isEqualTo(Status.Code.UNIMPLEMENTED);
    assertThat(refusal(() -> price(pod(container("x", "1Gi")))).getCode())
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void the_earlier_field_of_the_pod_is_read_too() {
    open(1, 0);

    assertThat(client
            .calls
            .pricingPodPrice(ExternalGrpc.PricingPodPriceRequest.newBuilder()
                .setPod(pod(container("1", "1Gi")).toByteString())
                .setStartTime(Timestamp.newBuilder().setSeconds(0))
                .setEndTime(Timestamp.newBuilder().setSeconds(3600))
                .build())
            .getPrice())
        .isEqualTo(0.5, within(1e-9));
    assertThat(refusal(
                () -> client.calls.pricingPodPrice(ExternalGrpc.PricingPodPriceRequest.newBuilder()
                    .setPodBytes(ByteString.copyFromUtf8("no pod"))
                    .build()))
            .getCode())
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @ParameterizedTest
  @CsvSource({
    "250m, 0.25",
    "2, 2",
    "1.5, 1.5",
    "1k, 1000",
    "1e3, 1000",
    "128Mi, 134217728",
    "1Gi, 1073741824",
    "1G, 1000000000",
    "100u, 0.0001",
    "5E-1, 0.5",
    "2E, 2000000000000000000"
  })
  void amounts_are_read_as_kubernetes_writes_them(String text, double amount) {
    openNothing();
    assertThat(ResourceQuantity.parse(text)).hasValue(amount);
  }

  @ParameterizedTest
  @CsvSource({"''", "Mi", "1 Gi", "-1", "1Zi", "1e999"})
  void other_texts_are_no_amounts(String text) {
    openNothing();
    assertThat(ResourceQuantity.parse(text)).isEmpty();
  }

  private void openNothing() {
    open(0, 0);
  }
}
