package io.cloudadapter.core;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.core.bootstrap.DataDirectory;
import io.cloudadapter.core.bootstrap.ThreadPools;
import io.cloudadapter.core.catalog.ConfigHead;
import io.cloudadapter.core.catalog.PoolCatalog;
import io.cloudadapter.core.catalog.PoolListing;
import io.cloudadapter.core.config.ConfigAuthor;
import io.cloudadapter.core.config.ConfigVersion;
import io.cloudadapter.core.config.DeletionMode;
import io.cloudadapter.core.config.ManagedPool;
import io.cloudadapter.core.config.OperatingState;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.history.UnconfiguredHistories;
import io.cloudadapter.core.keeper.state.RandomIds;
import io.cloudadapter.core.ledger.LedgerSnapshot;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.runtime.Clocks;
import io.cloudadapter.core.runtime.LocalPool;
import io.cloudadapter.core.store.StateStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pools that this process keeps, and their changes at run time. Any number of threads may use it. */
final class PoolRegistry implements PoolAdministration {
  private static final Logger LOG = LoggerFactory.getLogger(CloudAdapter.class);
  private static final Duration RECENT_LAUNCHES = Duration.ofSeconds(60);

  /** Held while a change is made, never while a pool is read. */
  private final ReentrantLock changes = new ReentrantLock();

  private final StateStore store;
  private final PoolFactory factory;
  private final PoolCatalog catalog;
  private final PoolListing listing;
  private final PoolChangeCheck check;
  private final UnconfiguredHistories histories;
  private final DeletedPools deletions;
  private final SecureRandom random;
  private final Clocks clocks;

  /** By name, the default pool first; replaced as a whole. */
  private volatile Map<String, LocalPool> pools = Map.of();

  private volatile boolean closed;

  PoolRegistry(
      StateStore store,
      PoolFactory factory,
      PoolCatalog catalog,
      UnconfiguredHistories histories,
      ThreadPools threads,
      SecureRandom random,
      Clocks clocks) {
    this.clocks = clocks;
    this.store = store;
    this.factory = factory;
    this.catalog = catalog;
    this.listing = new PoolListing(store, catalog);
    this.check = new PoolChangeCheck(store, factory, catalog);
    this.deletions = new DeletedPools(threads.forMetrics(), threads::metricsAfter, this::erase);
    this.histories = histories;
    this.random = random;
  }

  /** The pools that are kept, by name. */
  Map<String, LocalPool> kept() {
    return pools;
  }

  List<LocalPool> of(String account) {
    return pools.values().stream()
        .filter(pool -> pool.account().equals(account))
        .toList();
  }

  /** Keeps a pool that is in the store already, or that its keeper records. */
  void keep(PoolConfig config, LedgerSnapshot stored) {
    LocalPool pool = factory.make(config, histories.share());
    add(pool);
    pool.whenDeleted(() -> deletions.add(config.name()));
    pool.start(stored);
  }

  private void add(LocalPool pool) {
    Map<String, LocalPool> more = new LinkedHashMap<>(pools);
    more.put(pool.name().value(), pool);
    pools = more;
  }

  private void remove(PoolName name) {
    Map<String, LocalPool> fewer = new LinkedHashMap<>(pools);
    fewer.remove(name.value());
    pools = fewer;
  }

  @Override
  public List<ManagedPool> pools() {
    return listing.all(pools.keySet());
  }

  @Override
  public Optional<ManagedPool> pool(String name) {
    return named(name).flatMap(pool -> listing.find(pool, pools.keySet()));
  }

