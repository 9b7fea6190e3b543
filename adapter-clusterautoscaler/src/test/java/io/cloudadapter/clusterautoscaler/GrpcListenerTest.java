package io.cloudadapter.clusterautoscaler;

import static io.cloudadapter.clusterautoscaler.AutoscalerClient.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.clusterautoscaler.proto.CloudProviderGrpc;
import io.cloudadapter.clusterautoscaler.proto.CloudProviderGrpc.CloudProviderBlockingStub;
import io.cloudadapter.clusterautoscaler.proto.ExternalGrpc;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.junit.CloudAdapterExtension;
import io.cloudadapter.junit.TestPool;
import io.cloudadapter.server.autoscaler.ClusterAutoscalerConfig;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The port for Cluster Autoscaler, over sockets and with client certificates. */
@Timeout(60)
class GrpcListenerTest {
  private static final PoolConfig POOL = PoolConfig.named("pool", "demo", 10).build();
  private static final TestAuthority AUTHORITY = new TestAuthority();

  @RegisterExtension
  final CloudAdapterExtension adapter =
      CloudAdapterExtension.builder().pool(POOL).seed(7).build();

  @TempDir
  private Path directory;

  private final List<ManagedChannel> channels = new ArrayList<>();
  private FakeHost host;
  private GrpcListener listener;

  @BeforeEach
  void listen(TestPool test) throws Exception {
    test.settle();
    host = new FakeHost(test.pool(), POOL);
    host.authority = Optional.of(AUTHORITY);
    host.leads();
    host.files = List.of(Files.writeString(directory.resolve("server.pem"), "first"));
    listener = GrpcListener.start(
        AutoscalerServiceTest.config(ClusterAutoscalerConfig.USUAL_PROVIDER_ID), host, "t1");
  }

  @AfterEach
  void stop() {
    channels.forEach(ManagedChannel::shutdownNow);
    listener.close();
  }

  /** Connects with a certificate for a name, or with none, by the listener's IP address. */
  private ManagedChannel connect(Optional<String> name) throws Exception {
    ManagedChannel channel = host.authority.orElseThrow().connect(listener.port(), name);
    channels.add(channel);
    return channel;
  }

  private static CloudProviderBlockingStub calls(ManagedChannel channel) {
    return CloudProviderGrpc.newBlockingStub(channel).withDeadlineAfter(20, TimeUnit.SECONDS);
  }

  private static void refresh(ManagedChannel channel) {
    var unused = calls(channel).refresh(ExternalGrpc.RefreshRequest.getDefaultInstance());
  }

  @Test
  void aCallerIsTheSubjectOfItsCertificate() throws Exception {
    refresh(connect(Optional.of("autoscaler")));

    Status stranger = refusal(() -> refresh(connectUnchecked("stranger")));

    assertThat(stranger.getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
  }

  private ManagedChannel connectUnchecked(String name) {
    try {
      return connect(Optional.of(name));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aClientWithoutACertificateDoesNotConnect() throws Exception {
    ManagedChannel channel = connect(Optional.empty());

    assertThat(refusal(() -> refresh(channel)).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
  }

  @Test
  void aReplicaThatLosesTheLeadClosesItsConnectionsAndListensOn() throws Exception {
    ManagedChannel channel = connect(Optional.of("autoscaler"));
    refresh(channel);
    CountDownLatch closed = new CountDownLatch(1);
    channel.notifyWhenStateChanged(ConnectivityState.READY, closed::countDown);
    int port = listener.port();

    host.follows("https://a.example:8443");
    listener.check();

    assertThat(closed.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(listener.port()).isEqualTo(port);
    Status refusal = refusal(() -> refresh(channel));
    assertThat(refusal.getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(refusal.getDescription()).contains("https://a.example:8443");
  }

  @Test
  void aReplacedCertificateIsShownToAllWhoConnectAnew() throws Exception {
    ManagedChannel before = connect(Optional.of("autoscaler"));
    refresh(before);
    CountDownLatch closed = new CountDownLatch(1);
    before.notifyWhenStateChanged(ConnectivityState.READY, closed::countDown);

    host.authority = Optional.of(new TestAuthority());
    Files.writeString(directory.resolve("server.pem"), "the second one");
    listener.check();

    assertThat(closed.await(20, TimeUnit.SECONDS)).isTrue();
    refresh(connect(Optional.of("autoscaler")));
    assertThat(refusal(() -> refresh(before)).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
  }

  @Test
  void aReplicaThatLosesTheLeadListensOnWithItsLastGoodCertificate() throws Exception {
    host.broken = true;
    Files.writeString(directory.resolve("server.pem"), "no certificate");
    int port = listener.port();

    host.follows("https://a.example:8443");
    listener.check();

    assertThat(listener.port()).isEqualTo(port);
    CloudProviderBlockingStub calls = calls(connect(Optional.of("autoscaler"))).withWaitForReady();
    Status refusal = refusal(() -> {
      var unused = calls.refresh(ExternalGrpc.RefreshRequest.getDefaultInstance());
    });
    assertThat(refusal.getDescription()).contains("https://a.example:8443");
  }

  @Test
  void aPortThatIsTakenIsRefusedWithItsKey() {
    ClusterAutoscalerConfig usual =
        AutoscalerServiceTest.config(ClusterAutoscalerConfig.USUAL_PROVIDER_ID);
    ClusterAutoscalerConfig taken = new ClusterAutoscalerConfig(
        usual.address(),
        listener.port(),
        usual.pools(),
        usual.providerId(),
        usual.gpuLabel(),
        usual.gpuTypes(),
        usual.groups());

    assertThatThrownBy(() -> GrpcListener.start(taken, host, "t2"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(
            "clusterAutoscaler.port cannot be listened on, at 127.0.0.1:" + listener.port());
  }
}
