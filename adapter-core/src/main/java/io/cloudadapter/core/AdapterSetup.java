package io.cloudadapter.core;

import io.cloudadapter.api.hook.HookListener;
import io.cloudadapter.core.bootstrap.ConfigValidator;
import io.cloudadapter.core.bootstrap.DataDirectory;
import io.cloudadapter.core.bootstrap.LedgerEncryptionKey;
import io.cloudadapter.core.bootstrap.LedgerSwitch;
import io.cloudadapter.core.bootstrap.MetricPoller;
import io.cloudadapter.core.bootstrap.PrivateDirectory;
import io.cloudadapter.core.bootstrap.ProviderRegistry;
import io.cloudadapter.core.bootstrap.StoreDrivers;
import io.cloudadapter.core.catalog.PoolCatalog;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.HistoryConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.TenantConfig;
import io.cloudadapter.core.runtime.Clocks;
import io.cloudadapter.core.runtime.LedgerKey;
import io.cloudadapter.core.store.MemoryStore;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.embedded.ReopeningStore;
import io.cloudadapter.core.store.quorum.ClusterAddress;
import io.cloudadapter.spi.DurableFile;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.action.ActionHandler;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.trace.Tracing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a builder was given: it is checked here, and the ledger is opened. {@link AdapterOpening} does the rest. One
 * thread at a time may use it.
 */
final class AdapterSetup {
  private static final Logger LOG = LoggerFactory.getLogger(CloudAdapter.class);

  private final List<AccountConfig> accounts = new ArrayList<>();
  /** Changes with the configuration while replicas run. */
  private final List<PoolConfig> pools = new CopyOnWriteArrayList<>();

  private final List<MachineProviderFactory> factories = new ArrayList<>();
  private final List<MetricPoller.Order> metrics = new ArrayList<>();
  private final Map<String, HookListener> listeners = new LinkedHashMap<>();
  private final List<ActionHandler> handlers = new ArrayList<>();
  private final List<LeaderTask> tasks = new ArrayList<>();
  private final List<TenantConfig> tenants = new ArrayList<>();
  private @Nullable Path directory;
  private Clocks clocks = Clocks.system();
  private @Nullable Tracing tracing;
  private boolean shares;
  private boolean inMemory;
  private HistoryConfig history = HistoryConfig.usual();
  private Consumer<LedgerKeyRotation> keyRotations = rotation -> {};

  void add(AccountConfig account) {
    accounts.add(Objects.requireNonNull(account, "account"));
  }

  void add(PoolConfig pool) {
    pools.add(Objects.requireNonNull(pool, "pool"));
  }

  /** Replaces the pool of that name, or adds it. */
  void configure(PoolConfig pool) {
    int at = 0;
    while (at < pools.size() && !pools.get(at).name().equals(pool.name())) {
      at++;
    }
    if (at < pools.size()) {
      pools.set(at, pool);
    } else {
      pools.add(pool);
    }
  }

  void unconfigure(String name) {
    pools.removeIf(pool -> pool.name().value().equals(name));
  }

  void add(MachineProviderFactory factory) {
    factories.add(Objects.requireNonNull(factory, "factory"));
  }

  void add(MetricPoller.Order metric) {
    metrics.add(metric);
  }

  void add(ActionHandler handler) {
    handlers.add(Objects.requireNonNull(handler, "handler"));
  }

  void add(TenantConfig tenant) {
    tenants.add(Objects.requireNonNull(tenant, "tenant"));
  }

  List<TenantConfig> tenants() {
    return List.copyOf(tenants);
  }

  void add(LeaderTask task) {
    tasks.add(Objects.requireNonNull(task, "task"));
  }

  void add(String pool, HookListener listener) {
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(listener, "listener");
    if (listeners.putIfAbsent(pool, listener) != null) {
      throw new IllegalArgumentException("pool " + pool + " has a listener already");
    }
  }

  void dataDirectory(Path path) {
    directory = Objects.requireNonNull(path, "path");
    inMemory = false;
  }

  void inMemory() {
    directory = null;
    inMemory = true;
  }

  void clocks(Clocks others) {
    clocks = others;
  }

  void history(HistoryConfig kept) {
    history = Objects.requireNonNull(kept, "history");
  }

  void keyRotations(Consumer<LedgerKeyRotation> listener) {
    keyRotations = Objects.requireNonNull(listener, "listener");
  }

  HistoryConfig history() {
    return history;
  }

  Clocks clocks() {
    return clocks;
  }

  void tracing(Tracing chosen) {
    tracing = Objects.requireNonNull(chosen, "tracing");
  }

  /** What was chosen, or what the program has. */
  Tracing tracing() {
    Tracing chosen = tracing;
    return chosen == null ? Tracing.find() : chosen;
  }

  Optional<Path> directory() {
    return Optional.ofNullable(directory);
  }

  List<PoolConfig> pools() {
    return List.copyOf(pools);
  }

  List<MetricPoller.Order> metrics() {
    return List.copyOf(metrics);
  }

  List<LeaderTask> tasks() {
    return List.copyOf(tasks);
  }

  List<ActionHandler> handlers() {
    return List.copyOf(handlers);
  }

  /** The keys that encrypt secrets in the ledger: the data directory's, or a new one where there is none. */
  LedgerEncryptionKey.Keys keys(SecureRandom random) {
    Path path = directory;
    return path == null
        ? new LedgerEncryptionKey.Keys(
            LedgerKey.of(LedgerEncryptionKey.fresh(random)), Optional.empty(), List.of())
        : LedgerEncryptionKey.all(path, random);
  }

