package io.cloudadapter.clusterautoscaler;

import static io.cloudadapter.clusterautoscaler.AutoscalerClient.GROUP;
import static io.cloudadapter.clusterautoscaler.AutoscalerClient.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Timestamp;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.AdjustmentType;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.api.scaling.ScheduledSize;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc;
import io.cloudadapter.clusterautoscaler.proto.KubernetesNode.Node;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.junit.CloudAdapterExtension;
import io.cloudadapter.junit.TestPool;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerConfig;
import io.cloudadapter.server.autoscaler.NodeGroupConfig;
import io.cloudadapter.server.autoscaler.NodeGroupOptions;
import io.cloudadapter.server.autoscaler.NodeResources;
import io.cloudadapter.server.options.AccessScope.PoolSelection;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.feature.MachineSizeCatalog;
import io.grpc.Status;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the configuration of a pool and of its node group means to Cluster Autoscaler. */
class NodeGroupSettingsTest {
  private static final PoolConfig POOL = PoolConfig.named("pool", "demo", 10).build();
  private static final PoolConfig SIZED =
      POOL.toBuilder().launch(POOL.launch().toBuilder().size("m1").build()).build();
  private static final NodeGroupConfig PRICED = new NodeGroupConfig(
      Optional.of("aws:///{zone}/{id}"),
      Map.of(),
      List.of(),
      NodeResources.usual(),
      OptionalDouble.of(0.5),
      new NodeGroupOptions(
          OptionalDouble.of(0.7),
          OptionalDouble.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty()));

  @RegisterExtension
  final CloudAdapterExtension adapter = CloudAdapterExtension.builder()
      .pool(POOL)
      .cloud(cloud -> cloud.zones(List.of("a")))
      .seed(7)
      .build();

  private static ClusterAutoscalerConfig config(Map<PoolName, NodeGroupConfig> groups) {
    return new ClusterAutoscalerConfig(
        "127.0.0.1",
        0,
        new PoolSelection(Set.of(new PoolName("pool")), Map.of()),
        ClusterAutoscalerConfig.USUAL_PROVIDER_ID,
        "gpu",
        List.of(),
        groups);
  }

  private static AutoscalerClient client(FakeHost host, Map<PoolName, NodeGroupConfig> groups) {
    return new AutoscalerClient(config(groups), host, "t1");
  }

  /** A cloud with these sizes and no other feature. */
  private static Cloud cloud(MachineSize... sizes) {
    return new Cloud() {
      @Override
      public String account() {
        return "demo";
      }

      @Override
      public String provider() {
        return "fake";
      }

      @Override
      public boolean has(Class<?> feature) {
        return feature == MachineSizeCatalog.class;
      }

      @Override
      public <F, T> T ask(Class<F> feature, BiFunction<? super F, CallContext, T> question) {
        MachineSizeCatalog catalog = call -> List.of(sizes); // Fails for a size that is null.
        return question.apply(feature.cast(catalog), null);
      }

      @Override
      public <F, T> T change(Class<F> feature, BiFunction<? super F, CallContext, T> change) {
        throw new UnsupportedOperationException();
      }
    };
  }

