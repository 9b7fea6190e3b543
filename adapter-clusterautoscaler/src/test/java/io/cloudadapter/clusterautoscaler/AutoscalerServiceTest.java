package io.cloudadapter.clusterautoscaler;

import static io.cloudadapter.clusterautoscaler.AutoscalerClient.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.ListStatus;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.clusterautoscaler.proto.CloudProviderGrpc;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.Instance;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.InstanceStatus.InstanceState;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.NodeGroup;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.junit.CloudAdapterExtension;
import io.cloudadapter.junit.TestPool;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerConfig;
import io.cloudadapter.server.options.AccessScope;
import io.cloudadapter.server.options.AccessScope.PoolSelection;
import io.cloudadapter.server.options.PoolVerb;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.simulated.CloudFault;
import io.cloudadapter.spi.RequestKind;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The calls of Cluster Autoscaler over a pool on the simulated cloud, in virtual time. */
class AutoscalerServiceTest {
  private static final PoolConfig POOL = PoolConfig.named("pool", "demo", 10).build();

  @RegisterExtension
  final CloudAdapterExtension adapter = CloudAdapterExtension.builder()
      .pool(POOL)
      .cloud(cloud -> cloud.zones(List.of("a")))
      .seed(7)
      .build();

  private FakeHost host;
  private AutoscalerClient client;

  @BeforeEach
  void open(TestPool test) {
    host = new FakeHost(test.pool(), POOL);
    client = new AutoscalerClient(config(ClusterAutoscalerConfig.USUAL_PROVIDER_ID), host, "t1");
  }

  @AfterEach
  void close() {
    client.close();
  }

  static ClusterAutoscalerConfig config(String providerId) {
    return new ClusterAutoscalerConfig(
        "127.0.0.1",
        0,
        new PoolSelection(Set.of(new PoolName("pool")), Map.of("autoscaler", "cluster")),
        providerId,
        "cloudadapter.io/gpu",
        List.of("t4"),
        Map.of());
  }

  private void running(TestPool test, int machines) {
    client.increase(machines);
    test.settle();
  }

  private List<Instance> failed() {
    return client.instances().stream()
        .filter(instance -> !instance.getStatus().getErrorInfo().getErrorCode().isEmpty())
        .toList();
  }

  @Test
  void aPoolIsANodeGroupWithItsLimits(TestPool test) {
    test.settle();

    List<NodeGroup> groups = client
        .calls
        .nodeGroups(ExternalGrpc.NodeGroupsRequest.getDefaultInstance())
        .getNodeGroupsList();

    assertThat(groups).singleElement().satisfies(group -> {
      assertThat(group.getId()).isEqualTo("pool");
      assertThat(group.getMinSize()).isZero();
      assertThat(group.getMaxSize()).isEqualTo(10);
      assertThat(group.getDebug()).isEqualTo("desired size 0, allocated 0, ACTIVE");
    });
  }

  @Test
  void eachIncreaseCountsAndShowsAtOnce(TestPool test) {
    test.settle();

    client.increase(2);
    client.increase(2);

    assertThat(client.targetSize()).isEqualTo(4);
    test.crash();
    test.settle();
    assertThat(client.targetSize()).isEqualTo(4);
    assertThat(client.instances(InstanceState.instanceRunning)).hasSize(4);
    assertThat(test.cloud().created()).hasSize(4);
  }

  @Test
  void lostRepliesOfTheCloudMakeNoMachineTooManyOrTooFew(TestPool test) {
    test.faults().rate(RequestKind.LAUNCH, CloudFault.LOSE_REPLY, 0.5);
    test.faults().rate(RequestKind.TERMINATE, CloudFault.LOSE_REPLY, 0.5);

    client.increase(4);
    client.increase(2);
    test.settle();
    String[] three =
        client.instances(InstanceState.instanceRunning).stream().limit(3).toArray(String[]::new);
    client.delete(three);
    test.crash();
    client.delete(three);
    test.settle();

    assertThat(client.targetSize()).isEqualTo(3);
    assertThat(client.instances(InstanceState.instanceRunning)).hasSize(3);
    assertThat(test.cloud().created()).hasSize(6);
  }

