package io.cloudadapter.server.kube;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.server.SingleAccount;
import io.cloudadapter.server.TestServer;
import io.cloudadapter.server.options.CloudproviderOptions;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.simulated.SimulatedCloudBuilder;
import java.time.Instant;
import java.util.function.UnaryOperator;

/** A simulated account behind a server with a plain listener, and the client to ask it. */
public final class KubernetesScene implements AutoCloseable {
  public final SimulatedCloud cloud;
  public final SingleAccount account;
  public final TestServer server;
  public final KubernetesClient client;

  public KubernetesScene() {
    this(CloudproviderOptions.usual());
  }

  public KubernetesScene(CloudproviderOptions settings) {
    this(settings, cloud -> cloud);
  }

  public KubernetesScene(
      CloudproviderOptions settings, UnaryOperator<SimulatedCloudBuilder> shape) {
    cloud = shape
        .apply(SimulatedCloud.builder(
            1, SimulatedClock.startingAt(Instant.parse("2026-01-01T00:00:00Z"))))
        .build();
    account = SingleAccount.of(cloud);
    server =
        new TestServer(builder -> builder.cloudprovider(account, settings.plainAt("127.0.0.1", 0)));
    client = new KubernetesClient(server);
  }

  /** The name of a machine that runs. */
  public String machine() {
    MachineId id = cloud.createMachine();
    return id.value();
  }

  /** What a load balancer is asked for with, as the client sends it. */
  public static String balancer(String name, String ports, String hosts) {
    return "{\"loadBalancerName\":\"" + name + "\",\"region\":\"simulated\",\"externalIP\":\"\","
        + "\"ports\":" + ports + ",\"hosts\":" + hosts + ",\"sessionAffinity\":\"None\"}";
  }

  public static String port(String name, int port, int nodePort) {
    return "{\"name\":\"" + name + "\",\"protocol\":\"TCP\",\"port\":" + port
        + ",\"targetPort\":0,\"nodePort\":" + nodePort + "}";
  }

  public static String route(String hint, String name, String target, String block) {
    return "{\"clusterName\":\"k\",\"nameHint\":\"" + hint + "\",\"route\":{\"routeName\":\"" + name
        + "\",\"targetInstance\":\"" + target + "\",\"destinationCIDR\":\"" + block + "\"}}";
  }

  @Override
  public void close() {
    server.close();
  }
}