  private static Node template(AutoscalerClient client) {
    var bytes = client
        .calls
        .nodeGroupTemplateNodeInfo(ExternalGrpc.NodeGroupTemplateNodeInfoRequest.newBuilder()
            .setId(GROUP)
            .build())
        .getNodeBytes();
    try {
      return Node.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void theTemplateNodeHasTheResourcesOfThePoolsSize(TestPool test) {
    FakeHost host = new FakeHost(test.pool(), SIZED);
    host.cloud =
        Optional.of(cloud(new MachineSize("m1", 2, 4096, 0, OptionalInt.empty(), List.of())));
    try (AutoscalerClient client = client(host, Map.of())) {
      Node node = template(client);

      assertThat(node.getStatus().getCapacityOrThrow("cpu").getString()).isEqualTo("2");
      assertThat(node.getStatus().getCapacityOrThrow("memory").getString()).isEqualTo("4096Mi");
    }
  }

  @Test
  void aSizeThatTheCatalogGetsLaterIsFoundAfterAMinute(TestPool test) {
    FakeHost host = new FakeHost(test.pool(), SIZED);
    host.cloud = Optional.of(cloud());
    try (AutoscalerClient client = client(host, Map.of())) {
      assertThat(refusal(() -> template(client)).getCode()).isEqualTo(Status.Code.UNIMPLEMENTED);

      host.cloud =
          Optional.of(cloud(new MachineSize("m1", 2, 4096, 0, OptionalInt.empty(), List.of())));
      host.now = host.now.plus(Duration.ofMinutes(1));

      assertThat(template(client).getStatus().getCapacityOrThrow("cpu").getString())
          .isEqualTo("2");
    }
  }

  @Test
  void aCatalogThatCannotBeReadAnyMoreStays(TestPool test) {
    FakeHost host = new FakeHost(test.pool(), SIZED);
    host.cloud =
        Optional.of(cloud(new MachineSize("m1", 2, 4096, 0, OptionalInt.empty(), List.of())));
    try (AutoscalerClient client = client(host, Map.of())) {
      assertThat(template(client).getStatus().getCapacityMap()).containsKey("cpu");

      host.cloud = Optional.of(cloud((MachineSize) null)); // Its adapter fails.
      host.now = host.now.plus(Duration.ofHours(2));

      assertThat(template(client).getStatus().getCapacityMap()).containsKey("cpu");
    }
  }

  @Test
  void aNodeHasThePriceOfItsGroupWhereThatIsKnown(TestPool test) {
    FakeHost host = new FakeHost(test.pool(), POOL);
    try (AutoscalerClient client = client(host, Map.of(new PoolName("pool"), PRICED))) {
      client.increase(1);
      test.settle();
      String node = client.instances().get(0).getId();
      assertThat(node).startsWith("aws:///a/");
      var twoHours = ExternalGrpc.PricingNodePriceRequest.newBuilder()
          .setNode(AutoscalerClient.node(node.replace("/a/", "/b/")))
          .setStartTimestamp(Timestamp.newBuilder().setSeconds(1000))
          .setEndTimestamp(Timestamp.newBuilder().setSeconds(1000 + 7200))
          .build();

      assertThat(client.calls.pricingNodePrice(twoHours).getPrice()).isEqualTo(1.0, within(1e-9));
      assertThat(client
              .calls
              .pricingNodePrice(twoHours.toBuilder()
                  .clearStartTimestamp()
                  .clearEndTimestamp()
                  .setStartTime(Timestamp.newBuilder().setSeconds(0))
                  .setEndTime(Timestamp.newBuilder().setSeconds(3600))
                  .build())
              .getPrice())
          .isEqualTo(0.5, within(1e-9));
      assertThat(refusal(() -> client.calls.pricingNodePrice(twoHours.toBuilder()
                  .setNode(AutoscalerClient.node("other://1"))
                  .build()))
              .getCode())
          .isEqualTo(Status.Code.UNIMPLEMENTED);
    }
  }

  @Test
  void aGroupWithOptionsReplacesTheDefaultsOfTheRequest(TestPool test) {
    FakeHost host = new FakeHost(test.pool(), POOL);
    var defaults = ExternalGrpc.NodeGroupAutoscalingOptionsRequest.newBuilder()
        .setId(GROUP)
        .setDefaults(ExternalGrpc.NodeGroupAutoscalingOptions.newBuilder()
            .setScaleDownUtilizationThreshold(0.5)
            .setScaleDownGpuUtilizationThreshold(0.4))
        .build();
    try (AutoscalerClient client = client(host, Map.of(new PoolName("pool"), PRICED))) {
      var options = client.calls.nodeGroupGetOptions(defaults).getNodeGroupAutoscalingOptions();

      assertThat(options.getScaleDownUtilizationThreshold()).isEqualTo(0.7);
      assertThat(options.getScaleDownGpuUtilizationThreshold()).isEqualTo(0.4);
    }
  }

  private void isRefused(TestPool test, PoolScaling scaling, String what) {
    MachinePool scaled = (MachinePool) Proxy.newProxyInstance(
        MachinePool.class.getClassLoader(),
        new Class<?>[] {MachinePool.class},
        (proxy, method, arguments) ->
            method.getName().equals("scaling") ? scaling : method.invoke(test.pool(), arguments));
    try (AutoscalerClient client = client(new FakeHost(scaled, POOL), Map.of())) {
      for (Runnable call : List.<Runnable>of(
          client::refresh, client::instances, () -> client.increase(1), client::targetSize)) {
        Status refusal = refusal(call);
        assertThat(refusal.getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
        assertThat(refusal.getDescription()).startsWith("pool pool has " + what);
      }
    }
    assertThat(test.pool().view().desiredSize()).isZero();
  }

  @Test
  void aPoolThatAPolicyOrAScheduleScalesIsRefusedAtEachCall(TestPool test) {
    test.settle();
    isRefused(
        test,
        PoolScaling.of(
            0,
            10,
            100,
            Map.of(
                "more",
                AdjustmentPolicy.of(
                    ScalingDirection.SCALE_OUT, AdjustmentType.CHANGE_IN_CAPACITY, 1))),
        "policy more");
    isRefused(
        test,
        new PoolScaling(
            0,
            10,
            100,
            0,
            10,
            Map.of(),
            Map.of(),
            Map.of(
                "night",
                new ScheduledSize(
                    "0 20 * * *",
                    ZoneOffset.UTC,
                    OptionalInt.of(1),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    Optional.empty()))),
        "schedule night");
  }
}