  @Test
  void anIncreaseAboveTheMaximumChangesNothing(TestPool test) {
    running(test, 9);

    Status refusal = refusal(() -> client.increase(2));

    assertThat(refusal.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refusal.getDescription()).startsWith("machines must be 1 to 1, was 2");
    assertThat(refusal(() -> client.increase(0)).getDescription())
        .startsWith("delta must be 1 or more, was 0");
    assertThat(client.targetSize()).isEqualTo(9);
  }

  @Test
  void aDeletedNodeLowersTheTargetOnceHoweverOftenItIsDeleted(TestPool test) {
    running(test, 3);
    String node = client.instances().get(0).getId();

    client.delete(node);
    client.delete(node, node);
    test.crash();
    client.delete(node);

    assertThat(client.targetSize()).isEqualTo(2);
    test.settle();
    client.delete(node);
    assertThat(client.targetSize()).isEqualTo(2);
    assertThat(client.instances()).hasSize(2).noneMatch(one -> one.getId().equals(node));
  }

  @Test
  void aDeletedNodeIsDeletingUntilItsMachineHasEnded(TestPool test) {
    running(test, 2);
    String node = client.instances().get(0).getId();

    client.delete(node);

    assertThat(client.instances(InstanceState.instanceDeleting)).containsExactly(node);
    assertThat(client.groupOf(node)).isEqualTo("pool");
  }