  /** Puts the next key in the place of the present one, if it has this id. */
  void promoteNextKey(String id) {
    directory().ifPresent(path -> LedgerEncryptionKey.promoteNext(path, id));
  }

  List<ConfigError> errors() {
    SecureRandom random = new SecureRandom();
    List<ConfigError> faults = new ArrayList<>(faults(checked(), random));
    data().ifPresent(data -> faults.addAll(data.ledgerFaults(pools, random)));
    return List.copyOf(faults);
  }

  List<ConfigError> warnings() {
    List<ConfigError> warnings = new ArrayList<>(checked().warnings(pools));
    data().ifPresent(data -> {
      warnings.addAll(data.warnings());
      warnings.addAll(data.leftovers(pools, PoolCatalog::createdByApi, new SecureRandom()));
    });
    return warnings;
  }

  private Optional<DataDirectory> data() {
    return directory().map(DataDirectory::new);
  }

  /** Returns all errors that can be found without the ledger. */
  private List<ConfigError> faults(ConfigValidator checked, SecureRandom random) {
    List<ConfigError> faults = new ArrayList<>(checked.faults());
    faults.addAll(checked.tryAdapters(clocks, random, directory(), pools, this::taskFaults));
    data().ifPresent(data -> faults.addAll(data.faults()));
    faults.addAll(tenantFaults());
    if (directory == null && !inMemory) {
      faults.add(new ConfigError(
          "data",
          "must be given by dataDirectory, unless inMemory is called: without either the ledger"
              + " would end with the process"));
    }
    return faults;
  }

  private List<ConfigError> tenantFaults() {
    List<ConfigError> faults = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (TenantConfig tenant : tenants) {
      if (!names.add(tenant.name())) {
        faults.add(new ConfigError("tenants." + tenant.name(), "is given twice"));
      }
    }
    return faults;
  }

  private List<ConfigError> taskFaults(Map<String, List<HookChannel>> channels) {
    return tasks.stream().flatMap(task -> task.faults(channels).stream()).toList();
  }

  ConfigValidator checked() {
    return new ConfigValidator(
        accounts, pools, metrics, listeners, handlers, !shares, new ProviderRegistry(factories));
  }

  CloudAdapter open() {
    ConfigValidator checked = checked();
    SecureRandom random = new SecureRandom();
    refuse(faults(checked, random));
    data().flatMap(DataDirectory::keyLost).ifPresent(warning -> LOG.warn("{}", warning));
    return openOver(checked, openStore(random), random);
  }

  /** Keeps the pools over a store that was opened already, and closes it in the end. */
  CloudAdapter openOver(StateStore store) {
    return openOver(checked(), store, new SecureRandom());
  }

  private CloudAdapter openOver(ConfigValidator checked, StateStore store, SecureRandom random) {
    return openOver(checked, store, keys(random), KeyRotation.Approval.ALONE, random);
  }

  /** The same over a store that several processes share. */
  CloudAdapter openOver(
      StateStore store, LedgerEncryptionKey.Keys keys, KeyRotation.Approval approval) {
    return openOver(checked(), store, keys, approval, new SecureRandom());
  }

  private CloudAdapter openOver(
      ConfigValidator checked,
      StateStore store,
      LedgerEncryptionKey.Keys keys,
      KeyRotation.Approval approval,
      SecureRandom random) {
    KeyRotation rotation =
        new KeyRotation(store, keys, approval, random, clocks.wall().instant(), keyRotations);
    AdapterOpening opening = new AdapterOpening(this, checked, store, rotation, random);
    try {
      return opening.open();
    } catch (RuntimeException | Error e) {
      // After any failure, everything that was opened must be closed.
      opening.undo();
      throw e;
    }
  }

  Replica openReplica(ClusterAddress address, String name, Duration lease) {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(lease, "lease");
    Path path = directory;
    if (path == null) {
      throw new ConfigException(List.of(new ConfigError(
          "data", "must be given: the ledger's key is there, which all replicas must have alike")));
    }
    ConfigValidator checked = checked();
    SecureRandom random = new SecureRandom();
    List<ConfigError> faults = new ArrayList<>(checked.faults());
    faults.addAll(checked.tryAdapters(clocks, random, directory(), pools, this::taskFaults));
    new DataDirectory(path).faults().forEach(faults::add);
    refuse(faults);
    prepared(path);
    shares = true;
    return Replica.over(this, checked, StoreDrivers.connect(address), address, name, lease);
  }

  private StateStore openStore(SecureRandom random) {
    Path path = directory;
    if (path == null) {
      return new MemoryStore();
    }
    return ReopeningStore.open(prepared(path).ledger(), random, clocks.ticker());
  }

  /** Makes the data directory if need be, closes it to others, and brings it to the present format. */
  private static DataDirectory prepared(Path path) {
    try {
      DurableFile.createDirectories(path, DurableFile.Access.OWNER);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make the data directory " + path, e);
    }
    new PrivateDirectory(path).ensure();
    new LedgerSwitch(path).finish();
    DataDirectory data = new DataDirectory(path);
    data.upgrade();
    return data;
  }

  static void refuse(List<ConfigError> faults) {
    if (!faults.isEmpty()) {
      throw new ConfigException(faults);
    }
  }
}
