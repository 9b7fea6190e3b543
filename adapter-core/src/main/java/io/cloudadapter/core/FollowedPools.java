package io.cloudadapter.core;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.core.bootstrap.ConfigValidator;
import io.cloudadapter.core.catalog.ConfigHead;
import io.cloudadapter.core.catalog.PoolCatalog;
import io.cloudadapter.core.config.ManagedBy;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.runtime.ActionHistory;
import io.cloudadapter.core.runtime.FollowerPool;
import io.cloudadapter.core.runtime.LocalPool;
import io.cloudadapter.core.runtime.ReplicaPool;
import io.cloudadapter.core.store.shared.ElectedStore;
import io.cloudadapter.core.template.TemplateKey;
import io.cloudadapter.spi.MachineProvider;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pools of a replica as it reads them from its copy of the store: those of its configuration, and those that were
 * created at run time, which it finds in the copy. Any number of threads may use it.
 */
final class FollowedPools {
  private static final Logger LOG = LoggerFactory.getLogger(Replica.class);

  /** What a replica shows, replaced as a whole. */
  record Shown(
      Map<String, ReplicaPool> pools,
      Map<String, FollowerPool> copies,
      Map<String, ReplicaCloud> clouds) {}

  /** How pools are read, and who keeps them. */
  record Links(
      ActionHistory feed,
      Function<String, Optional<LocalPool>> leadingPool,
      Function<String, Optional<Cloud>> leadingCloud,
      Supplier<PoolException> elsewhere,
      Supplier<Optional<PoolException>> unreadable) {}

  private final AdapterSetup setup;
  private final ConfigValidator checked;
  private final ElectedStore shared;
  private final Links links;
  private final Replica replica;
  private final SecureRandom random = new SecureRandom();

  /** The version of each pool that was created at run time, as it is followed. */
  private final Map<PoolName, Long> versions = new TreeMap<>();

  private final ReentrantLock changes = new ReentrantLock();
  private long read = -1;
  private volatile Shown shown = new Shown(Map.of(), Map.of(), Map.of());

  FollowedPools(
      AdapterSetup setup,
      ConfigValidator checked,
      ElectedStore shared,
      Links links,
      Replica replica) {
    this.setup = setup;
    this.checked = checked;
    this.shared = shared;
    this.links = links;
    this.replica = replica;
    setup.pools().forEach(this::follow);
  }

  Shown shown() {
    return shown;
  }

  private void follow(PoolConfig pool) {
    ConfigValidator.Account account = checked.account(pool.account());
    // Opened only to read its features, which sends nothing; the leader opens its own.
    try (MachineProvider provider = account.open(setup.clocks(), random, setup.directory())) {
      FollowerPool copy = new FollowerPool(
          // It compares stored digests only, and makes none.
          PoolFactory.keeperConfig(checked, pool, provider, 0, random, TemplateKey.fixed()),
          shared.copy(),
          shared::copyAsOf,
          setup.clocks(),
          links.feed(),
          links.elsewhere(),
          links.unreadable());
      Shown now = shown;
      String name = pool.name().value();
      Map<String, ReplicaPool> pools = new LinkedHashMap<>(now.pools());
      pools.put(name, new ReplicaPool(pool.name(), copy, links.leadingPool()));
      Map<String, FollowerPool> copies = new LinkedHashMap<>(now.copies());
      copies.put(name, copy);
      Map<String, ReplicaCloud> clouds = new LinkedHashMap<>(now.clouds());
      clouds.putIfAbsent(
          pool.account(),
          new ReplicaCloud(
              pool.account(),
              account.config().provider(),
              provider,
              links.leadingCloud(),
              replica));
      shown = new Shown(pools, copies, clouds);
    }
  }

  /** Shows a pool as the configuration has it from now on. */
  void configured(PoolConfig pool) {
    changes.lock();
    try {
      follow(pool);
    } finally {
      changes.unlock();
    }
  }

  /** Shows a pool no more that the configuration does not have any more. */
  void unconfigured(String name) {
    changes.lock();
    try {
      forget(name);
      read = -1;
    } finally {
      changes.unlock();
    }
  }

  private void forget(String name) {
    Shown now = shown;
    Map<String, ReplicaPool> pools = new LinkedHashMap<>(now.pools());
    pools.remove(name);
    Map<String, FollowerPool> copies = new LinkedHashMap<>(now.copies());
    copies.remove(name);
    shown = new Shown(pools, copies, now.clouds());
  }

  /** Follows the pools that were created or changed at run time, and drops those that were deleted. */
  void read(PoolCatalog catalog) {
    changes.lock();
    try {
      readChanges(catalog);
    } finally {
      changes.unlock();
    }
  }

  private void readChanges(PoolCatalog catalog) {
    long revision = shared.copy().revision();
    if (revision == read || !shared.readable()) {
      return;
    }
    Map<PoolName, ConfigHead> heads = catalog.heads();
    heads.values().removeIf(head -> head.manager() != ManagedBy.API);
    setup.pools().forEach(pool -> heads.remove(pool.name()));
    for (PoolName gone : List.copyOf(versions.keySet())) {
      if (!heads.containsKey(gone)) {
        versions.remove(gone);
        forget(gone.value());
      }
    }
    heads.forEach((name, head) -> {
      if (!Long.valueOf(head.version()).equals(versions.put(name, head.version()))) {
        follow(catalog, name);
      }
    });
    read = revision;
  }

  private void follow(PoolCatalog catalog, PoolName name) {
    try {
      PoolConfig config = catalog.present(name).config();
      List<String> faults = new ArrayList<>();
      checked.faults(config).forEach(fault -> faults.add(fault.toString()));
      if (faults.isEmpty()) {
        follow(config);
      } else {
        LOG.warn("pool {}, which was created at run time, cannot be followed: {}", name, faults);
      }
    } catch (IllegalStateException | IllegalArgumentException e) {
      LOG.warn("pool {}, which was created at run time, cannot be followed", name, e);
    }
  }
}
