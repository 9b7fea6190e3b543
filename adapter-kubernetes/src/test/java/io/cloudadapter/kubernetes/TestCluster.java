package io.cloudadapter.kubernetes;

import io.cloudadapter.fake.kubernetes.ApiStandIn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A stand-in with the clients that a process has of it. */
final class TestCluster implements AutoCloseable {
  static final String NAMESPACE = "cloudadapter";

  final ApiStandIn standIn;
  final Path kubeconfig;
  final ApiServers servers =
      new ApiServers(new ServiceAccountFiles(Path.of("no-such-directory"), Map.of()));
  final ApiServers.Key key;
  final ListWatch<Node> nodes;
  final ApiCluster cluster;

  TestCluster(Path directory) throws IOException {
    standIn = ApiStandIn.start();
    kubeconfig = Files.writeString(directory.resolve("kubeconfig"), standIn.kubeconfig());
    key = new ApiServers.Key(Optional.of(kubeconfig), Optional.empty());
    nodes = new ListWatch<>(
        () -> servers.of(key),
        "/api/v1/nodes",
        "NodeList",
        "",
        Duration.ofSeconds(1),
        Node::read,
        System::nanoTime);
    cluster = new ApiCluster(() -> servers.of(key), NAMESPACE, nodes, System::nanoTime);
  }

  void advance() {
    nodes.advance(Duration.ofSeconds(10));
  }

  Node node(String name) {
    return nodes.objects().get(name);
  }

  @Override
  public void close() {
    servers.close();
    standIn.close();
  }
}
