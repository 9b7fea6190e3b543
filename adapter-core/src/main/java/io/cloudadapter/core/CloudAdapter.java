package io.cloudadapter.core;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Pools;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.api.hook.HookListener;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.scaling.MetricSource;
import io.cloudadapter.core.bootstrap.ActionHandlerRegistry;
import io.cloudadapter.core.bootstrap.CatalogAndQuotaCheck;
import io.cloudadapter.core.bootstrap.ConfigValidator;
import io.cloudadapter.core.bootstrap.DataDirectory;
import io.cloudadapter.core.bootstrap.HookChannelRegistry;
import io.cloudadapter.core.bootstrap.LaunchPreparationCheck;
import io.cloudadapter.core.bootstrap.LedgerEncryptionKey;
import io.cloudadapter.core.bootstrap.MetricPoller;
import io.cloudadapter.core.bootstrap.PrivateDirectory;
import io.cloudadapter.core.bootstrap.ProviderRegistry;
import io.cloudadapter.core.bootstrap.StoreDrivers;
import io.cloudadapter.core.bootstrap.StoreMetrics;
import io.cloudadapter.core.bootstrap.ThreadPools;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.ledger.LedgerSnapshot;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.runtime.AccountCloud;
import io.cloudadapter.core.runtime.ActionDispatcher;
import io.cloudadapter.core.runtime.ActionHistory;
import io.cloudadapter.core.runtime.Clocks;
import io.cloudadapter.core.runtime.GroupHookPoller;
import io.cloudadapter.core.runtime.HookNotifier;
import io.cloudadapter.core.runtime.LaunchEncryptor;
import io.cloudadapter.core.runtime.LocalPool;
import io.cloudadapter.core.runtime.ProviderCalls;
import io.cloudadapter.core.runtime.SpotNoticePoller;
import io.cloudadapter.core.store.MemoryStore;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.embedded.ReopeningStore;
import io.cloudadapter.core.store.quorum.ClusterAddress;
import io.cloudadapter.spi.DurableFile;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.action.ActionHandler;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.BatchTerminate;
import io.cloudadapter.spi.feature.GroupLifecycleHooks;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.spi.feature.LoadBalancerRegistration;
import io.cloudadapter.spi.feature.SpotNotices;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entry point of the library: opens the pools of one program, and keeps them at their sizes until it is closed.
 *
 * <pre>{@code
 * try (CloudAdapter adapter =
 *     CloudAdapter.builder()
 *         .dataDirectory(Path.of("data"))
 *         .account(new AccountConfig("demo", "simulated", Map.of()))
 *         .pool(PoolConfig.named("web", "demo", 20).build())
 *         .open()) {
 *   MachinePool web = adapter.defaultPool();
 *   web.setDesiredSize(3);
 *   web.await(PoolView::settled, Duration.ofMinutes(1));
 * }
 * }</pre>
 *
 * <p>Closing leaves the machines as they are; opening again on the same data directory continues where it was, also
 * after a crash. Any number of threads may use it. Its own threads are daemons.
 */
