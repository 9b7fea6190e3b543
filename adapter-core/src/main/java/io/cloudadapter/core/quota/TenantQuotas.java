package io.cloudadapter.core.quota;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.TenantQuota;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.TenantConfig;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The quotas of all tenants in the process that keeps their pools. Each pool reports what it uses, and asks before it
 * grows; an answer counts at once, so that no two pools get the same room. What a pool gives back counts when its
 * ledger has it, so that a crash never leaves more in use than was allowed.
 *
 * <p>Any number of threads may use it. It waits for nothing but its lock, which is held for moments.
 */
public final class TenantQuotas {
  private final ReentrantLock lock = new ReentrantLock();
  private final List<TenantConfig> tenants;
  private final SizeCpus sizes;
  private final LongSupplier nanos;
  private final Map<PoolName, PoolShare> shares = new TreeMap<>();
  private final boolean limitsCpus;

  /**
   * Makes the quotas of tenants, none of which has a pool yet.
   *
   * @param tenants the tenants, each of a name of its own
   * @param sizes the processors of machines
   * @param nanos the monotonic time, for what is shown; pools give theirs
   */
  public TenantQuotas(List<TenantConfig> tenants, SizeCpus sizes, LongSupplier nanos) {
    this.tenants =
        tenants.stream().sorted(Comparator.comparing(TenantConfig::name)).toList();
    this.sizes = sizes;
    this.limitsCpus = tenants.stream().anyMatch(tenant -> tenant.vcpus().isPresent());
    this.nanos = nanos;
  }

  /**
   * Without tenants: every pool may grow.
   *
   * @return quotas that limit nothing
   */
  public static TenantQuotas none() {
    return new TenantQuotas(List.of(), SizeCpus.none(), () -> 0);
  }

  /**
   * Has a pool belong to the tenants that its name and labels select, from now on.
   *
   * @param pool the pool's name
   * @param labels its labels
   * @return the pool's part in the quotas
   */
  public PoolQuota join(PoolName pool, Map<String, String> labels) {
    lock.lock();
    try {
      shares.computeIfAbsent(pool, name -> new PoolShare()).tenants = having(pool, labels);
      return new PoolQuota(this, pool);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Has a pool belong to the tenants that a new configuration selects, if their quotas have room for it: for the
   * initial size of a pool that is new, else for what it uses and asks for already.
   *
   * @param config the configuration
   * @param sameTemplate whether it has the launch template of the present one: then the pool asks for what it has
   *     reserved, which after a rollback is for machines of another size than the configuration has
   * @param take whether it belongs to them from now on, if there is room
   * @return why there is no room
   */
  public Optional<QuotaShortfall> admit(PoolConfig config, boolean sameTemplate, boolean take) {
    lock.lock();
    try {
      PoolShare known = shares.get(config.name());
      PoolShare share = known == null ? new PoolShare() : known;
      boolean isNew = known == null || known.gone;
      OptionalInt each = cpus(config.account(), config.launch().size());
      PoolUse before = share.use;
      int reserved = isNew ? config.initialSize() : before.reserved();
      PoolUse after = sameTemplate && !isNew
          ? before
          : new PoolUse(
              before.machines(),
              reserved,
              before.cpus(),
              before.cpus() + (long) (reserved - before.machines()) * each.orElse(0),
              before.launching(),
              before.held());
      List<TenantConfig> own = having(config.name(), config.labels());
      for (TenantConfig tenant : own) {
        boolean joins = isNew || !share.tenants.contains(tenant);
        Optional<QuotaShortfall> shortfall = new TenantRoom(tenant, config.name(), shares)
            .admission(after, joins ? PoolUse.NOTHING : before, each);
        if (shortfall.isPresent()) {
          return shortfall;
        }
      }
      if (take) {
        share.tenants = own;
        share.use = after;
        share.gone = false;
        shares.put(config.name(), share);
      }
      return Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  private List<TenantConfig> having(PoolName pool, Map<String, String> labels) {
    return tenants.stream().filter(tenant -> tenant.has(pool, labels)).toList();
  }

  /** How many processors a machine has; 0 if no tenant limits them. */
  OptionalInt cpus(String account, Optional<String> size) {
    if (!limitsCpus) {
      return OptionalInt.of(0);
    }
    return size.isEmpty() ? OptionalInt.empty() : sizes.cpus(account, size.get());
  }

  /**
   * Frees what a pool has reserved and does not use, since no process keeps it any more. Its machines still count.
   *
   * @param pool the pool's name
   */
  public void unconfigured(PoolName pool) {
    lock.lock();
    try {
      PoolShare share = shares.get(pool);
      if (share != null) {
        PoolUse use = share.use;
        share.use =
            new PoolUse(use.machines(), use.machines(), use.cpus(), use.cpus(), use.launching(), 0);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Whether a pool has launches that count for a quota of launches within an hour. Its records are needed until then,
   * for a restart would forget them otherwise.
   *
   * @param pool the pool's name
   * @param now the monotonic time
   * @return true if one of its tenants limits launches, and not all of its own are an hour old
   */
  public boolean hasRecentLaunches(PoolName pool, long now) {
    lock.lock();
    try {
      PoolShare share = shares.get(pool);
      return share != null
          && share.tenants.stream().anyMatch(tenant -> tenant.launchesPerHour().isPresent())
          && share.launches(now) > 0;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Forgets the machines of a pool whose records were removed. Its launches count until they are an hour old.
   *
   * @param pool the pool's name
   */
  public void leave(PoolName pool) {
    lock.lock();
    try {
      PoolShare share = shares.get(pool);
      if (share != null) {
        share.use = PoolUse.NOTHING;
        share.gone = true;
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns what is used of each quota.
   *
   * @return the tenants by name
   */
  public List<TenantQuota> usage() {
    lock.lock();
    try {
      long now = nanos.getAsLong();
      List<TenantQuota> all = new ArrayList<>();
      for (TenantConfig tenant : tenants) {
        List<PoolName> pools = new ArrayList<>();
        long held = 0;
        for (Map.Entry<PoolName, PoolShare> entry : shares.entrySet()) {
          if (!entry.getValue().gone && entry.getValue().tenants.contains(tenant)) {
            pools.add(entry.getKey());
            held += entry.getValue().use.held();
          }
        }
        all.add(new TenantQuota(tenant.name(), pools, TenantRoom.of(tenant, shares, now), held));
      }
      return all;
    } finally {
      lock.unlock();
    }
  }

  SizeCpus sizes() {
    return sizes;
  }

  /** Runs something on the share of a pool while no other pool changes its own. */
  <T> T with(PoolName pool, Turn<T> turn) {
    lock.lock();
    try {
      PoolShare share = shares.computeIfAbsent(pool, name -> new PoolShare());
      List<TenantRoom> rooms = share.tenants.stream()
          .map(tenant -> new TenantRoom(tenant, pool, shares))
          .toList();
      return turn.take(share, rooms);
    } finally {
      lock.unlock();
    }
  }

  /** What is done in one pool's turn. */
  interface Turn<T> {
    T take(PoolShare share, List<TenantRoom> rooms);
  }
}
