package io.cloudadapter.core;

import io.cloudadapter.api.LedgerBackup;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.Pools;
import io.cloudadapter.api.TenantQuota;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.api.hook.HookListener;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.scaling.MetricSource;
import io.cloudadapter.core.bootstrap.ConfigValidator;
import io.cloudadapter.core.bootstrap.MetricPoller;
import io.cloudadapter.core.bootstrap.ThreadPools;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.ConfigAuthor;
import io.cloudadapter.core.config.DeletionMode;
import io.cloudadapter.core.config.HistoryConfig;
import io.cloudadapter.core.config.ManagedPool;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.TenantConfig;
import io.cloudadapter.core.runtime.ActionHistory;
import io.cloudadapter.core.runtime.Clocks;
import io.cloudadapter.core.runtime.LocalPool;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.quorum.ClusterAddress;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.action.ActionHandler;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.trace.Tracing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

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
  private final StateStore store;
  private final PoolFactory factory;
  private final PoolRegistry pools;
  private final ConfigValidator checked;
  private final ActionHistory feed;
  private final LeaderTasks tasks;
  private final ThreadPools threads;
  private final Supplier<LedgerBackup> backups;
  private volatile boolean closed;

  CloudAdapter(
      StateStore store,
      PoolFactory factory,
      PoolRegistry pools,
      ConfigValidator checked,
      ActionHistory feed,
      LeaderTasks tasks,
      ThreadPools threads,
      Supplier<LedgerBackup> backups) {
    this.store = store;
    this.factory = factory;
    this.pools = pools;
    this.checked = checked;
    this.feed = feed;
    this.tasks = tasks;
    this.threads = threads;
    this.backups = backups;
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
    return List.copyOf(pools.kept().values());
  }

  @Override
  public MachinePool defaultPool() {
    return pools.kept().values().iterator().next();
  }

  @Override
  public Optional<MachinePool> find(String name) {
    return Optional.ofNullable(pools.kept().get(Objects.requireNonNull(name, "name")));
  }

  Optional<LocalPool> local(String name) {
    return Optional.ofNullable(pools.kept().get(name));
  }

  /**
   * One of the accounts, to be asked for what it has beside machines.
   *
   * @param account its name
   * @return it, if a pool lives in it
   */
  public Optional<Cloud> cloud(String account) {
    return Optional.ofNullable(factory.clouds().get(Objects.requireNonNull(account, "account")));
  }

  /**
   * Creates, changes and deletes pools while the library runs.
   *
   * @return the pools with their configurations
   */
  public PoolAdministration administration() {
    return pools;
  }

  /**
   * Creates a pool, which the API manages, and begins to keep it.
   *
   * @param config its configuration
   * @return the pool
   * @throws ConfigException with every fault of the configuration
   * @throws PoolException as {@link PoolAdministration#create}
   */
  public MachinePool createPool(PoolConfig config) {
    ManagedPool created = pools.create(config, ConfigAuthor.api(""));
    return find(created.name().value()).orElseThrow();
  }

  /**
   * Changes the configuration of a pool that the API manages.
   *
   * @param config the whole new configuration
   * @param expectedVersion the version that the caller has read
   * @return the pool, at its new version
   * @throws ConfigException with every fault of the configuration
   * @throws PoolException as {@link PoolAdministration#update}
   */
  public ManagedPool updatePool(PoolConfig config, long expectedVersion) {
    return pools.update(config, expectedVersion, ConfigAuthor.api(""));
  }

  /**
   * Deletes a pool that the API manages; its machines end or are let go first.
   *
   * @param name the pool
   * @param mode what becomes of its machines
   * @param expectedVersion the version that the caller has read
   * @return the pool, which is being deleted; empty if nothing is left of it already
   * @throws PoolException as {@link PoolAdministration#delete}
   */
  public Optional<ManagedPool> removePool(String name, DeletionMode mode, long expectedVersion) {
    return pools.delete(name, mode, expectedVersion, ConfigAuthor.api(""));
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
    return AdapterMetrics.of(
        store, factory.accounts(), factory.clouds(), pools.kept().values(), tasks, quotas());
  }

  @Override
  public List<TenantQuota> quotas() {
    return factory.quotas().usage();
  }

  @Override
  public LedgerBackup backup() {
    return backups.get();
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
    return pools.kept().values().stream()
        .filter(LocalPool::stuck)
        .findFirst()
        .map(pool -> "a step of a pool has lasted for more than "
            + TimeSpan.rounded(LocalPool.LONGEST_STEP) + ": its thread does not come back");
  }

  /**
   * Stops keeping the pools and frees everything; machines stay. Listeners get the views that wait for them, for 5 s
   * at most; waits and open stages end with UNAVAILABLE. May be called again.
   */
  @Override
  public void close() {
    closed = true;
    tasks.close();
    pools.close();
    factory.close();
    checked.channels().close();
    checked.handlers().close();
    feed.close();
    threads.close(5, TimeUnit.SECONDS);
    store.close();
  }

  /**
   * Builds the configuration of what to open.
   *
   * <pre>{@code
   * CloudAdapter.Builder builder = CloudAdapter.builder()
   *     .inMemory()
   *     .account(new AccountConfig("demo", "simulated", Map.of("zones", "a,b")))
   *     .pool(PoolConfig.named("web", "demo", 20).build())
   *     .pool(PoolConfig.named("db", "demo", 3).build());
   * List<ConfigError> errors = builder.errors(); // open() throws if there is one
   * try (CloudAdapter adapter = builder.open()) {
   *   MachinePool db = adapter.find("db").orElseThrow();
   * }
   * }</pre>
   *
   * <p>One thread at a time may use it.
   */
  public static final class Builder {
    private final AdapterSetup setup = new AdapterSetup();

    private Builder() {}

    /**
     * Keeps the ledger in a directory, which is made if need be and belongs to one process at a time.
     *
     * @param path the directory
     * @return this builder
     */
    public Builder dataDirectory(Path path) {
      setup.dataDirectory(path);
      return this;
    }

    /**
     * Keeps the ledger in memory, for tests: closing forgets it. Without this and a data directory nothing is opened.
     *
     * @return this builder
     */
    public Builder inMemory() {
      setup.inMemory();
      return this;
    }

    /**
     * Adds an account.
     *
     * @param account its name, adapter and configuration
     * @return this builder
     */
    public Builder account(AccountConfig account) {
      setup.add(account);
      return this;
    }

    /**
     * Adds a pool; the first one is the default pool.
     *
     * @param pool how it is to be kept
     * @return this builder
     */
    public Builder pool(PoolConfig pool) {
      setup.add(pool);
      return this;
    }

    /**
     * Adds an adapter beside those of {@link java.util.ServiceLoader}; it goes before one of the same name.
     *
     * @param factory the adapter
     * @return this builder
     */
    public Builder provider(MachineProviderFactory factory) {
      setup.add(factory);
      return this;
    }

    /**
     * Has a metric looked at again and again, and the policies that watch it answer. What cannot be read is logged.
     *
     * @param pool the pool's name
     * @param metric the metric's name
     * @param every how long from one look to the next, at least 1 ms
     * @param source where it comes from
     * @return this builder
     */
    public Builder metric(String pool, String metric, Duration every, MetricSource source) {
      setup.add(new MetricPoller.Order(pool, metric, every, source));
      return this;
    }

    /**
     * Sends the messages of a pool's hooks to a listener in this process, for hooks to {@link HookTarget#listener()}.
     *
     * @param pool the pool's name
     * @param listener receives the messages
     * @return this builder
     * @throws IllegalArgumentException if the pool has one already
     */
    public Builder hooks(String pool, HookListener listener) {
      setup.add(pool, listener);
      return this;
    }

    /**
     * Adds a type of actions beside those of {@link java.util.ServiceLoader}; it goes before one of the same name. It
     * is closed when the library is.
     *
     * @param handler does its actions
     * @return this builder
     */
    public Builder action(ActionHandler handler) {
      setup.add(handler);
      return this;
    }

    /**
     * Adds work that this process does beside the pools while it keeps them.
     *
     * @param task the work, such as sending notifications
     * @return this builder
     */
    public Builder task(LeaderTask task) {
      setup.add(task);
      return this;
    }

    /**
     * Adds a tenant, whose pools share its quotas however they are made.
     *
     * @param tenant which pools it has, and the limits
     * @return this builder
     */
    public Builder tenant(TenantConfig tenant) {
      setup.add(tenant);
      return this;
    }

    /**
     * Shows requests and what follows from them in this tracing, instead of {@link Tracing#find}.
     *
     * @param tracing where spans go
     * @return this builder
     */
    public Builder tracing(Tracing tracing) {
      setup.tracing(tracing);
      return this;
    }

    /**
     * Returns every error for which {@link #open} would refuse. It opens and closes each adapter, which does no I/O,
     * and reads the ledger, unless a process has it open. It changes nothing.
     *
     * @return every fault, none if all is well
     */
    public List<ConfigError> errors() {
      return setup.errors();
    }

    /**
     * Returns what {@link #open} would only warn about, or what may change before it, such as a lost key of the ledger.
     *
     * @return every warning, none if all is well
     */
    public List<ConfigError> warnings() {
      return setup.warnings();
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
      return CloudCheck.of(setup);
    }

    /**
     * Opens the ledger and the adapters and begins to keep the pools. Does not wait for any cloud.
     *
     * @return the running library
     * @throws ConfigException with every fault of the configuration
     * @throws io.cloudadapter.core.exception.StoreException if the data directory is in use, or not accessible
     */
    public CloudAdapter open() {
      return setup.open();
    }

    /**
     * Keeps the pools together with other processes that share a store: one leads, the others follow. The data
     * directory then holds what is this process's own, and a copy of the ledger's key, which all must have alike.
     *
     * @param address where the store is
     * @param name this process's name, one word that no other has
     * @param lease how long a leader that is silent stays leader: 2 s to 10 min
     * @return the part of this process, which takes part after {@link Replica#advertise advertise}
     * @throws ConfigException with every fault of the configuration
     */
    public Replica openReplica(ClusterAddress address, String name, Duration lease) {
      return setup.openReplica(address, name, lease);
    }

    /**
     * Sets how much of the pools' history is kept; {@link HistoryConfig#usual} unless given.
     *
     * @param kept how long, and how many bytes in all
     * @return this builder
     */
    public Builder history(HistoryConfig kept) {
      setup.history(kept);
      return this;
    }

    /**
     * Reports each attempt to rotate the ledger's key, which a process makes when it begins to keep the pools.
     *
     * @param listener is called before the first pool acts, on the thread that opens the ledger
     * @return this builder
     */
    public Builder keyRotations(Consumer<LedgerKeyRotation> listener) {
      setup.keyRotations(listener);
      return this;
    }

    /** Keeps the pools over an open store, and closes it in the end. */
    CloudAdapter openOver(StateStore store) {
      return setup.openOver(store);
    }

    Builder clocks(Clocks others) {
      setup.clocks(others);
      return this;
    }
  }
}
