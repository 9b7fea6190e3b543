package io.cloudadapter.kubernetes;

import io.cloudadapter.kubernetes.ClusterAccess.UnusableAccessException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The way to the cluster that this process is a pod of: the files and variables that Kubernetes gives each pod. */
final class ServiceAccountFiles {
  private static final Path USUAL = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

  private final Path directory;
  private final Map<String, String> environment;

  ServiceAccountFiles(Path directory, Map<String, String> environment) {
    this.directory = directory;
    this.environment = Map.copyOf(environment);
  }

  static ServiceAccountFiles ofThisPod() {
    return new ServiceAccountFiles(USUAL, System.getenv());
  }

  ClusterAccess read() throws UnusableAccessException {
    String host = environment.getOrDefault("KUBERNETES_SERVICE_HOST", "");
    String port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "443");
    if (host.isEmpty() || !port.matches("[0-9]{1,5}")) {
      throw new UnusableAccessException(
          "this process is no pod of a cluster, since KUBERNETES_SERVICE_HOST is not set; give a kubeconfig");
    }
    String address = host.indexOf(':') < 0 ? host : "[" + host + "]";
    Path token = directory.resolve("token");
    ClusterAccess access = new ClusterAccess(
        URI.create("https://" + address + ":" + port),
        Optional.of(ClusterAccess.read(directory.resolve("ca.crt"))),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(token),
        "the service account of this pod");
    Optional<String> unused = access.currentToken();
    return access;
  }
}