  private static Optional<PoolName> named(String name) {
    try {
      return Optional.of(new PoolName(Objects.requireNonNull(name, "name")));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private PoolName known(String name) {
    return pool(name)
        .map(ManagedPool::name)
        .orElseThrow(() -> new PoolException(Reason.NOT_FOUND, "there is no pool " + name, ""));
  }

  private ManagedPool shown(PoolName name) {
    return listing.find(name, pools.keySet()).orElseThrow();
  }

  @Override
  public ManagedPool create(PoolConfig config, ConfigAuthor author) {
    Objects.requireNonNull(config, "config");
    Objects.requireNonNull(author, "author");
    changes.lock();
    try {
      PoolName name = config.name();
      if (check.creation(config, author, pools.containsKey(config.name().value()))) {
        recordIfChanged(config, author);
      } else {
        createNew(config, author);
      }
      histories.configured(name);
      keep(config, DataDirectory.read(store, name));
      factory.follow(this::of);
      return shown(name);
    } finally {
      changes.unlock();
    }
  }

  /** A caller's pool has room for its initial size; one of the configuration grows as far as there is room. */
  private void createNew(PoolConfig config, ConfigAuthor author) {
    check.requireRoom(config, author, true);
    try {
      catalog.create(
          config, author, Optional.of(PoolRecord.fresh(RandomIds.token(random), config.account())));
    } catch (RuntimeException e) {
      // After any error: the pool is not there, and takes no room of its tenants.
      factory.quotas().leave(config.name());
      throw e;
    }
  }

  /** Records the configuration of a pool that the configuration manages, unless it is recorded already. */
  void recordIfChanged(PoolConfig config, ConfigAuthor author) {
    Optional<ConfigHead> head = catalog.head(config.name());
    if (head.isEmpty()) {
      catalog.create(config, author, Optional.empty());
    } else if (!check.isRecorded(config) || head.get().manager() != author.manager()) {
      catalog.append(config, head.get().version(), author);
    }
  }

  @Override
  public ManagedPool update(PoolConfig config, long expected, ConfigAuthor author) {
    Objects.requireNonNull(config, "config");
    Objects.requireNonNull(author, "author");
    changes.lock();
    try {
      PoolName name = config.name();
      LocalPool pool = kept(name, expected, author);
      boolean changes = check.update(config);
      if (changes) {
        check.requireRoom(config, author, true);
      }
      if (changes || joins(name, author)) {
        append(config, expected, author, pool);
      }
      if (changes) {
        pool.configure(factory.settings(config), factory.messenger(config));
      }
      return shown(name);
    } finally {
      changes.unlock();
    }
  }

  private void append(PoolConfig config, long expected, ConfigAuthor author, LocalPool pool) {
    try {
      catalog.append(config, expected, author);
    } catch (RuntimeException e) {
      // After any error: the pool keeps its labels, and with them its tenants.
      factory.quotas().join(config.name(), pool.labels());
      throw e;
    }
  }

  /** Whether the author applies a pool with another set than before. */
  private boolean joins(PoolName pool, ConfigAuthor author) {
    return author.set().isPresent()
        && !author.set().equals(catalog.head(pool).map(ConfigHead::set));
  }

  @Override
  public Optional<PoolPlan> preview(PoolConfig config, OptionalLong expected, ConfigAuthor author) {
    if (expected.isEmpty()) {
      boolean returns =
          check.creation(config, author, pools.containsKey(config.name().value()));
      check.requireRoom(config, author, false);
      return returns
          ? Optional.of(
              factory.planned(config, DataDirectory.read(store, config.name()), clocks.now()))
          : Optional.empty();
    }
    kept(config.name(), expected.getAsLong(), author);
    if (!check.update(config)) {
      return Optional.empty();
    }
    check.requireRoom(config, author, false);
    return Optional.of(
        factory.planned(config, DataDirectory.read(store, config.name()), clocks.now()));
  }

  /** The pool, if the author may change its configuration, and has read its present version. */
  private LocalPool kept(PoolName name, long expected, ConfigAuthor author) {
    LocalPool pool = pools.get(known(name.value()).value());
    if (pool == null) {
      throw new PoolException(
          Reason.CONFLICT, "pool " + name + " is not configured", "No process keeps it.");
    }
    check.requireManager(name, author);
    PoolCatalog.requireVersion(name, catalog.head(name).orElseThrow(), expected);
    if (catalog.record(name).filter(record -> record.state().ends()).isPresent()) {
      throw new PoolException(
          Reason.CONFLICT, "pool " + name + " is being deleted", "A deletion goes on.");
    }
    return pool;
  }

  @Override
  public ManagedPool rollback(String name, long version, long expected, ConfigAuthor author) {
    PoolName pool = known(name);
    ConfigVersion earlier = catalog
        .version(pool, version)
        .orElseThrow(() -> new PoolException(
            Reason.NOT_FOUND,
            "pool " + name + " has no version " + version + " any more",
            "The last " + PoolCatalog.KEPT + " versions are kept."));
    return update(earlier.config(), expected, author);
  }

  @Override
  public List<ConfigVersion> versions(String name) {
    return catalog.versions(known(name));
  }

  @Override
  public ManagedPool takeOver(String name, long expected, ConfigAuthor author) {
    changes.lock();
    try {
      PoolName pool = known(name);
      PoolConfig config = catalog.present(pool).config();
      if (catalog.head(pool).orElseThrow().manager() != author.manager()) {
        catalog.append(config, expected, author);
      }
      return shown(pool);
    } finally {
      changes.unlock();
    }
  }

  @Override
  public ManagedPool setState(String name, OperatingState state, ConfigAuthor author) {
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(author, "author");
    PoolName pool = known(name);
    execute(pool, new Command.SetState(state), author);
    return shown(pool);
  }

  private void execute(PoolName name, Command command, ConfigAuthor author) {
    LocalPool pool = pools.get(name.value());
    if (pool == null) {
      throw new PoolException(
          Reason.CONFLICT, "pool " + name + " is not configured", "No process keeps it.");
    }
    var unused = pool.execute(
        command, new WriteOptions(Optional.empty(), author.name(), "pools", Optional.empty()));
  }

  @Override
  public Optional<ManagedPool> delete(
      String name, DeletionMode mode, long expected, ConfigAuthor author) {
    Objects.requireNonNull(mode, "mode");
    Objects.requireNonNull(author, "author");
    changes.lock();
    try {
      PoolName pool = known(name);
      catalog.head(pool).ifPresent(head -> PoolCatalog.requireVersion(pool, head, expected));
      if (pools.containsKey(pool.value())) {
        check.requireManager(pool, author);
        execute(pool, new Command.Delete(mode), author);
      } else {
        eraseUnconfigured(pool);
      }
      return pool(name);
    } finally {
      changes.unlock();
    }
  }

  private void eraseUnconfigured(PoolName name) {
    LedgerSnapshot stored = DataDirectory.read(store, name);
    if (stored.boundAccount().isPresent()) {
      throw new PoolException(
          Reason.CONFLICT,
          "pool " + name + " is not configured, and the ledger has machines or launches of it in"
              + " account " + stored.boundAccount().get(),
          "Configure it again, and bring it to size 0 before it is deleted.");
    }
    catalog.erase(name);
  }

  @Override
  public void unconfigure(String name, ConfigAuthor author) {
    changes.lock();
    try {
      PoolName pool = known(name);
      check.requireManager(pool, author);
      LocalPool gone = pools.get(pool.value());
      if (gone == null) {
        throw new PoolException(Reason.NOT_FOUND, "pool " + name + " is not configured", "");
      }
      remove(pool);
      gone.stop("the pool is not configured any more");
      factory.quotas().unconfigured(pool);
      histories.unconfigured(pool);
    } finally {
      changes.unlock();
    }
  }

  /** Stops a pool that has ended, and removes its records; how long to wait before that, if it cannot be now. */
  private Optional<Duration> erase(PoolName name) {
    changes.lock();
    try {
      LocalPool pool = pools.get(name.value());
      if (closed || pool == null) {
        return Optional.empty();
      }
      if (factory.quotas().hasRecentLaunches(name, clocks.ticker().nanos())) {
        return Optional.of(RECENT_LAUNCHES);
      }
      pool.stop("the pool was deleted");
      catalog.erase(name);
      factory.quotas().leave(name);
      remove(name);
      histories.unconfigured(name);
      LOG.info("pool {} was deleted", name);
      return Optional.empty();
    } finally {
      changes.unlock();
    }
  }

  void close() {
    closed = true;
    pools.values().forEach(pool -> pool.stop("the library has been closed"));
  }
}
