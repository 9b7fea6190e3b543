package io.cloudadapter.clusterautoscaler;

import static io.cloudadapter.clusterautoscaler.AutoscalerClient.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.Instance;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerConfig;
import io.cloudadapter.server.options.AccessScope.PoolSelection;
import io.grpc.Status;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Deletions of several nodes, of several pools, and within the time of the caller. */
@Timeout(60)
class NodeDeletionTest {
  private final ScriptedPool web = new ScriptedPool("web", "m-1", "m-2", "m-3");
  private final ScriptedPool batch = new ScriptedPool("batch");
  private final FakeHost host = new FakeHost(
      List.of(web.pool(), batch.pool()), PoolConfig.named("web", "demo", 10).build());
  private final AutoscalerClient client = client(Runnable::run);

  private AutoscalerClient client(java.util.concurrent.Executor readers) {
    return new AutoscalerClient(
        new ClusterAutoscalerConfig(
            "127.0.0.1",
            0,
            new PoolSelection(Set.of(new PoolName("web"), new PoolName("batch")), Map.of()),
            "openstack:///{id}",
            "gpu",
            List.of(),
            Map.of()),
        host,
        "t1",
        readers);
  }

  @AfterEach
  void close() {
    client.close();
  }

  private void increase(String group, int delta) {
    var unused =
        client.calls.nodeGroupIncreaseSize(ExternalGrpc.NodeGroupIncreaseSizeRequest.newBuilder()
            .setId(group)
            .setDelta(delta)
            .build());
  }

  private String[] failed(String group) {
    return client
        .calls
        .nodeGroupNodes(
            ExternalGrpc.NodeGroupNodesRequest.newBuilder().setId(group).build())
        .getInstancesList()
        .stream()
        .filter(instance -> !instance.getStatus().getErrorInfo().getErrorCode().isEmpty())
        .map(Instance::getId)
        .toArray(String[]::new);
  }

  private void delete(String... ids) {
    AutoscalerClient.delete(client.calls, "web", ids);
  }

  private static CompletionStage<Void> refused(Reason reason, String message) {
    return CompletableFuture.failedFuture(new PoolException(reason, message, ""));
  }

  @Test
  void aMissingMachineIsOfThePoolThatItsIdNames() {
    increase("web", 1);
    increase("batch", 1);
    String[] ofBatch = failed("batch");

    assertThat(ofBatch).hasSize(1).doesNotContain(failed("web"));
    assertThat(client.groupOf(ofBatch[0])).isEqualTo("batch");
    assertThat(refusal(() -> delete(ofBatch)).getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    AutoscalerClient.delete(client.calls, "batch", ofBatch);

    assertThat(web.desired).isEqualTo(4);
    assertThat(batch.desired).isZero();
  }

  @Test
  void anIdOfAnotherServerStaysInItsGroupAndItsDeletionDoesNothing() {
    increase("web", 1);
    String old = "openstack:///missing-t0-7-99-web";

    assertThat(client.groupOf(old)).isEqualTo("web");
    delete(old);

    assertThat(web.desired).isEqualTo(4);
    assertThat(client.groupOf("openstack:///missing-t0-7-99-other")).isEmpty();
  }

  @Test
  void aLaunchThatWasGivenUpIsDeletedAlready() {
    web.ends = id -> refused(Reason.NOT_FOUND, "machine " + id + " is not a member of pool web");

    delete("openstack:///req-x-0");

    assertThat(web.terminated).containsExactly("req-x-0");
  }

  @Test
  void aNodeThatIsRefusedKeepsNoOther() {
    web.ends = id -> switch (id) {
      case "m-1" -> refused(Reason.CONFLICT, "machine m-1 is DETACHING");
      case "req-x-0" -> refused(Reason.NOT_FOUND, "machine req-x-0 is not a member");
      default -> CompletableFuture.completedFuture(null);
    };

    Status refusal =
        refusal(() -> delete("openstack:///m-1", "openstack:///req-x-0", "openstack:///m-2"));

    assertThat(refusal.getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
    assertThat(refusal.getDescription()).contains("m-1");
    assertThat(web.terminated).containsExactly("m-1", "req-x-0", "m-2");
  }

  @Test
  void aMachineThatIsProtectedMeanwhileStays() {
    web.ends = id -> {
      web.protect("m-2");
      return CompletableFuture.completedFuture(null);
    };

    Status refusal = refusal(() -> delete("openstack:///m-1", "openstack:///m-2"));

    assertThat(refusal.getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
    assertThat(refusal.getDescription()).contains("m-2 is protected");
    assertThat(web.terminated).containsExactly("m-1");
  }

  @Test
  void aDeletionEndsWithTheTimeOfItsCaller() {
    web.ends = id -> new CompletableFuture<>();

    Status refusal = refusal(() -> AutoscalerClient.delete(
        client.calls.withDeadlineAfter(100, TimeUnit.MILLISECONDS),
        "web",
        "openstack:///m-1",
        "openstack:///m-2"));

    assertThat(refusal.getCode()).isIn(Status.Code.DEADLINE_EXCEEDED, Status.Code.UNAVAILABLE);
    assertThat(web.terminated).containsExactly("m-1");
  }

  @Test
  void settingsAreReadOncePerLoop() {
    client.refresh();
    int reads = host.configReads();

    client.groupOf("openstack:///m-1");
    increase("web", 1);
    delete("openstack:///m-1");

    assertThat(reads).isEqualTo(2);
    assertThat(host.configReads()).isEqualTo(2);
    client.refresh();
    assertThat(host.configReads()).isEqualTo(4);
  }

  @Test
  void aStoreThatDoesNotAnswerKeepsNoCallBeyondItsDeadline() {
    CountDownLatch store = new CountDownLatch(1);
    ExecutorService readers = Executors.newSingleThreadExecutor();
    readers.execute(() -> {
      try {
        store.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
    try (AutoscalerClient slow = client(readers)) {
      Status refusal = refusal(() -> {
        var unused = slow.calls
            .withDeadlineAfter(100, TimeUnit.MILLISECONDS)
            .refresh(ExternalGrpc.RefreshRequest.getDefaultInstance());
      });

      assertThat(refusal.getCode()).isIn(Status.Code.DEADLINE_EXCEEDED, Status.Code.UNAVAILABLE);
      assertThat(host.configReads()).isZero();
      store.countDown();
      slow.refresh();
    } finally {
      store.countDown();
      readers.shutdownNow();
    }
  }
}
