package io.cloudadapter.cli.server;

import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.HistoryConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.store.quorum.ClusterAddress;
import io.cloudadapter.health.ProbeCommands;
import io.cloudadapter.health.ProbeHosts;
import io.cloudadapter.server.config.AdapterConfig;
import io.cloudadapter.server.config.AdvertisedUrl;
import io.cloudadapter.server.config.CloudproviderConfig;
import io.cloudadapter.server.config.ConfigFileReader;
import io.cloudadapter.server.config.ConfigLines;
import io.cloudadapter.server.config.PartialConfig;
import io.cloudadapter.server.config.ServerConfig;
import io.cloudadapter.server.config.StoreConfig;
import io.cloudadapter.server.options.ServerLimits;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.config.ConfigError;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a server serves: a configuration file or the demo, with this data directory and port. */
public final class ServeOptions {
  static final int DEMO_PORT = 8443;
  private static final int DEMO_SIZE = 20;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "The configuration, see docs/reference/configuration.md. Default: one pool named "
              + "demo on the simulated cloud.")
  private @Nullable Path config;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The directory for everything that must survive a restart. Default: as "
          + "configured, or ./data.")
  private @Nullable Path data;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The port; 0 picks a free one. Default: as configured, or 8443.")
  private @Nullable Integer port;

  @Option(
      names = "--store",
      paramLabel = "ADDRESS",
      description = "The shared store of the ledger, for several servers over the same pools: "
          + "etcd://HOST:PORT,HOST:PORT/PREFIX. Default: as configured, or the data "
          + "directory.")
  private @Nullable String store;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The name of this server among those that share the store. Default: as "
          + "configured, or made of host and process.")
  private @Nullable String name;

  @Option(
      names = "--advertise-url",
      paramLabel = "URL",
      description = "The address of this server that the others of the store name to clients, "
          + "https://HOST:PORT. Default: as configured, or the one it listens on.")
  private @Nullable String advertised;

  Optional<Path> file() {
    return Optional.ofNullable(config);
  }

  /**
   * The configuration that is meant, as far as it is sound.
   *
   * @throws io.cloudadapter.spi.config.ConfigException if the file cannot be read at all
   */
  public PartialConfig draft(Map<String, String> environment) {
    PartialConfig draft = draft(config, environment);
    AdapterConfig read = draft.config();
    List<ConfigError> faults = new ArrayList<>(draft.faults());
    List<ConfigError> doubts = new ArrayList<>(draft.doubts());
    if (data != null) {
      read = read.withData(data);
    }
    if (port != null && (port < 0 || port > 65535)) {
      faults.add(new ConfigError("--port", "must be 0 to 65535, was " + port));
    } else if (port != null) {
      read = read.withPort(port);
    }
    if (store != null) {
      try {
        ClusterAddress address = ClusterAddress.parse(store);
        read = read.withStore(read.store()
            .map(configured -> configured.on(address))
            .orElseGet(() -> StoreConfig.at(address)));
      } catch (IllegalArgumentException e) {
        faults.add(new ConfigError("--store", String.valueOf(e.getMessage())));
      }
    }
    if (name != null && !name.matches("[A-Za-z0-9._-]{1,64}")) {
      faults.add(new ConfigError(
          "--name", "must be 1 to 64 of A-Z, a-z, 0-9, dot, dash and underscore, was " + name));
    } else if (name != null) {
      String called = name;
      if (read.store().isEmpty()) {
        doubts.add(new ConfigError(
            "--name", "has no effect without --store, or store in the configuration"));
      }
      read = read.store().map(s -> s.named(called)).map(read::withStore).orElse(read);
    }
    if (advertised != null) {
      read = advertising(advertised, read, faults);
    }
    return new PartialConfig(keptInData(read), faults, doubts, draft.lines());
  }

  private static AdapterConfig advertising(
      String url, AdapterConfig read, List<ConfigError> faults) {
    Optional<StoreConfig> shared = read.store();
    if (shared.isEmpty()) {
      faults.add(new ConfigError(
          "--advertise-url", "has no effect without --store, or store in the configuration"));
      return read;
    }
    try {
      return read.withStore(shared.get().reachedAt(AdvertisedUrl.checked(url)));
    } catch (IllegalArgumentException e) {
      faults.add(new ConfigError("--advertise-url", String.valueOf(e.getMessage())));
      return read;
    }
  }

  /** Returns the configuration of a file, or the demo. */
  public static PartialConfig draft(@Nullable Path config, Map<String, String> environment) {
    return config == null
        ? new PartialConfig(demo(), List.of(), List.of(), ConfigLines.none())
        : new ConfigFileReader(adapters(), environment).draft(config);
  }

  /**
   * The pool of a configuration that is meant.
   *
   * @param name its name; null for the default pool
   * @throws IllegalArgumentException if there is none of that name
   */
  public static PoolConfig pool(AdapterConfig config, @Nullable String name) {
    return config.pools().stream()
        .filter(pool -> name == null || pool.name().value().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("--pool must be one of "
            + config.pools().stream().map(PoolConfig::name).toList() + ", was " + name));
  }

  /** The adapters on the path, one of each name. */
  public static List<MachineProviderFactory> adapters() {
    Map<String, MachineProviderFactory> found = new TreeMap<>();
    for (MachineProviderFactory factory : ServiceLoader.load(MachineProviderFactory.class)) {
      found.putIfAbsent(factory.name(), factory);
    }
    return List.copyOf(found.values());
  }

  private static AdapterConfig demo() {
    return new AdapterConfig(
        Path.of("data"),
        new ServerConfig(
            "127.0.0.1",
            DEMO_PORT,
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            List.of(),
            ServerLimits.defaults()),
        List.of(new AccountConfig("demo", SimulatedAccounts.PROVIDER, Map.of())),
        // Lists of the simulated cloud cost nothing, and people do not like to wait.
        List.of(PoolConfig.named("demo", "demo", DEMO_SIZE)
            .listInterval(Duration.ofSeconds(1), Duration.ofSeconds(2))
            .launchesPerHour(1000)
            .terminationsPerHour(1000)
            .build()),
        CloudproviderConfig.usual(),
        Optional.empty(),
        HistoryConfig.usual(),
        List.of(),
        List.of(),
        Optional.empty(),
        ProbeCommands.none(),
        ProbeHosts.none(),
        List.of());
  }

  /** A simulated cloud outlives the server, as a real one does: in a file beside the ledger. */
  private AdapterConfig keptInData(AdapterConfig read) {
    Path base = file().map(Path::toAbsolutePath).map(Path::getParent).orElse(Path.of(""));
    List<AccountConfig> accounts = new ArrayList<>();
    for (AccountConfig account : read.accounts()) {
      accounts.add(SimulatedAccounts.keptIn(read.data(), base, account));
    }
    return read.withAccounts(accounts);
  }
}
