package io.cloudadapter.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.config.ProbeConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.AsynchronousChannelGroup;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Probes over TCP against sockets of this test. */
class TcpProbeTest {
  private AsynchronousChannelGroup group;
  private TcpProbe probe;

  @BeforeEach
  void begin() throws IOException {
    group = AsynchronousChannelGroup.withFixedThreadPool(1, Executors.defaultThreadFactory());
    probe = new TcpProbe(group);
  }

  @AfterEach
  void end() throws IOException {
    group.shutdownNow();
  }

  private ProbeResult probed(int port) throws Exception {
    ProbeTarget target = new ProbeTarget(
        new PoolName("web"),
        new MachineId("a"),
        InetAddress.getLoopbackAddress(),
        ProbeConfig.tcp(port),
        Duration.ofSeconds(5));
    return probe.probe(target).toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  @Test
  void a_port_that_accepts_connections_is_well() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      assertThat(probed(server.getLocalPort())).isEqualTo(ProbeResult.ok("it accepts connections"));
    }
  }

  @Test
  void a_closed_port_is_not_well() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }

    assertThat(probed(port)).isEqualTo(ProbeResult.bad("the connection was refused"));
  }

  @Test
  void a_prober_that_has_ended_cannot_tell() throws Exception {
    group.shutdownNow();

    assertThat(probed(22).verdict())
        .isEqualTo(io.cloudadapter.api.health.HealthVerdict.CANNOT_TELL);
  }
}
