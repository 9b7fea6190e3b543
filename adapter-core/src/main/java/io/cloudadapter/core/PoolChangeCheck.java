package io.cloudadapter.core;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.bootstrap.DataDirectory;
import io.cloudadapter.core.catalog.ConfigHead;
import io.cloudadapter.core.catalog.PoolCatalog;
import io.cloudadapter.core.config.ConfigAuthor;
import io.cloudadapter.core.config.ManagedBy;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.spi.config.ConfigError;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Refuses changes of pools that cannot be, before anything of them is recorded. It changes nothing but quotas. */
final class PoolChangeCheck {
  private static final Logger LOG = LoggerFactory.getLogger(CloudAdapter.class);

  private final StateStore store;
  private final PoolFactory factory;
  private final PoolCatalog catalog;

  PoolChangeCheck(StateStore store, PoolFactory factory, PoolCatalog catalog) {
    this.store = store;
    this.factory = factory;
    this.catalog = catalog;
  }

  /** Whether the last recorded configuration of the pool is this one. */
  boolean isRecorded(PoolConfig config) {
    try {
      return catalog.present(config.name()).config().equals(config);
    } catch (IllegalStateException e) {
      LOG.warn(
          "pool {}: its last configuration cannot be read, so this one is a new version: {}",
          config.name(),
          e.getMessage());
      return false;
    }
  }

  /** Refuses a pool that cannot be created; true if the configuration had it before, and has it again. */
  boolean creation(PoolConfig config, ConfigAuthor author, boolean kept) {
    PoolName name = config.name();
    if (kept) {
      throw new PoolException(Reason.CONFLICT, "there is a pool " + name + " already", "");
    }
    Optional<ConfigHead> head = catalog.head(name);
    boolean returns = author.manager() == ManagedBy.FILE
        && head.filter(known -> known.manager() == ManagedBy.FILE).isPresent();
    if (!returns && (head.isPresent() || catalog.record(name).isPresent())) {
      throw new PoolException(
          Reason.CONFLICT,
          "the ledger still has a pool " + name + ", which is not configured",
          "Configure it again where it was configured, or delete it first.");
    }
    AdapterSetup.refuse(factory.faults(config));
    if (returns) {
      refuseMove(config);
    }
    return returns;
  }

  /** Refuses a configuration that cannot be; false if it is the present one. */
  boolean update(PoolConfig config) {
    PoolConfig before = catalog.present(config.name()).config();
    if (before.equals(config)) {
      return false;
    }
    if (!before.account().equals(config.account())) {
      AdapterSetup.refuse(List.of(moved(config, before.account())));
    }
    AdapterSetup.refuse(factory.faults(config));
    return true;
  }

  /** Refuses an author who does not manage the pool. */
  void requireManager(PoolName name, ConfigAuthor author) {
    catalog
        .head(name)
        .map(ConfigHead::manager)
        .filter(manager -> manager != author.manager())
        .ifPresent(manager -> {
          throw new PoolException(
              Reason.CONFLICT,
              "pool " + name + " is managed by the " + manager.word() + ", not by the "
                  + author.manager().word(),
              "Change it there, or take it over first.");
        });
  }

  /**
   * Refuses what the quotas of the pool's tenants have no room for.
   *
   * @param take whether the room is taken
   */
  void requireRoom(PoolConfig config, ConfigAuthor author, boolean take) {
    if (author.manager() == ManagedBy.API) {
      factory.quotas().admit(config, keepsTemplate(config), take).ifPresent(shortfall -> {
        throw new PoolException(
            Reason.QUOTA,
            "pool " + config.name() + ": " + shortfall.text(),
            "GET /quotas shows what the tenant's pools use.");
      });
    }
  }

  /** Zones are no part of a launch template. */
  private boolean keepsTemplate(PoolConfig config) {
    return catalog
        .config(config.name())
        .map(PoolConfig::launch)
        .filter(before ->
            before.toBuilder().zones(config.launch().zones()).build().equals(config.launch()))
        .isPresent();
  }

  private void refuseMove(PoolConfig config) {
    DataDirectory.read(store, config.name())
        .boundAccount()
        .filter(account -> !account.equals(config.account()))
        .ifPresent(account -> AdapterSetup.refuse(List.of(moved(config, account))));
  }

  private static ConfigError moved(PoolConfig config, String account) {
    return new ConfigError(
        "pools." + config.name() + ".account",
        "must stay " + account + ", was " + config.account()
            + ": machines do not move; create another pool in the other account");
  }
}
