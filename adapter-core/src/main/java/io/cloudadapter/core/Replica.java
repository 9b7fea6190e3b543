package io.cloudadapter.core;

import io.cloudadapter.api.LedgerBackup;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.Pools;
import io.cloudadapter.api.ReplicaInfo;
import io.cloudadapter.api.ReplicaRole;
import io.cloudadapter.api.TenantQuota;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.core.bootstrap.ConfigValidator;
import io.cloudadapter.core.bootstrap.ThreadPools;
import io.cloudadapter.core.catalog.PoolCatalog;
import io.cloudadapter.core.catalog.PoolListing;
import io.cloudadapter.core.config.ConfigAuthor;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.runtime.ActionHistory;
import io.cloudadapter.core.runtime.FollowerPool;
import io.cloudadapter.core.runtime.LocalPool;
import io.cloudadapter.core.store.quorum.ClusterAddress;
import io.cloudadapter.core.store.quorum.ClusterKv;
import io.cloudadapter.core.store.shared.ElectedStore;
import io.cloudadapter.core.store.shared.QuorumStore;
import io.cloudadapter.spi.action.ActionHandler;
import io.cloudadapter.spi.config.ConfigException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One of several processes that share the same pools. As the leader it keeps them as {@link CloudAdapter} does; as a
 * follower it answers reads from a mirror of the ledger, and refuses writes with the leader's address.
 *
 * <p>Opened by {@link CloudAdapter.Builder#openReplica}. Closing leaves the machines as they are, and lets another
 * replica lead at once. Safe for use by any number of threads. Its own threads are daemons.
 */
public final class Replica implements Pools, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Replica.class);

  private final ReentrantLock lock = new ReentrantLock();
  private final AdapterSetup setup;
  private final ClusterKv quorum;
  private final ElectedStore shared;
  private final Duration lease;
  private final ActionHistory feed;
  private final ConfigValidator checked;
  private final FollowedPools pools;
  private final ReplicaKeys keys;
  private final ReplicaLead lead;
  private final FollowerRefusals refusals;
  private final ReplicaReport report;
  private volatile @Nullable PoolCatalog catalog;
  private final ScheduledExecutorService tending = ThreadPools.single("replica-lease");
  private final ScheduledExecutorService terms = ThreadPools.single("replica-term");
  private volatile boolean closed;

  private Replica(
      AdapterSetup setup,
      ConfigValidator checked,
      ClusterKv quorum,
      String prefix,
      String name,
      Duration lease) {
    this.setup = setup;
    this.quorum = quorum;
    this.lease = lease;
    this.shared = new ElectedStore(
        quorum,
        prefix,
        name,
        lease,
        QuorumStore.Settings.usual(setup.clocks().ticker()),
        this::wakeUp);
    this.keys = new ReplicaKeys(setup, shared);
    this.lead = new ReplicaLead(setup, shared, keys);
    this.refusals = new FollowerRefusals(shared);
    this.feed = new ActionHistory(shared.copy());
    this.checked = checked;
    this.pools = new FollowedPools(
        setup,
        checked,
        shared,
        new FollowedPools.Links(
            feed, this::leadingPool, this::leadingCloud, refusals::elsewhere, refusals::unreadable),
        this);
    this.report = new ReplicaReport(shared, lead, pools, setup.clocks().ticker(), lease);
  }

  static Replica over(
      AdapterSetup setup,
      ConfigValidator checked,
      ClusterKv quorum,
      ClusterAddress address,
      String name,
      Duration lease) {
    try {
      return new Replica(setup, checked, quorum, address.prefix(), name, lease);
    } catch (RuntimeException | Error e) {
      // After any failure, everything that was opened must be closed.
      quorum.close();
      throw e;
    }
  }

  /**
   * Takes part from now on: leads if there is no other leader. May be called once.
   *
   * @param url where this process answers, for those who ask another; empty if nowhere
   * @throws ConfigException if it cannot do its part with the key that is in its data directory
   * @throws StoreException if the store does not answer, or holds something else; close this
   */
  public void advertise(String url) {
    Objects.requireNonNull(url, "url");
    shared.url(url);
    keys.accept();
    catalog = catalog();
    shared.tend();
    if (!shared.trouble().isEmpty()) {
      throw new StoreException(shared.trouble());
    }
    long pace = shared.pace().toMillis();
    var unused = tending.scheduleWithFixedDelay(shared::tend, pace, pace, TimeUnit.MILLISECONDS);
    // A leader that hangs in a call to the quorum is to notice all the same that its time is over.
    unused = terms.scheduleWithFixedDelay(this::turn, pace, 100, TimeUnit.MILLISECONDS);
    turn();
    terms.execute(this::rehearse);
  }

  /** Prepares a follower for the moment at which it has to lead. */
  private void rehearse() {
    if (closed || lead.begun()) {
      return;
    }
    for (FollowerPool copy : pools.shown().copies().values()) {
      try {
        copy.rehearse();
      } catch (RuntimeException e) {
        // A replica leads without a rehearsal, too, only later. Reads and the term itself report
        // any error that lasts.
        LOG.debug("{} leads without a rehearsal of pool {}", shared.name(), copy.name(), e);
      }
    }
  }

  private void wakeUp() {
    try {
      terms.execute(this::turn);
      tending.execute(shared::tend);
    } catch (RejectedExecutionException e) {
      LOG.debug("closed meanwhile", e);
    }
  }

  /** Begins to keep the pools when this process has come to lead, and stops when it leads no more. */
  private void turn() {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      Optional<QuorumStore> store = shared.leading();
      lead.endUnlessOn(store);
      readCatalog();
      store.ifPresent(lead::beginOn);
    } finally {
      lock.unlock();
    }
  }

  /** The catalog over the copy of the store, with this process's own copy of the ledger's key. */
  private PoolCatalog catalog() {
    return new PoolCatalog(shared.copy(), keys.reader(), setup.clocks().wall());
  }

  private void readCatalog() {
    PoolCatalog known = catalog;
    if (known != null) {
      try {
        keys.followRotation();
        pools.read(known);
      } catch (RuntimeException e) {
        // The next turn tries again; what was read before stays.
        LOG.warn("{} cannot read the pools that were created at run time", shared.name(), e);
      }
    }
  }

  /**
   * Creates, changes and deletes pools while the replicas run. A follower only lists them.
   *
   * @return the pools with their configurations
   */
  public PoolAdministration administration() {
    PoolCatalog known = catalog;
    PoolCatalog over = known == null ? catalog() : known;
    return new ReplicaAdministration(
        () -> leader().map(CloudAdapter::administration),
        this::elsewhere,
        new PoolListing(shared.copy(), over),
        over,
        () -> pools.shown().pools().keySet(),
        new ConfiguredPools());
  }

  /**
   * The pools of the configuration when it changes: the leader changes them at once; a follower keeps and shows them so
   * once it leads. No lead begins or ends meanwhile, so that none begins with what was before.
   */
  private final class ConfiguredPools implements ReplicaAdministration.FileChanges {
    @Override
    public void configure(PoolConfig pool) {
      lock.lock();
      try {
        AdapterSetup.refuse(checked.faults(pool));
        leader().ifPresent(adapter -> adapter.administration().configure(pool));
        setup.configure(pool);
        pools.configured(pool);
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void unconfigure(String name) {
      lock.lock();
      try {
        leader()
            .ifPresent(adapter -> adapter.administration().unconfigure(name, ConfigAuthor.file()));
        setup.unconfigure(name);
        pools.unconfigured(name);
      } finally {
        lock.unlock();
      }
    }
  }

  private Optional<CloudAdapter> leader() {
    return lead.leader();
  }

  private Optional<LocalPool> leadingPool(String pool) {
    return leader().flatMap(adapter -> adapter.local(pool));
  }

  private Optional<Cloud> leadingCloud(String account) {
    return leader().flatMap(adapter -> adapter.cloud(account));
  }

  /** The refusal of what only the leader does. */
  PoolException elsewhere() {
    return refusals.elsewhere();
  }

  @Override
  public List<MachinePool> all() {
    Optional<CloudAdapter> leader = leader();
    if (leader.isPresent()) {
      // The leader has a pool that was created just now before the copy shows it.
      return leader.get().all().stream().map(pool -> shown(pool)).toList();
    }
    return List.copyOf(pools.shown().pools().values());
  }

  @Override
  public MachinePool defaultPool() {
    return pools.shown().pools().values().iterator().next();
  }

  @Override
  public Optional<MachinePool> find(String name) {
    Objects.requireNonNull(name, "name");
    Optional<CloudAdapter> leader = leader();
    return leader.isPresent()
        ? leader.get().find(name).map(this::shown)
        : Optional.ofNullable(pools.shown().pools().get(name));
  }

  private MachinePool shown(MachinePool kept) {
    MachinePool known = pools.shown().pools().get(kept.name().value());
    return known == null ? kept : known;
  }

  /**
   * One of the accounts, to be asked for what it has beside machines, through the leader.
   *
   * @param account its name
   * @return the account, if a pool lives in it
   */
  public Optional<Cloud> cloud(String account) {
    Objects.requireNonNull(account, "account");
    return Optional.ofNullable(pools.shown().clouds().get(account));
  }

  @Override
  public ActionList actions() {
    return leader().map(CloudAdapter::actions).orElseGet(feed::list);
  }

  @Override
  public ActionWatch watchActions(long version) {
    return leader()
        .map(adapter -> adapter.watchActions(version))
        .orElseGet(() -> feed.watch(version, Optional.empty()));
  }

  @Override
  public List<Metric> metrics() {
    List<Metric> metrics = new ArrayList<>(leader().map(CloudAdapter::metrics).orElse(List.of()));
    metrics.addAll(ReplicaMetrics.of(
        leader().isPresent(), report.age(), shared.left(), shared.copy().epoch()));
    metrics.sort(Comparator.comparing(Metric::name));
    return metrics;
  }

  @Override
  public List<TenantQuota> quotas() {
    if (setup.tenants().isEmpty()) {
      return List.of();
    }
    return leader().map(CloudAdapter::quotas).orElseThrow(this::elsewhere);
  }

  @Override
  public LedgerBackup backup() {
    return leader()
        .map(CloudAdapter::backup)
        .orElseGet(
            () -> LedgerBackups.of(setup, shared.copy(), report.age(), refusals.unreadable()));
  }

  @Override
  public Optional<String> unready() {
    if (closed) {
      return Optional.of("the library has been closed");
    }
    return leader().isPresent()
        ? leader().flatMap(CloudAdapter::unready)
        : refusals.unreadable().map(refusal -> String.valueOf(refusal.getMessage()));
  }

  @Override
  public Optional<String> beyondHelp() {
    return closed
        ? Optional.of("the library has been closed")
        : leader().flatMap(CloudAdapter::beyondHelp);
  }

  @Override
  public Optional<ReplicaRole> replica() {
    return Optional.of(report.role());
  }

  @Override
  public List<ReplicaInfo> replicas() {
    return report.replicas();
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      lead.end();
    } finally {
      lock.unlock();
    }
    terms.shutdown();
    tending.shutdown();
    try {
      // What it waits for is bounded by the quorum's patience.
      if (!tending.awaitTermination(lease.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("the store has not answered within {}", TimeSpan.text(lease));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    feed.close();
    shared.close();
    quorum.close();
    setup.handlers().forEach(ActionHandler::close);
  }
}