  @Test
  void aProtectedMachineKeepsAllNodesOfTheCall(TestPool test) {
    running(test, 2);
    String free = client.instances().get(0).getId();
    String kept = client.instances().get(1).getId();
    test.pool().protect(new MachineId(kept.substring(kept.lastIndexOf('/') + 1)), true);

    Status refusal = refusal(() -> client.delete(free, kept));

    assertThat(refusal.getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
    assertThat(refusal.getDescription()).contains("is protected");
    assertThat(client.targetSize()).isEqualTo(2);
    assertThat(client.instances(InstanceState.instanceRunning)).hasSize(2);
  }

  @Test
  void aMachineThatIsReplacedDoesNotLowerTheTarget(TestPool test) {
    running(test, 2);
    String ill = client.instances().get(0).getId();
    test.pool()
        .setServiceState(
            new MachineId(ill.substring(ill.lastIndexOf('/') + 1)), ServiceState.OUT_OF_SERVICE);

    Status refusal = refusal(() -> client.delete(ill));

    assertThat(refusal.getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
    assertThat(refusal.getDescription()).contains("is out of service");
    assertThat(client.targetSize()).isEqualTo(2);
  }

  @Test
  void aDeadMachineIsReplacedAndTheTargetStays(TestPool test) {
    running(test, 2);
    test.cloud().kill(test.cloud().machines().get(0).id());
    test.advance(Duration.ofMinutes(10));

    test.settle();

    assertThat(client.targetSize()).isEqualTo(2);
    assertThat(client.instances(InstanceState.instanceRunning)).hasSize(2);
  }

  @Test
  void aNodeOfAnotherGroupIsRefused(TestPool test) {
    running(test, 1);

    assertThat(refusal(() -> client.delete("aws:///a/i-1")).getCode())
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(
            refusal(() -> client.delete("cloudadapter://demo/pool/m-unknown")).getCode())
        .isEqualTo(Status.Code.NOT_FOUND);
    assertThat(client.targetSize()).isEqualTo(1);
  }

  @Test
  void aNodeIsFoundByItsProviderIdAndStrangeOnesBelongToNoGroup(TestPool test) {
    running(test, 1);
    String node = client.instances().get(0).getId();

    assertThat(node).matches("cloudadapter://demo/pool/[^/]+");
    assertThat(client.groupOf(node)).isEqualTo("pool");
    assertThat(client.groupOf("cloudadapter://demo/pool/other")).isEmpty();
    assertThat(
            client.groupOf("cloudadapter://demo/web/" + node.substring(node.lastIndexOf('/') + 1)))
        .isEmpty();
    assertThat(client.groupOf("aws:///a/i-1")).isEmpty();
  }

  @Test
  void refusedLaunchesAreFailedInstancesOutOfResources(TestPool test) {
    test.cloud().setQuota(2);

    client.increase(5);
    test.advance(Duration.ofMinutes(5));

    assertThat(client.targetSize()).isEqualTo(5);
    assertThat(client.instances(InstanceState.instanceRunning)).hasSize(2);
    assertThat(failed()).hasSize(3).allSatisfy(instance -> {
      assertThat(instance.getStatus().getInstanceState()).isEqualTo(InstanceState.instanceCreating);
      assertThat(instance.getStatus().getErrorInfo().getErrorCode()).isEqualTo("QUOTA");
      assertThat(instance.getStatus().getErrorInfo().getInstanceErrorClass()).isEqualTo(1);
      assertThat(client.groupOf(instance.getId())).isEqualTo("pool");
    });
  }

  @Test
  void aDeletedFailedInstanceLowersTheTargetOnce(TestPool test) {
    test.cloud().setQuota(2);
    client.increase(5);
    test.advance(Duration.ofMinutes(5));
    String[] failed = failed().stream().map(Instance::getId).toArray(String[]::new);

    client.delete(failed);

    assertThat(client.targetSize()).isEqualTo(2);
    client.delete(failed);
    client.increase(2);
    test.advance(Duration.ofMinutes(5));
    assertThat(failed()).hasSize(2);
    client.delete(failed);
    assertThat(client.targetSize()).isEqualTo(4);
    try (AutoscalerClient other =
        new AutoscalerClient(config(ClusterAutoscalerConfig.USUAL_PROVIDER_ID), host, "t2")) {
      other.delete(failed);
    }
    assertThat(client.targetSize()).isEqualTo(4);
  }

  @Test
  void aDecreaseCancelsLaunchesThatWereNotSentAndNothingElse(TestPool test) {
    running(test, 2);

    assertThat(refusal(() -> client.decrease(-1)).getCode())
        .isEqualTo(Status.Code.FAILED_PRECONDITION);
    assertThat(refusal(() -> client.decrease(1)).getDescription())
        .startsWith("delta must be -1 or less, was 1");
    assertThat(client.targetSize()).isEqualTo(2);

    test.cloud().setQuota(2);
    client.increase(3);
    test.advance(Duration.ofMinutes(5));
    client.decrease(-2);

    assertThat(client.targetSize()).isEqualTo(3);
    assertThat(client.instances(InstanceState.instanceRunning)).hasSize(2);
  }

  @Test
  void aPoolThatHasNotListedItsCloudIsAnErrorAndNoEmptyList(TestPool test) {
    MachinePool silent = (MachinePool) Proxy.newProxyInstance(
        MachinePool.class.getClassLoader(),
        new Class<?>[] {MachinePool.class},
        (proxy, method, arguments) ->
            method.getName().equals("view") ? notListed() : method.invoke(test.pool(), arguments));
    try (AutoscalerClient early = new AutoscalerClient(
        config(ClusterAutoscalerConfig.USUAL_PROVIDER_ID), new FakeHost(silent, POOL), "t4")) {

      assertThat(refusal(early::refresh).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
      assertThat(refusal(early::instances).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
      assertThat(refusal(() -> early.groupOf("cloudadapter://demo/pool/m-1")).getCode())
          .isEqualTo(Status.Code.UNAVAILABLE);
      assertThat(refusal(
                  () -> early.calls.nodeGroups(ExternalGrpc.NodeGroupsRequest.getDefaultInstance()))
              .getDescription())
          .startsWith("pool pool has not listed its cloud yet");
    }
  }

  private static PoolView notListed() {
    return new PoolView(
        new PoolName("pool"),
        Instant.EPOCH,
        1,
        3,
        PoolStatus.ACTIVE,
        List.of(),
        List.of(),
        ListStatus.NOT_LISTED);
  }

  @Test
  void aFollowerAnswersEachCallWithTheLeader(TestPool test) {
    test.settle();
    host.follows("https://a.example:8443");

    List<? extends MethodDescriptor<?, ?>> methods =
        List.copyOf(CloudProviderGrpc.getServiceDescriptor().getMethods());

    assertThat(methods).hasSize(15).allSatisfy(method -> {
      Status refusal = refusal(() -> emptyCall(method));
      assertThat(refusal.getCode()).isEqualTo(Status.Code.UNAVAILABLE);
      assertThat(refusal.getDescription()).contains("https://a.example:8443");
    });
    host.leads();
    client.refresh();
  }

  @SuppressWarnings("unchecked")
  private void emptyCall(MethodDescriptor<?, ?> method) {
    MethodDescriptor<Object, Object> any = (MethodDescriptor<Object, Object>) method;
    Object request = any.parseRequest(new java.io.ByteArrayInputStream(new byte[0]));
    Object unused =
        ClientCalls.blockingUnaryCall(client.channel(), any, CallOptions.DEFAULT, request);
  }

  @Test
  void aServerThatIsNotReadyEndsTheLoopAtItsBeginning(TestPool test) {
    test.settle();
    host.unready = Optional.of("the store has failed");

    Status refusal = refusal(client::refresh);

    assertThat(refusal.getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(refusal.getDescription()).contains("the store has failed");
  }

  @Test
  void aReaderChangesNothing(TestPool test) {
    running(test, 1);
    client.caller = Optional.of(FakeHost.caller(Role.READ, AccessScope.everything()));
    host.audited.clear();

    Status refusal = refusal(() -> client.increase(1));

    assertThat(refusal.getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
    assertThat(client.targetSize()).isEqualTo(1);
    assertThat(host.audited)
        .containsExactly("certificate:autoscaler NodeGroupIncreaseSize {} refused");
  }

  @Test
  void aCallerHasTheVerbsAndPoolsOfItsScopeOnly(TestPool test) {
    running(test, 1);
    String node = client.instances().get(0).getId();
    client.caller = Optional.of(
        FakeHost.caller(Role.OPERATE, AccessScope.everything().withVerbs(Set.of(PoolVerb.RESIZE))));

    client.increase(1);
    assertThat(refusal(() -> client.delete(node)).getCode())
        .isEqualTo(Status.Code.PERMISSION_DENIED);

    client.caller =
        Optional.of(FakeHost.caller(Role.OPERATE, AccessScope.ofPools(new PoolName("other"))));
    assertThat(refusal(() -> client.increase(1)).getCode()).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(client.groupOf(node)).isEmpty();
  }

  @Test
  void aCallerWithoutARoleIsRefused(TestPool test) {
    client.caller = Optional.empty();

    assertThat(refusal(client::refresh).getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
    assertThat(client.metrics.metrics()).singleElement().satisfies(metric -> {
      assertThat(metric.labels()).containsEntry("method", "Refresh");
      assertThat(metric.labels()).containsEntry("code", "UNAUTHENTICATED");
      assertThat(metric.value()).isEqualTo(1);
    });
  }

  @Test
  void eachChangeHasALineInTheAuditLogAndItsCallerInTheHistory(TestPool test) {
    running(test, 1);

    assertThat(host.audited)
        .containsExactly("certificate:autoscaler NodeGroupIncreaseSize {pool=pool} done");
    host.audits = false;
    assertThat(refusal(() -> client.increase(1)).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(client.targetSize()).isEqualTo(1);
  }

  @Test
  void aPoolIsAlsoANodeGroupByItsLabels(TestPool test) {
    test.settle();
    ClusterAutoscalerConfig byLabel = new ClusterAutoscalerConfig(
        "127.0.0.1",
        0,
        new PoolSelection(Set.of(), Map.of("autoscaler", "cluster")),
        ClusterAutoscalerConfig.USUAL_PROVIDER_ID,
        "gpu",
        List.of(),
        Map.of());
    try (AutoscalerClient other = new AutoscalerClient(byLabel, host, "t3")) {
      assertThat(refusal(() -> other.increase(1)).getCode()).isEqualTo(Status.Code.NOT_FOUND);

      host.labels = Map.of("autoscaler", "cluster", "team", "a");
      other.increase(1);

      assertThat(other.targetSize()).isEqualTo(1);
    }
  }

  @Test
  void graphicsProcessorsHaveTheLabelAndTheTypesOfTheConfiguration(TestPool test) {
    assertThat(client
            .calls
            .gPULabel(ExternalGrpc.GPULabelRequest.getDefaultInstance())
            .getLabel())
        .isEqualTo("cloudadapter.io/gpu");
    assertThat(client
            .calls
            .getAvailableGPUTypes(ExternalGrpc.GetAvailableGPUTypesRequest.getDefaultInstance())
            .getGpuTypesMap())
        .containsOnlyKeys("t4");
  }
}
