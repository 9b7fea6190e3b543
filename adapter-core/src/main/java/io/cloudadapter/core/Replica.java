package io.cloudadapter.core;

import io.cloudadapter.api.LedgerBackup;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Metric;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.Pools;
import io.cloudadapter.api.ReplicaRole;
import io.cloudadapter.api.TenantQuota;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.core.bootstrap.ConfigValidator;
import io.cloudadapter.core.bootstrap.LedgerEncryptionKey;
import io.cloudadapter.core.bootstrap.ThreadPools;
import io.cloudadapter.core.catalog.PoolCatalog;
import io.cloudadapter.core.catalog.PoolListing;
import io.cloudadapter.core.config.ConfigAuthor;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.exception.StoreException;
import io.cloudadapter.core.ledger.LedgerKeyRecord;
import io.cloudadapter.core.runtime.ActionHistory;
import io.cloudadapter.core.runtime.FollowerPool;
import io.cloudadapter.core.runtime.LaunchEncryptor;
import io.cloudadapter.core.runtime.LocalPool;
import io.cloudadapter.core.store.quorum.ClusterAddress;
import io.cloudadapter.core.store.quorum.ClusterKv;
import io.cloudadapter.core.store.shared.ElectedStore;
import io.cloudadapter.core.store.shared.QuorumStore;
import io.cloudadapter.spi.action.ActionHandler;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import java.security.SecureRandom;
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
  private static final Duration ABSTAIN = Duration.ofSeconds(30);

  /** The running leader, and the store on which it leads. */
  private record Lead(QuorumStore store, CloudAdapter adapter) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final AdapterSetup setup;
  private final ClusterKv quorum;
  private final ElectedStore shared;
  private final Duration lease;
  private final ActionHistory feed;
  private final ConfigValidator checked;
  private final FollowedPools pools;
  private volatile @Nullable PoolCatalog catalog;
  private volatile LedgerEncryptionKey.@Nullable Keys keys;
  private final ScheduledExecutorService tending = ThreadPools.single("replica-lease");
  private final ScheduledExecutorService terms = ThreadPools.single("replica-term");
  private volatile @Nullable Lead lead;
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
    this.feed = new ActionHistory(shared.copy());
    this.checked = checked;
    this.pools = new FollowedPools(
        setup,
        checked,
        shared,
        new FollowedPools.Links(
            feed, this::leadingPool, this::leadingCloud, this::elsewhere, this::unreadable),
        this);
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
    keys = acceptedKeys();
    shared.keys(keys.ids());
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

  /** The keys of this process, which are good for what the store holds. */
  private LedgerEncryptionKey.Keys acceptedKeys() {
    LedgerEncryptionKey.Keys own = setup.keys(new SecureRandom());
    String seal = shared.directory().sealedBy(own.present().id());
    if (own.next().filter(next -> next.id().equals(seal)).isPresent()) {
      // A leader rotates the key, or was to: the store's record shows when that is done.
      return own;
    }
    if (!own.present().id().equals(seal)) {
      throw new ConfigException(List.of(new ConfigError(
          "data",
          "has another ledger.key than the store's other replicas; copy the file from one of them,"
              + " so that each can send again what another has begun: they have " + seal
              + ", and this directory has " + String.join(", ", own.ids()))));
    }
    return own;
  }

  /** Prepares a follower for the moment at which it has to lead. */
  private void rehearse() {
    if (closed || lead != null) {
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
      QuorumStore store = shared.leading().orElse(null);
      Lead now = lead;
      if (now != null && now.store() != store) {
        lead = null;
        now.adapter().close();
        now = null;
      }
      readCatalog();
      if (now == null && store != null) {
        try {
          lead = new Lead(
              store, setup.openOver(store, keys(), new ReplicaKeyApproval(shared.directory())));
        } catch (RuntimeException | Error e) {
          if (!store.mayAct()) {
            LOG.info("{} has lost its lead before it could begin: {}", shared.name(), e.toString());
            return;
          }
          // The cause may lie in this process, so another replica may succeed.
          LOG.error("{} cannot keep the pools, and lets others lead", shared.name(), e);
          shared.abstain(ABSTAIN, String.valueOf(e.getMessage()));
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private LedgerEncryptionKey.Keys keys() {
    LedgerEncryptionKey.Keys known = keys;
    return known == null ? setup.keys(new SecureRandom()) : known;
  }

  /** The catalog over the copy of the store, with this process's own copy of the ledger's key. */
  private PoolCatalog catalog() {
    LedgerEncryptionKey.Keys own = keys();
    return new PoolCatalog(
        shared.copy(),
        new LaunchEncryptor(own.present(), own.all(), false, new SecureRandom()),
        setup.clocks().wall());
  }

  /** The next key takes the place of the present one once the store has nothing under the present one. */
  private void promoteRotatedKey() {
    LedgerEncryptionKey.Keys own = keys();
    LedgerKeyRecord.of(shared.copy())
        .filter(record -> !record.underWay())
        .map(LedgerKeyRecord::id)
        .filter(id -> own.next().filter(next -> next.id().equals(id)).isPresent())
        .ifPresent(id -> {
          setup.promoteNextKey(id);
          keys = setup.keys(new SecureRandom());
          shared.keys(keys().ids());
        });
  }

  private void readCatalog() {
    PoolCatalog known = catalog;
    if (known != null) {
      try {
        promoteRotatedKey();
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
    Lead now = lead;
    return now != null && now.store().mayAct() ? Optional.of(now.adapter()) : Optional.empty();
  }

  private Optional<LocalPool> leadingPool(String pool) {
    return leader().flatMap(adapter -> adapter.local(pool));
  }

  private Optional<Cloud> leadingCloud(String account) {
    return leader().flatMap(adapter -> adapter.cloud(account));
  }

  /** The refusal of what only the leader does. */
  PoolException elsewhere() {
    Optional<ElectedStore.Replica> other =
        shared.leader().filter(replica -> !replica.name().equals(shared.name()));
    return new PoolException(
        Reason.ELSEWHERE,
        "this replica follows and only answers reads",
        other
                .map(replica -> "Ask the leader, " + replica.name()
                    + (replica.url().isEmpty() ? "." : ", at " + replica.url() + "."))
                .orElse("No replica leads at present. Repeat the request in a moment.")
            + (shared.trouble().isEmpty() ? "" : " " + shared.trouble() + "."));
  }

  private Optional<PoolException> unreadable() {
    return shared.readable()
        ? Optional.empty()
        : Optional.of(new PoolException(
            Reason.UNAVAILABLE, "the store was not read yet", shared.trouble() + "."));
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
        leader().isPresent(), age(), shared.left(), shared.copy().epoch()));
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
        .orElseGet(() -> LedgerBackups.of(setup, shared.copy(), age(), unreadable()));
  }

  /** How old answers may be: as old as the oldest of what pools show, or the copy. */
  private Duration age() {
    if (leader().isPresent()) {
      return Duration.ZERO;
    }
    long asOf = shared.copyAsOf();
    for (FollowerPool copy : pools.shown().copies().values()) {
      long shown = copy.asOf();
      asOf = shown - asOf < 0 ? shown : asOf;
    }
    return Duration.ofNanos(Math.max(0, setup.clocks().ticker().nanos() - asOf));
  }

  @Override
  public Optional<String> unready() {
    if (closed) {
      return Optional.of("the library has been closed");
    }
    return leader().isPresent()
        ? leader().flatMap(CloudAdapter::unready)
        : unreadable().map(refusal -> String.valueOf(refusal.getMessage()));
  }

  @Override
  public Optional<String> beyondHelp() {
    return closed
        ? Optional.of("the library has been closed")
        : leader().flatMap(CloudAdapter::beyondHelp);
  }

  @Override
  public Optional<ReplicaRole> replica() {
    return Optional.of(new ReplicaRole(
        shared.name(),
        leader().isPresent(),
        shared.leader().map(Replica::shown),
        age(),
        lease,
        shared.left(),
        shared.trouble()));
  }

  @Override
  public List<io.cloudadapter.api.ReplicaInfo> replicas() {
    try {
      return shared.directory().replicas().stream().map(Replica::shown).toList();
    } catch (StoreException e) {
      throw new PoolException(
          Reason.UNAVAILABLE,
          "the replicas of the store could not be read: " + e.getMessage(),
          "",
          e);
    }
  }

  private static io.cloudadapter.api.ReplicaInfo shown(ElectedStore.Replica replica) {
    return new io.cloudadapter.api.ReplicaInfo(
        replica.name(),
        Optional.of(replica.url()).filter(url -> !url.isEmpty()),
        replica.leads(),
        replica.revision());
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      Lead last = lead;
      lead = null;
      if (last != null) {
        last.adapter().close();
      }
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
