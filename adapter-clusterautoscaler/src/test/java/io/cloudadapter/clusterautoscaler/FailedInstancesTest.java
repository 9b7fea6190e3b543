package io.cloudadapter.clusterautoscaler;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc.Instance;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.junit.CloudAdapterExtension;
import io.cloudadapter.junit.TestPool;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerConfig;
import io.cloudadapter.simulated.CloudFault;
import io.cloudadapter.spi.RequestKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which machines that a pool lacks are shown as failed, so that Cluster Autoscaler takes an increase back. */
class FailedInstancesTest {
  private static final PoolConfig POOL = PoolConfig.named("pool", "demo", 10).build();

  @RegisterExtension
  final CloudAdapterExtension adapter = CloudAdapterExtension.builder()
      .pool(POOL)
      .cloud(cloud -> cloud.zones(List.of("a")))
      .seed(7)
      .build();

  private AutoscalerClient client;

  @BeforeEach
  void open(TestPool test) {
    client = new AutoscalerClient(
        AutoscalerServiceTest.config(ClusterAutoscalerConfig.USUAL_PROVIDER_ID),
        new FakeHost(test.pool(), POOL),
        "t1");
  }

  @AfterEach
  void close() {
    client.close();
  }

  private String[] failed() {
    return client.instances().stream()
        .filter(instance -> !instance.getStatus().getErrorInfo().getErrorCode().isEmpty())
        .map(Instance::getId)
        .toArray(String[]::new);
  }

  @Test
  void anIncreaseBeforeTheFirstListAfterARestartIsNoFailure(TestPool test) {
    client.increase(2);
    test.settle();
    test.faults().rate(RequestKind.READ, CloudFault.ERROR_BEFORE_EFFECT, 1);
    test.crash();

    client.increase(3);

    assertThat(test.pool().plan().holds()).isNotEmpty();
    assertThat(failed()).isEmpty();
    test.advance(Duration.ofMinutes(3));
    assertThat(failed()).isEmpty();
    test.faults().heal();
    test.settle();
    assertThat(client.targetSize()).isEqualTo(5);
    assertThat(test.cloud().created()).hasSize(5);
  }

  @Test
  void aReplacementThatIsHeldBackDoesNotLowerTheTarget(TestPool test) {
    client.increase(5);
    test.settle();
    client.refresh();
    test.cloud().setQuota(4);
    test.cloud().kill(test.cloud().machines().get(0).id());

    test.advance(Duration.ofMinutes(10));

    assertThat(test.pool().view().size().effective()).isEqualTo(4);
    assertThat(failed()).isEmpty();
    client.increase(2);
    test.advance(Duration.ofMinutes(10));
    assertThat(failed()).hasSize(2);
    client.delete(failed());
    assertThat(client.targetSize()).isEqualTo(5);
    assertThat(failed()).isEmpty();
  }

  @Test
  void aReplacementThatIsHeldBackDoesNotLowerTheTargetOfAnotherProcess(TestPool test) {
    client.increase(5);
    test.settle();
    test.cloud().setQuota(4);
    test.cloud().kill(test.cloud().machines().get(0).id());
    test.advance(Duration.ofMinutes(10));

    close();
    open(test);

    assertThat(failed()).isEmpty();
    assertThat(client.targetSize()).isEqualTo(5);
  }
}
