package io.cloudadapter.console;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.config.PoolDocumentReader;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.MachinePrices;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.options.TlsConfig;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** A server with the console over HTTPS, and two pools on a cloud in memory. */
final class ConsoleServer implements AutoCloseable {
  static final String ADMIN = "token-of-the-admin-1";
  static final String OPERATOR = "token-of-the-operator";
  static final String READER = "token-of-the-reader-1";

  private static final BigDecimal PRICE_OF_WEB = new BigDecimal("0.0125");
  private static final AccountConfig ACCOUNT = new AccountConfig("demo", "in-memory", Map.of());

  final SimulatedCloud cloud;
  final CloudAdapter pools;
  private final Path tls;
  private final List<AccountConfig> accounts;
  private final List<MachineProviderFactory> providers;
  private int port;
  AdapterServer server;

  ConsoleServer(Path tls) throws IOException {
    this(tls, cloud());
  }

  static SimulatedCloud cloud() {
    return SimulatedCloud.builder(1, SimulatedClock.wall())
        .bootTime(Duration.ofMillis(20))
        .shownAfterEnd(Duration.ZERO)
        .build();
  }

  /** Over a cloud that there is, with a ledger that has nothing yet. */
  ConsoleServer(Path tls, SimulatedCloud cloud) throws IOException {
    this.tls = tls;
    this.cloud = cloud;
    pools = onCloud(cloud)
        .pool(pool("batch", Map.of("team", "data")))
        .pool(pool("web", Map.of("team", "shop", "tier", "front")))
        .open();
    accounts = List.of(ACCOUNT);
    providers = List.of(new InMemory(cloud));
    server = start(0);
  }

  private static CloudAdapter.Builder onCloud(SimulatedCloud cloud) {
    return CloudAdapter.builder().inMemory().provider(new InMemory(cloud)).account(ACCOUNT);
  }

  /** Has another life of the pool web make machines, which its present one does not have in its ledger. */
  void makeUnknownMachines(int count) throws InterruptedException {
    try (CloudAdapter other = onCloud(cloud).pool(pool("web", Map.of())).open()) {
      MachinePool web = other.defaultPool();
      web.setDesiredSize(count);
      PoolView unused = web.await(
          view -> view.settled() && view.machines().size() == count, Duration.ofSeconds(30));
    }
  }

  private AdapterServer start(int port) throws IOException {
    return AdapterServer.builder(pools)
        .tls(TlsConfig.selfSigned(tls))
        .tokens(tokens())
        .prices(MachinePrices.none().withPools(Map.of(new PoolName("web"), PRICE_OF_WEB)))
        .address("127.0.0.1", port)
        .administration(pools.administration(), new PoolDocumentReader(accounts, providers))
        .start();
  }

  /** Ends the server, and with it all sessions and connections. */
  void stopServer() {
    port = server.uri().getPort();
    server.stop();
  }

  /** Starts it again at the same address. */
  void startServer() throws IOException {
    server = start(port);
  }

  static List<BearerToken> tokens() {
    return List.of(
        BearerToken.sha256("ann", Role.ADMIN, hash(ADMIN)),
        BearerToken.sha256("olga", Role.OPERATE, hash(OPERATOR)),
        BearerToken.sha256("rob", Role.READ, hash(READER)));
  }

  static PoolConfig pool(String name, Map<String, String> labels) {
    return PoolConfig.named(name, "demo", 20)
        .listInterval(Duration.ofMillis(50), Duration.ofMillis(200))
        .launchesPerHour(10_000)
        .terminationsPerHour(10_000)
        .missingListsUntilGone(3)
        .labels(labels)
        .build();
  }

  MachinePool web() {
    return pools.find("web").orElseThrow();
  }

  String address() {
    return server.uri().toString();
  }

  private static String hash(String token) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    server.stop();
    pools.close();
  }

  record InMemory(SimulatedCloud cloud) implements MachineProviderFactory {
    @Override
    public String name() {
      return "in-memory";
    }

    @Override
    public ConfigSpec config() {
      return ConfigSpec.none();
    }

    @Override
    public MachineProvider open(ProviderConfig config, ProviderEnvironment environment) {
      return cloud.provider();
    }
  }
}
