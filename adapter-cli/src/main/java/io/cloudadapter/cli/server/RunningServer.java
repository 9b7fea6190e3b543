package io.cloudadapter.cli.server;

import io.cloudadapter.api.Pools;
import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.PoolAdministration;
import io.cloudadapter.core.Replica;
import io.cloudadapter.core.config.ManagedPool;
import io.cloudadapter.notification.NotificationSender;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.LocalAudit;
import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.server.config.PoolDocumentReader;
import io.cloudadapter.server.config.StoreConfig;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.TlsConfig;
import io.cloudadapter.server.reload.AdministeredFilePools;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** A running server with its pools. Closing stops it in order: no new requests, then the pools. */
public final class RunningServer implements AutoCloseable {
  private final AdapterConfig config;
  private final AutoCloseable pools;
  private final AdapterServer server;
  private final Optional<ConfigAutoReload> reloads;

  private RunningServer(
      AdapterConfig config,
      AutoCloseable pools,
      AdapterServer server,
      Optional<ConfigAutoReload> reloads) {
    this.config = config;
    this.pools = pools;
    this.server = server;
    this.reloads = reloads;
  }

  /**
   * Starts.
   *
   * @throws RuntimeException if the configuration or the data directory cannot be used
   * @throws IOException if the port cannot be opened
   */
  public static RunningServer start(AdapterConfig config) throws IOException {
    return start(config, Optional.empty());
  }

  /**
   * Starts, and reads the configuration again when its file changes.
   *
   * @param file the file, if there is one
   * @throws RuntimeException if the configuration or the data directory cannot be used
   * @throws IOException if the port cannot be opened
   */
  static RunningServer start(AdapterConfig config, Optional<ConfigFile> file) throws IOException {
    return config.store().isPresent()
        ? share(config, config.store().get(), file)
        : alone(config, file);
  }

  private static RunningServer alone(AdapterConfig config, Optional<ConfigFile> file)
      throws IOException {
    NotificationSender sender = new NotificationSender(config.receivers());
    LocalAudit audit = CommandAudit.server(config);
    CloudAdapter pools = ConfigCheck.pools(config, sender)
        .keyRotations(CommandAudit.rotations(audit))
        .open();
    return serve(
        config,
        pools,
        pools.administration(),
        both(pools, sender),
        sender,
        pools::cloud,
        audit,
        file,
        server -> {});
  }

  /** The server advertises its address once it answers; policies that clients make belong to this server alone. */
  private static RunningServer share(
      AdapterConfig config, StoreConfig store, Optional<ConfigFile> file) throws IOException {
    NotificationSender sender = new NotificationSender(config.receivers());
    LocalAudit audit = CommandAudit.server(config);
    Replica pools = ConfigCheck.pools(config, sender)
        .keyRotations(CommandAudit.rotations(audit))
        .openReplica(store.address(), store.name().orElseGet(RunningServer::name), store.lease());
    return serve(
        config,
        pools,
        pools.administration(),
        both(pools, sender),
        sender,
        pools::cloud,
        audit,
        file,
        server -> pools.advertise(store.url().orElseGet(() -> server.uri().toString())));
  }

  /** The pools end first: they use what the sender has opened. */
  private static AutoCloseable both(AutoCloseable pools, NotificationSender sender) {
    return () -> {
      try (sender) {
        pools.close();
      }
    };
  }

  private static String name() {
    String host;
    try {
      host = InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9._-]", "-");
    } catch (UnknownHostException e) {
      host = "replica";
    }
    return host.substring(0, Math.min(48, host.length())) + "-"
        + ProcessHandle.current().pid();
  }

  private static RunningServer serve(
      AdapterConfig config,
      Pools pools,
      PoolAdministration administration,
      AutoCloseable closed,
      NotificationSender sender,
      Function<String, Optional<Cloud>> clouds,
      LocalAudit audit,
      Optional<ConfigFile> file,
      Consumer<AdapterServer> begin)
      throws IOException {
    AdapterServer server = null;
    Optional<ConfigAutoReload> reloads =
        file.map(one -> one.reloads(config, new AdministeredFilePools(administration), audit));
    try {
      AdapterServer.Builder door =
          AdapterServer.builder(pools, config.server(), config.tlsDirectory());
      if (config.store().isEmpty()) {
        door.policies(config.data().resolve("policies.json"));
        SimulatedAccounts.cloud(config).ifPresent(door::simulated);
      }
      PoolDocumentReader documents = new PoolDocumentReader(
              config.accounts(), ServeOptions.adapters())
          .probes(config.probeCommands(), config.probeHosts());
      door.administration(
          administration, config.autoscaler().map(documents::clusterAutoscaler).orElse(documents));
      door.notifications(sender);
      door.localAudit(audit);
      LogbackLevels.ofProcess().ifPresent(door::logLevels);
      reloads.map(ConfigAutoReload::reloader).ifPresent(door::reload);
      // An account shows once a pool lives in it, also one that is created while the server runs.
      door.accounts(() -> config.accounts().stream()
          .flatMap(account -> clouds.apply(account.name()).stream())
          .toList());
      clouds
          .apply(config.cloudprovider().account(config.pools()))
          .ifPresent(cloud -> door.cloudprovider(cloud, config.cloudprovider().settings()));
      config
          .autoscaler()
          .ifPresent(autoscaler -> door.clusterAutoscaler(
              autoscaler,
              pool -> administration.pool(pool.value()).flatMap(ManagedPool::config),
              clouds));
      server = door.start();
      begin.accept(server);
      RunningServer serving = new RunningServer(config, closed, server, reloads);
      serving.file().write(config.data());
      reloads.ifPresent(ConfigAutoReload::begin);
      return serving;
    } catch (IOException | RuntimeException e) {
      // After any failure, everything that was opened must be closed.
      if (server != null) {
        server.close();
      }
      close(closed);
      throw e;
    }
  }

  private static void close(AutoCloseable pools) {
    try {
      pools.close();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) { // Neither of the two has any.
      throw new IllegalStateException(e);
    }
  }

  /** The reloads of its configuration file; empty if it has none. */
  Optional<ConfigAutoReload> reloads() {
    return reloads;
  }

  public AdapterServer server() {
    return server;
  }

  AdapterConfig config() {
    return config;
  }

  /** How commands on this machine reach the server. */
  public ServerFile file() {
    return new ServerFile(server.uri(), certificate(), tokenFile());
  }

  /** The certificate that clients must be given. */
  private Optional<Path> certificate() {
    return server
        .selfSignedCertificate()
        .or(() -> config
            .server()
            .tls()
            .flatMap(tls -> tls instanceof TlsConfig.Pem pem
                ? Optional.of(pem.certificate())
                : Optional.empty()));
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
      // Nothing depends on it: a reader of the file finds no server at the address.
    }
    reloads.ifPresent(ConfigAutoReload::close);
    server.close();
    close(pools);
  }
}