public final class CloudAdapter implements Pools, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CloudAdapter.class);

  private final StateStore store;
  private final Map<String, ProviderCalls> accounts;
  private final Map<String, Cloud> clouds;
  private final Map<String, LocalPool> pools;
  private final HookChannelRegistry channels;
  private final ActionHandlerRegistry handlers;
  private final ActionHistory feed;
  private final ThreadPools threads;
  private volatile boolean closed;

  private CloudAdapter(
      StateStore store,
      Map<String, ProviderCalls> accounts,
      Map<String, Cloud> clouds,
      Map<String, LocalPool> pools,
      HookChannelRegistry channels,
      ActionHandlerRegistry handlers,
      ActionHistory feed,
      ThreadPools threads) {
    this.store = store;
    this.accounts = accounts;
    this.clouds = clouds;
    this.pools = pools;
    this.channels = channels;
    this.handlers = handlers;
    this.feed = feed;
    this.threads = threads;
  }

  /**
   * Begins a configuration.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public List<MachinePool> all() {
    return List.copyOf(pools.values());
  }

  @Override
  public MachinePool defaultPool() {
    return pools.values().iterator().next();
  }

  @Override
  public Optional<MachinePool> find(String name) {
    Objects.requireNonNull(name, "name");
    return Optional.ofNullable(pools.get(name));
  }

  Optional<LocalPool> local(String name) {
    return Optional.ofNullable(pools.get(name));
  }

  /**
   * One of the accounts, to be asked for what it has beside machines.
   *
   * @param account its name
   * @return the account, if a pool lives in it
   */
  public Optional<Cloud> cloud(String account) {
    Objects.requireNonNull(account, "account");
    return Optional.ofNullable(clouds.get(account));
  }

  @Override
  public ActionList actions() {
    return feed.list();
  }

  @Override
  public ActionWatch watchActions(long version) {
    return feed.watch(version, Optional.empty());
  }

  @Override
  public List<Metric> metrics() {
    List<Metric> metrics = new ArrayList<>(StoreMetrics.of(store));
    for (LocalPool pool : pools.values()) {
      try {
        metrics.addAll(pool.metrics());
      } catch (PoolException e) {
        // What the store and the other pools have to tell is needed most while one pool is down.
        LOG.debug("pool {} has no numbers at present", pool.name(), e);
      }
    }
    metrics.sort(java.util.Comparator.comparing(Metric::name));
    return metrics;
  }

  @Override
  public Optional<String> unready() {
    return closed
        ? Optional.of("the library has been closed")
        : store.outage().map(why -> "the ledger cannot be written");
  }

  @Override
  public Optional<String> beyondHelp() {
    if (closed) {
      return Optional.of("the library has been closed");
    }
    return pools.values().stream()
        .filter(LocalPool::stuck)
        .findFirst()
        .map(pool -> "a step of a pool has lasted for more than "
            + TimeSpan.rounded(LocalPool.LONGEST_STEP) + ": its thread does not come back");
  }

  /** Stops keeping the pools and frees everything. The machines stay. May be called again. */
  @Override
  public void close() {
    closed = true;
    pools.values().forEach(pool -> pool.stop("the library has been closed"));
    accounts.values().forEach(ProviderCalls::close);
    channels.close();
    handlers.close();
    feed.close();
    threads.close(5, TimeUnit.SECONDS);
    store.close();
  }

  /** Builds the configuration of what to open. One thread at a time may use it. */
  public static final class Builder {
    private final List<AccountConfig> accounts = new ArrayList<>();
    private final List<PoolConfig> pools = new ArrayList<>();
    private final List<MachineProviderFactory> given = new ArrayList<>();
    private final List<MetricPoller.Order> metrics = new ArrayList<>();
    private final Map<String, HookListener> listeners = new LinkedHashMap<>();
    private final List<ActionHandler> handlers = new ArrayList<>();
    private @Nullable Path directory;
    private Clocks clocks = Clocks.system();
    private boolean shares;
    private boolean inMemory;

    private Builder() {}

    /**
     * Keeps the ledger in a directory, which is made if need be and belongs to one process at a time.
     *
     * @param path the directory
     * @return this builder
     */
    public Builder dataDirectory(Path path) {
      directory = Objects.requireNonNull(path, "path");
      inMemory = false;
      return this;
    }

    /**
     * Keeps the ledger in memory, for tests: closing forgets it, and with it what the pools own. Without this
     * and without a data directory nothing is opened.
     *
     * @return this builder
     */
    public Builder inMemory() {
      directory = null;
      inMemory = true;
      return this;
    }

    /**
     * Adds an account.
     *
     * @param account its name, adapter and configuration
     * @return this builder
     */
    public Builder account(AccountConfig account) {
      Objects.requireNonNull(account, "account");
      accounts.add(account);
      return this;
    }

    /**
     * Adds a pool; the first one added is the default pool.
     *
     * @param pool how it is to be kept
     * @return this builder
     */
    public Builder pool(PoolConfig pool) {
      Objects.requireNonNull(pool, "pool");
      pools.add(pool);
      return this;
    }

    /**
     * Adds an adapter beside those that {@link java.util.ServiceLoader} finds; it goes before one of the
     * same name.
     *
     * @param factory the adapter
     * @return this builder
     */
    public Builder provider(MachineProviderFactory factory) {
      Objects.requireNonNull(factory, "factory");
      given.add(factory);
      return this;
    }

    /**
     * Has a metric looked at again and again, and the policies of a pool that watch it answer. What
     * cannot be read is logged and changes nothing.
     *
     * @param pool the pool's name
     * @param metric the metric's name
     * @param every how long from one look to the next, at least 1 ms
     * @param source where it comes from
     * @return this builder
     */
    public Builder metric(String pool, String metric, Duration every, MetricSource source) {
      Objects.requireNonNull(pool, "pool");
      Objects.requireNonNull(metric, "metric");
      Objects.requireNonNull(every, "every");
      Objects.requireNonNull(source, "source");
      metrics.add(new MetricPoller.Order(pool, metric, every, source));
      return this;
    }

    /**
     * Sends the messages of a pool's hooks to a listener in this process, for hooks whose target is {@link
     * HookTarget#listener()}.
     *
     * @param pool the pool's name
     * @param listener receives the messages
     * @return this builder
     * @throws IllegalArgumentException if the pool has one already
     */
    public Builder hooks(String pool, HookListener listener) {
      Objects.requireNonNull(pool, "pool");
      Objects.requireNonNull(listener, "listener");
      if (listeners.putIfAbsent(pool, listener) != null) {
        throw new IllegalArgumentException("pool " + pool + " has a listener already");
      }
      return this;
    }

    /**
     * Adds a type of actions beside those that {@link java.util.ServiceLoader} finds; it goes before one of the
     * same name. It is closed when the library is.
     *
     * @param handler does its actions
     * @return this builder
     */
    public Builder action(ActionHandler handler) {
      Objects.requireNonNull(handler, "handler");
      handlers.add(handler);
      return this;
    }

    /**
     * Returns every error for which {@link #open} would refuse. It opens and closes each adapter, which does no I/O,
     * and reads the ledger, unless a process has it open. It changes and starts nothing.
     *
     * @return every fault, none if all is well
     */
    public List<ConfigError> errors() {
      SecureRandom random = new SecureRandom();
      List<ConfigError> faults = new ArrayList<>(faults(checked(), random));
      data().ifPresent(data -> faults.addAll(data.ledgerFaults(pools, random)));
      return List.copyOf(faults);
    }

    /**
     * Returns what {@link #open} would only warn about, or what may change before it: that a process has the data
     * directory open, that the ledger's key is lost, that a pool names zones that its cloud lacks, or leaves some
     * out.
     *
     * @return every warning, none if all is well
     */
    public List<ConfigError> warnings() {
      List<ConfigError> warnings = new ArrayList<>(checked().warnings(pools));
      data().ifPresent(data -> {
        warnings.addAll(data.warnings());
        warnings.addAll(data.leftovers(pools, new SecureRandom()));
      });
      return warnings;
    }

    /**
     * Asks the accounts' clouds what the pools would meet there: sizes that are not on offer, quotas without room for
     * all pools at their maxSize, images, networks, security groups, key pairs and zones that are not there. Waits
     * for each cloud as long as its adapter allows, and changes nothing there.
     *
     * @return every warning, empty if there is none or the adapters cannot check
     * @throws ConfigException with every fault of the configuration
     */
    public List<ConfigError> checkClouds() {
      ConfigValidator checked = checked();
      SecureRandom random = new SecureRandom();
      refuse(checked.faults());
      LaunchEncryptor sealer = new LaunchEncryptor(LedgerEncryptionKey.fresh(random), random);
      List<ConfigError> warnings = new ArrayList<>();
      ThreadPools threads = new ThreadPools();
      try {
        for (String account : pools.stream().map(PoolConfig::account).distinct().toList()) {
          try (ProviderCalls calls = new ProviderCalls(
              account,
              checked.account(account).open(clocks, random, Optional.ofNullable(directory)),
              clocks,
              sealer,
              threads.forAccount(account),
              threads.timer(),
              Map.of(),
              checked.account(account).config().longestRetryAfter(),
              () -> true)) {
            List<PoolConfig> own =
                pools.stream().filter(pool -> pool.account().equals(account)).toList();
            String provider = checked.account(account).config().provider();
            warnings.addAll(
                CatalogAndQuotaCheck.of(own, new AccountCloud(account, provider, calls)));
            own.forEach(pool ->
                warnings.addAll(LaunchPreparationCheck.of(pool, checked.template(pool), calls)));
          }
        }
      } finally {
        threads.close(1, TimeUnit.SECONDS);
      }
      return List.copyOf(warnings);
    }

    private Optional<DataDirectory> data() {
      return Optional.ofNullable(directory).map(DataDirectory::new);
    }

    /** Returns all errors that can be found without the ledger. */
    private List<ConfigError> faults(ConfigValidator checked, SecureRandom random) {
      List<ConfigError> faults = new ArrayList<>(checked.faults());
      faults.addAll(checked.tryAdapters(clocks, random, Optional.ofNullable(directory), pools));
      data().ifPresent(data -> faults.addAll(data.faults()));
      if (directory == null && !inMemory) {
        faults.add(new ConfigError(
            "data",
            "must be given by dataDirectory, unless inMemory is called: without either the ledger"
                + " would end with the process"));
      }
      return faults;
    }

    private ConfigValidator checked() {
      return new ConfigValidator(
          accounts, pools, metrics, listeners, handlers, !shares, new ProviderRegistry(given));
    }

    /**
     * Opens the ledger and the adapters and begins to keep the pools. Does not wait for any cloud.
     *
     * @return the running library
     * @throws ConfigException with every fault of the configuration
     * @throws io.cloudadapter.core.exception.StoreException if the data directory is in use, or cannot be
     *     read or written
     */
    public CloudAdapter open() {
      ConfigValidator checked = checked();
      SecureRandom random = new SecureRandom();
      refuse(faults(checked, random));
      data().flatMap(DataDirectory::keyLost).ifPresent(warning -> LOG.warn("{}", warning));
      StateStore store = openStore(random);
      Opening opening = new Opening(checked, store, random);
      try {
        return opening.open();
      } catch (RuntimeException | Error e) {
        // After any failure, everything that was opened must be closed.
        opening.undo();
        throw e;
      }
    }

    /**
     * Keeps the pools together with other processes that share a store: one of them leads, the others follow.
     * The data directory then holds what is this process's own, and a copy of the ledger's key, which all must
     * have alike.
     *
     * @param address where the store is
     * @param name this process's name, one word that no other has
     * @param lease how long a leader that is silent stays leader: 2 s to 10 min
     * @return the part of this process, which takes part after {@link Replica#advertise advertise}
     * @throws ConfigException with every fault of the configuration
     */
    public Replica openReplica(ClusterAddress address, String name, Duration lease) {
      Objects.requireNonNull(address, "address");
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(lease, "lease");
      Path path = directory;
      if (path == null) {
        throw new ConfigException(List.of(new ConfigError(
            "data",
            "must be given: the ledger's key is there, which all replicas must have alike")));
      }
      ConfigValidator checked = checked();
      SecureRandom random = new SecureRandom();
      List<ConfigError> faults = new ArrayList<>(checked.faults());
      faults.addAll(checked.tryAdapters(clocks, random, Optional.ofNullable(directory), pools));
      new DataDirectory(path).faults().forEach(faults::add);
      refuse(faults);
      try {
        DurableFile.createDirectories(path, DurableFile.Access.OWNER);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot make the data directory " + path, e);
      }
      new PrivateDirectory(path).ensure();
      new DataDirectory(path).upgrade();
      shares = true;
      return Replica.over(this, checked, StoreDrivers.connect(address), address, name, lease);
    }

    /** Keeps the pools over a store that was opened already, and closes it in the end. */
    CloudAdapter openOver(StateStore store) {
      Opening opening = new Opening(checked(), store, new SecureRandom());
      try {
        return opening.open();
      } catch (RuntimeException | Error e) {
        // After any failure, everything that was opened must be closed.
        opening.undo();
        throw e;
      }
    }

    Optional<Path> directory() {
      return Optional.ofNullable(directory);
    }

    List<PoolConfig> pools() {
      return List.copyOf(pools);
    }

    List<ActionHandler> handlers() {
      return List.copyOf(handlers);
    }

    /** Other clocks than those of this machine. */
    Builder clocks(Clocks others) {
      clocks = others;
      return this;
    }

    Clocks clocks() {
      return clocks;
    }

    byte[] key(SecureRandom random) {
      return LedgerEncryptionKey.in(Objects.requireNonNull(directory), random);
    }

    private static void refuse(List<ConfigError> faults) {
      if (!faults.isEmpty()) {
        throw new ConfigException(faults);
      }
    }

    private StateStore openStore(SecureRandom random) {
      Path path = directory;
      if (path == null) {
        return new MemoryStore();
      }
      try {
        DurableFile.createDirectories(path, DurableFile.Access.OWNER);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot make the data directory " + path, e);
      }
      new PrivateDirectory(path).ensure();
      DataDirectory data = new DataDirectory(path);
      data.upgrade();
      return ReopeningStore.open(data.ledger(), random);
    }

    static KeeperConfig setup(
        ConfigValidator checked,
        PoolConfig pool,
        MachineProvider provider,
        long epoch,
        SecureRandom random) {
      return new KeeperConfig(
          pool,
          checked.template(pool),
          provider.profile(),
          provider.feature(Adoption.class).isPresent(),
          provider.feature(Labeling.class).isPresent(),
          epoch,
          random,
          ActionDispatcher.types(provider, checked.handlers().all()),
          provider
              .feature(BatchTerminate.class)
              .map(feature -> Math.max(1, feature.most()))
              .orElse(1));
    }

    /** One attempt to open everything. */
    private final class Opening {
      private final ConfigValidator checked;
      private final StateStore store;
      private final SecureRandom random;
      private final ThreadPools threads = new ThreadPools();
      private final Map<String, ProviderCalls> opened = new LinkedHashMap<>();
      private final Map<String, LocalPool> kept = new LinkedHashMap<>();
      private final ActionHistory feed;

      Opening(ConfigValidator checked, StateStore store, SecureRandom random) {
        this.checked = checked;
        this.store = store;
        this.random = random;
        this.feed = new ActionHistory(store);
      }

      CloudAdapter open() {
        List<ConfigError> unkeepable = new ArrayList<>();
        Map<PoolName, LedgerSnapshot> stored = DataDirectory.read(store, pools, unkeepable);
        refuse(unkeepable);
        DataDirectory.leftovers(store, pools).forEach(warning -> LOG.warn("{}", warning));
        Path path = directory;
        byte[] key =
            path == null ? LedgerEncryptionKey.fresh(random) : LedgerEncryptionKey.in(path, random);
        LaunchEncryptor sealer = new LaunchEncryptor(key, random);
        for (PoolConfig pool : pools) {
          ProviderCalls calls = opened.get(pool.account());
          MachineProvider provider;
          if (calls == null) {
            provider =
                checked.account(pool.account()).open(clocks, random, Optional.ofNullable(path));
            calls = new ProviderCalls(
                pool.account(),
                provider,
                clocks,
                sealer,
                threads.forAccount(pool.account()),
                threads.timer(),
                checked.handlers().all(),
                checked.account(pool.account()).config().longestRetryAfter(),
                store::mayAct);
            opened.put(pool.account(), calls);
          } else {
            provider = calls.provider();
          }
          kept.put(pool.name().value(), pool(pool, calls, provider));
        }
        if (store instanceof ReopeningStore reopening) {
          reopening.listen(() -> kept.values().forEach(LocalPool::lookAtStore));
        }
        kept.values().forEach(pool -> pool.start(Objects.requireNonNull(stored.get(pool.name()))));
        for (MetricPoller.Order metric : metrics) {
          LocalPool pool = Objects.requireNonNull(kept.get(metric.pool()), "checked");
          new MetricPoller(metric, pool, threads.forMetrics()).start(threads.timer());
        }
        opened.forEach(this::followSpotMarket);
        opened.forEach(this::followGroups);
        Map<String, Cloud> clouds = new LinkedHashMap<>();
        opened.forEach((name, calls) -> clouds.put(
            name, new AccountCloud(name, checked.account(name).config().provider(), calls)));
        return new CloudAdapter(
            store, opened, clouds, kept, checked.channels(), checked.handlers(), feed, threads);
      }

      private void followSpotMarket(String account, ProviderCalls calls) {
        if (calls.provider().feature(SpotNotices.class).isPresent()) {
          SpotNoticePoller.of(account, calls, poolsOf(account), threads.forMetrics())
              .start(threads.timer());
        }
      }

      private void followGroups(String account, ProviderCalls calls) {
        if (calls.provider().feature(GroupLifecycleHooks.class).isPresent()) {
          GroupHookPoller.of(
                  account, calls, poolsOf(account), clocks.ticker(), threads.forMetrics())
              .start(threads.timer());
        }
      }

      private List<LocalPool> poolsOf(String account) {
        return pools.stream()
            .filter(pool -> pool.account().equals(account))
            .map(pool -> Objects.requireNonNull(kept.get(pool.name().value())))
            .toList();
      }

      private LocalPool pool(PoolConfig pool, ProviderCalls calls, MachineProvider provider) {
        boolean adoption = provider.feature(Adoption.class).isPresent();
        boolean releases =
            pool.scaling().deletion().filter(policy -> !policy.destroy()).isPresent();
        if (releases && !adoption) {
          refuse(List.of(new ConfigError(
              "pools." + pool.name() + ".policies",
              "must destroy the machines that go: the adapter of account " + pool.account()
                  + " cannot let them go alive")));
        }
        if (!pool.loadBalancing().behind().isEmpty()
            && provider.feature(LoadBalancerRegistration.class).isEmpty()) {
          refuse(List.of(new ConfigError(
              "pools." + pool.name() + ".loadBalancing.behind",
              "must be empty: the adapter of account " + pool.account()
                  + " cannot put machines behind load balancers")));
        }
        KeeperConfig settings = setup(checked, pool, provider, store.epoch(), random);
        HookNotifier messenger = new HookNotifier(
            checked.channels().of(pool, provider), clocks, threads.forHooks(), threads.timer());
        return new LocalPool(
            settings, store, calls, messenger, clocks, threads.forPools(), threads.timer(), feed);
      }

      void undo() {
        opened.values().forEach(ProviderCalls::close);
        checked.channels().close();
        checked.handlers().close();
        threads.close(1, TimeUnit.SECONDS);
        store.close();
      }
    }
  }
}
