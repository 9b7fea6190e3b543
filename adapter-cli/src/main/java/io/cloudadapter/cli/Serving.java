package io.cloudadapter.cli;

import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.BearerToken;
import io.cloudadapter.server.Tls;
import io.cloudadapter.server.config.AdapterConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;

/** A running server with its pools. Closing stops it in order: no new requests, then the pools. */
final class Serving implements AutoCloseable {
  private final AdapterConfig config;
  private final CloudAdapter pools;
  private final AdapterServer server;

  private Serving(AdapterConfig config, CloudAdapter pools, AdapterServer server) {
    this.config = config;
    this.pools = pools;
    this.server = server;
  }

  /**
   * Starts.
   *
   * @throws RuntimeException if the configuration or the data directory cannot be used
   * @throws IOException if the port cannot be opened
   */
  static Serving start(AdapterConfig config) throws IOException {
    CloudAdapter pools = Checkup.pools(config).open();
    AdapterServer server = null;
    try {
      AdapterServer.Builder door = config
          .server()
          .server(pools, config.tlsDirectory())
          .policies(config.data().resolve("policies.json"));
      Simulated.cloud(config).ifPresent(door::simulated);
      pools
          .cloud(config.cloudprovider().account(config.pools()))
          .ifPresent(cloud -> door.cloudprovider(cloud, config.cloudprovider().settings()));
      server = door.start();
      Serving serving = new Serving(config, pools, server);
      serving.file().write(config.data());
      return serving;
    } catch (IOException | RuntimeException e) {
      // Whatever failed, nothing of what was opened may stay open.
      if (server != null) {
        server.close();
      }
      pools.close();
      throw e;
    }
  }

  AdapterServer server() {
    return server;
  }

  AdapterConfig config() {
    return config;
  }

  /** How commands on this machine reach the server. */
  ServerFile file() {
    return new ServerFile(server.uri(), certificate(), tokenFile());
  }

  /** The certificate that clients must be given. */
  private Optional<Path> certificate() {
    return server
        .selfSignedCertificate()
        .or(() -> config
            .server()
            .tls()
            .flatMap(tls ->
                tls instanceof Tls.Pem pem ? Optional.of(pem.certificate()) : Optional.empty()));
  }

  /** A file with the mightiest token of those that are in files. */
  private Optional<Path> tokenFile() {
    return config.server().tokens().stream()
        .sorted(Comparator.comparing(BearerToken::role).reversed())
        .flatMap(token -> token.source() instanceof BearerToken.File file
            ? Optional.of(file.path()).stream()
            : Optional.<Path>empty().stream())
        .findFirst();
  }

  @Override
  public void close() {
    try {
      ServerFile.remove(config.data());
    } catch (IOException e) {
      // Nothing depends on it: who reads the file finds nobody at the address.
    }
    server.close();
    pools.close();
  }
}
