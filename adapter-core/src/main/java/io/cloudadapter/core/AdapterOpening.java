package io.cloudadapter.core;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.backup.StoreIdentity;
import io.cloudadapter.core.bootstrap.ConfigValidator;
import io.cloudadapter.core.bootstrap.DataDirectory;
import io.cloudadapter.core.bootstrap.MetricPoller;
import io.cloudadapter.core.bootstrap.ThreadPools;
import io.cloudadapter.core.catalog.PoolCatalog;
import io.cloudadapter.core.catalog.StoredTemplateKey;
import io.cloudadapter.core.config.ConfigAuthor;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.history.UnconfiguredHistories;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.keeper.state.PoolUses;
import io.cloudadapter.core.ledger.LedgerSnapshot;
import io.cloudadapter.core.ledger.StoredPools;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.core.quota.PoolQuota;
import io.cloudadapter.core.runtime.ActionHistory;
import io.cloudadapter.core.runtime.Clocks;
import io.cloudadapter.core.runtime.LaunchEncryptor;
import io.cloudadapter.core.runtime.LocalPool;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.embedded.ReopeningStore;
import io.cloudadapter.core.template.TemplateKey;
import io.cloudadapter.spi.config.ConfigError;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One attempt to open the adapters and to keep the pools, over a store that is open. */
final class AdapterOpening {
  private static final Logger LOG = LoggerFactory.getLogger(CloudAdapter.class);

  private final AdapterSetup setup;
  private final ConfigValidator checked;
  private final StateStore store;
  private final KeyRotation rotation;
  private final SecureRandom random;
  private final ThreadPools threads = new ThreadPools();
  private @Nullable PoolFactory made;
  private final Clocks clocks;
  private final ActionHistory feed;

  AdapterOpening(
      AdapterSetup setup,
      ConfigValidator checked,
      StateStore store,
      KeyRotation rotation,
      SecureRandom random) {
    this.setup = setup;
    this.checked = checked;
    this.store = store;
    this.rotation = rotation;
    this.random = random;
    this.clocks = setup.clocks();
    this.feed = new ActionHistory(store);
  }

  CloudAdapter open() {
    PoolCatalog before = new PoolCatalog(store, rotation.reader(), clocks.wall());
    List<ConfigError> unkeepable = new ArrayList<>();
    List<PoolConfig> all = new ArrayList<>(setup.pools());
    all.addAll(new CreatedPools(before, checked).read(setup.pools(), unkeepable));
    Map<PoolName, LedgerSnapshot> stored = DataDirectory.read(store, all, unkeepable);
    AdapterSetup.refuse(unkeepable);
    KeyRotation.Result rotated = rotation.run(); // Not before: as below.
    rotated.promote().ifPresent(setup::promoteNextKey);
    LaunchEncryptor sealer = rotated.sealer();
    PoolCatalog catalog = new PoolCatalog(store, sealer, clocks.wall());
    StoreIdentity.ensure(store, random); // Not before: a later format is refused unchanged.
    DataDirectory.leftovers(store, all).forEach(warning -> LOG.warn("{}", warning));
    UnconfiguredHistories histories = new UnconfiguredHistories(
        store,
        setup.history(),
        all.stream().map(PoolConfig::name).collect(Collectors.toSet()),
        random);
    TemplateKey templates = StoredTemplateKey.ensure(store, sealer, random);
    PoolFactory factory =
        new PoolFactory(setup, checked, store, catalog, sealer, templates, random, threads, feed);
    made = factory;
    PoolRegistry pools =
        new PoolRegistry(store, factory, catalog, histories, threads, random, clocks);
    setup.pools().forEach(pool -> pools.recordIfChanged(pool, ConfigAuthor.file()));
    all.forEach(pool -> AdapterSetup.refuse(factory.lacking(pool)));
    reportUses(factory, catalog, all, stored);
    all.forEach(pool -> pools.keep(pool, Objects.requireNonNull(stored.get(pool.name()))));
    if (store instanceof ReopeningStore reopening) {
      reopening.listen(() -> pools.kept().values().forEach(LocalPool::lookAtStore));
    }
    trimAtTimes(histories);
    for (MetricPoller.Order metric : setup.metrics()) {
      LocalPool pool = Objects.requireNonNull(pools.kept().get(metric.pool()), "checked");
      new MetricPoller(metric, pool, threads.forMetrics()).start(threads.timer());
    }
    factory.follow(pools::of);
    LeaderTasks tasks = new LeaderTasks(
        store,
        clocks,
        factory.channels(),
        name -> Optional.ofNullable(pools.kept().get(name.value())).map(LocalPool::config));
    CloudAdapter adapter = new CloudAdapter(
        store,
        factory,
        pools,
        checked,
        feed,
        tasks,
        threads,
        () -> LedgerBackups.of(setup, store, Duration.ZERO, Optional.empty()));
    tasks.start(setup.tasks(), adapter);
    return adapter;
  }

  /** What all pools use counts before the first of them grows. */
  private void reportUses(
      PoolFactory factory,
      PoolCatalog catalog,
      List<PoolConfig> all,
      Map<PoolName, LedgerSnapshot> stored) {
    if (setup.tenants().isEmpty()) {
      return;
    }
    Moment now = clocks.now();
    Set<PoolName> unkept = new TreeSet<>(StoredPools.of(store));
    for (PoolConfig pool : all) {
      unkept.remove(pool.name());
      Keeper.reportUse(
          factory.settings(pool), Objects.requireNonNull(stored.get(pool.name())), now);
    }
    for (PoolName name : unkept) {
      LedgerSnapshot ledger = DataDirectory.read(store, name);
      PoolConfig config = catalog
          .config(name)
          .orElseGet(
              () -> PoolConfig.named(name.value(), ledger.boundAccount().orElse("unknown"), 1)
                  .build());
      PoolQuota quota = factory.quotas().join(name, config.labels());
      ledger.look().ifPresent(read -> PoolUses.reportUnkept(config, quota, read, now));
    }
  }

  /** What is not configured has no keeper that would drop what is too old. */
  private void trimAtTimes(UnconfiguredHistories histories) {
    Runnable trim = () -> histories.trim(clocks.wall().instant());
    trim.run();
    var unused = threads
        .timer()
        .scheduleAtFixedRate(() -> threads.forMetrics().execute(trim), 1, 1, TimeUnit.HOURS);
  }

  void undo() {
    PoolFactory factory = made;
    if (factory != null) {
      factory.close();
    }
    checked.channels().close();
    checked.handlers().close();
    threads.close(1, TimeUnit.SECONDS);
    store.close();
  }
}
