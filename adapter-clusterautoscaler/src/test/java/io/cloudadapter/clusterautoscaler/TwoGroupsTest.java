package io.cloudadapter.clusterautoscaler;

import static io.cloudadapter.clusterautoscaler.AutoscalerClient.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.clusterautoscaler.proto.CloudProviderGrpc;
import io.cloudadapter.clusterautoscaler.proto.CloudProviderGrpc.CloudProviderBlockingStub;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerConfig;
import io.cloudadapter.server.options.AccessScope.PoolSelection;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two pools behind one listener: calls over one connection, also at the same time, reach each its own. */
class TwoGroupsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final PoolConfig SMALL = PoolConfig.named("small", "lab", 50).build();
  private static final PoolConfig LARGE = PoolConfig.named("large", "lab", 50).build();
  private static final ClusterAutoscalerConfig CONFIG = new ClusterAutoscalerConfig(
      "127.0.0.1",
      0,
      new PoolSelection(Set.of(new PoolName("small"), new PoolName("large")), Map.of()),
      ClusterAutoscalerConfig.USUAL_PROVIDER_ID,
      "gpu",
      List.of(),
      Map.of());

  private static void increase(CloudProviderBlockingStub calls, String group, int delta) {
    var unused = calls.nodeGroupIncreaseSize(ExternalGrpc.NodeGroupIncreaseSizeRequest.newBuilder()
        .setId(group)
        .setDelta(delta)
        .build());
  }

  private static int target(CloudProviderBlockingStub calls, String group) {
    return calls
        .nodeGroupTargetSize(
            ExternalGrpc.NodeGroupTargetSizeRequest.newBuilder().setId(group).build())
        .getTargetSize();
  }

  private static void exercise(CloudAdapter adapter, CloudProviderBlockingStub calls)
      throws Exception {
    var unused = calls.refresh(ExternalGrpc.RefreshRequest.getDefaultInstance());
    assertThat(calls
            .nodeGroups(ExternalGrpc.NodeGroupsRequest.getDefaultInstance())
            .getNodeGroupsList())
        .extracting(ExternalGrpc.NodeGroup::getId)
        .containsExactly("large", "small");

    IntStream.range(0, 12)
        .parallel()
        .forEach(i -> increase(calls, i % 3 == 0 ? "small" : "large", 1));
    assertThat(target(calls, "small")).isEqualTo(4);
    assertThat(target(calls, "large")).isEqualTo(8);

    MachinePool large = adapter.find("large").orElseThrow();
    String machine = large
        .await(view -> view.settled() && view.machines().size() == 8, PATIENCE)
        .machines()
        .get(0)
        .id()
        .value();
    String node = "cloudadapter://lab/large/" + machine;
    assertThat(refusal(() -> AutoscalerClient.delete(calls, "small", node)).getCode())
        .as("a node of the other group")
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    AutoscalerClient.delete(calls, "large", node);
    assertThat(target(calls, "small")).isEqualTo(4);
    assertThat(target(calls, "large")).isEqualTo(7);
  }

  @Test
  void each_call_reaches_its_own_pool_over_one_socket() throws Exception {
    try (CloudAdapter adapter = CloudAdapter.builder()
        .inMemory()
        .account(new AccountConfig("lab", "simulated", Map.of("bootTime", "10ms", "listLag", "0s")))
        .pool(SMALL)
        .pool(LARGE)
        .open()) {
      for (MachinePool pool : adapter.all()) {
        var unused = pool.await(view -> view.settled(), PATIENCE);
      }
      TestAuthority authority = new TestAuthority();
      FakeHost host = new FakeHost(List.copyOf(adapter.all()), SMALL);
      host.authority = Optional.of(authority);
      host.leads();
      try (GrpcListener listener = GrpcListener.start(CONFIG, host, "t1")) {
        ManagedChannel channel = authority.connect(listener.port(), Optional.of("autoscaler"));
        try {
          exercise(
              adapter,
              CloudProviderGrpc.newBlockingStub(channel).withDeadlineAfter(50, TimeUnit.SECONDS));
        } finally {
          channel.shutdownNow();
        }
      }
    }
  }
}
