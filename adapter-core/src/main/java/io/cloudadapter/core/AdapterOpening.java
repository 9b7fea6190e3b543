package io.cloudadapter.core;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.core.backup.StoreIdentity;
import io.cloudadapter.core.bootstrap.ConfigValidator;
import io.cloudadapter.core.bootstrap.DataDirectory;
import io.cloudadapter.core.bootstrap.MetricPoller;
import io.cloudadapter.core.bootstrap.ThreadPools;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.history.HistoryBounds;
import io.cloudadapter.core.history.UnconfiguredHistories;
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
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.store.embedded.ReopeningStore;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.BatchTerminate;
import io.cloudadapter.spi.feature.GroupLifecycleHooks;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.spi.feature.LoadBalancerRegistration;
import io.cloudadapter.spi.feature.MachineResources;
import io.cloudadapter.spi.feature.SpotNotices;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One attempt to open the adapters and to keep the pools, over a store that is open. */
final class AdapterOpening {
  private static final Logger LOG = LoggerFactory.getLogger(CloudAdapter.class);

  private final AdapterSetup setup;
  private final ConfigValidator checked;
  private final StateStore store;
  private final SecureRandom random;
  private final ThreadPools threads = new ThreadPools();
  private final Map<String, ProviderCalls> opened = new LinkedHashMap<>();
  private final Map<String, LocalPool> kept = new LinkedHashMap<>();
  private final Clocks clocks;
  private final ActionHistory feed;

  AdapterOpening(
      AdapterSetup setup, ConfigValidator checked, StateStore store, SecureRandom random) {
    this.setup = setup;
    this.checked = checked;
    this.store = store;
    this.random = random;
    this.clocks = setup.clocks();
    this.feed = new ActionHistory(store);
  }

  CloudAdapter open() {
    List<ConfigError> unkeepable = new ArrayList<>();
    Map<PoolName, LedgerSnapshot> stored = DataDirectory.read(store, setup.pools(), unkeepable);
    AdapterSetup.refuse(unkeepable);
    StoreIdentity.ensure(store, random); // Not before: a later format is refused unchanged.
    DataDirectory.leftovers(store, setup.pools()).forEach(warning -> LOG.warn("{}", warning));
    UnconfiguredHistories histories = new UnconfiguredHistories(
        store,
        setup.history(),
        setup.pools().stream().map(PoolConfig::name).collect(Collectors.toSet()),
        random);
    LaunchEncryptor sealer = new LaunchEncryptor(setup.key(random), random);
    for (PoolConfig pool : setup.pools()) {
      ProviderCalls calls = opened.get(pool.account());
      MachineProvider provider;
      if (calls == null) {
        provider = checked.account(pool.account()).open(clocks, random, setup.directory());
        calls = new ProviderCalls(
            pool.account(),
            provider,
            clocks,
            sealer,
            threads.forAccount(pool.account()),
            threads.timer(),
            checked.handlers().all(),
            checked.account(pool.account()).config().longestRetryAfter(),
            setup.tracing(),
            store::mayAct);
        opened.put(pool.account(), calls);
      } else {
        provider = calls.provider();
      }
      kept.put(pool.name().value(), pool(pool, calls, provider, histories.share()));
    }
    if (store instanceof ReopeningStore reopening) {
      reopening.listen(() -> kept.values().forEach(LocalPool::lookAtStore));
    }
    kept.values().forEach(pool -> pool.start(Objects.requireNonNull(stored.get(pool.name()))));
    trimAtTimes(histories);
    for (MetricPoller.Order metric : setup.metrics()) {
      LocalPool pool = Objects.requireNonNull(kept.get(metric.pool()), "checked");
      new MetricPoller(metric, pool, threads.forMetrics()).start(threads.timer());
    }
    opened.forEach(this::followSpotMarket);
    opened.forEach(this::followGroups);
    Map<String, Cloud> clouds = new LinkedHashMap<>();
    opened.forEach((name, calls) ->
        clouds.put(name, new AccountCloud(name, checked.account(name).config().provider(), calls)));
    Map<String, List<HookChannel>> channels = new LinkedHashMap<>();
    opened.forEach((name, calls) -> channels.put(name, calls.provider().channels()));
    LeaderTasks tasks = new LeaderTasks(store, clocks, channels);
    CloudAdapter adapter = new CloudAdapter(
        store,
        opened,
        clouds,
        kept,
        checked,
        feed,
        tasks,
        threads,
        () -> LedgerBackups.of(setup, store, Duration.ZERO, Optional.empty()));
    tasks.start(setup.tasks(), adapter);
    return adapter;
  }

  /** What is not configured has no keeper that would drop what is too old. */
  private void trimAtTimes(UnconfiguredHistories histories) {
    Runnable trim = () -> histories.trim(clocks.wall().instant());
    trim.run();
    var unused = threads
        .timer()
        .scheduleAtFixedRate(() -> threads.forMetrics().execute(trim), 1, 1, TimeUnit.HOURS);
  }

  private void followSpotMarket(String account, ProviderCalls calls) {
    if (calls.provider().feature(SpotNotices.class).isPresent()) {
      SpotNoticePoller.of(account, calls, poolsOf(account), threads.forMetrics())
          .start(threads.timer());
    }
  }

  private void followGroups(String account, ProviderCalls calls) {
    if (calls.provider().feature(GroupLifecycleHooks.class).isPresent()) {
      GroupHookPoller.of(account, calls, poolsOf(account), clocks.ticker(), threads.forMetrics())
          .start(threads.timer());
    }
  }

  private List<LocalPool> poolsOf(String account) {
    return setup.pools().stream()
        .filter(pool -> pool.account().equals(account))
        .map(pool -> Objects.requireNonNull(kept.get(pool.name().value())))
        .toList();
  }

  private LocalPool pool(
      PoolConfig pool, ProviderCalls calls, MachineProvider provider, HistoryBounds history) {
    boolean adoption = provider.feature(Adoption.class).isPresent();
    boolean releases =
        pool.scaling().deletion().filter(policy -> !policy.destroy()).isPresent();
    if (releases && !adoption) {
      AdapterSetup.refuse(List.of(new ConfigError(
          "pools." + pool.name() + ".policies",
          "must destroy the machines that go: the adapter of account " + pool.account()
              + " cannot let them go alive")));
    }
    if (!pool.loadBalancing().behind().isEmpty()
        && provider.feature(LoadBalancerRegistration.class).isEmpty()) {
      AdapterSetup.refuse(List.of(new ConfigError(
          "pools." + pool.name() + ".loadBalancing.behind",
          "must be empty: the adapter of account " + pool.account()
              + " cannot put machines behind load balancers")));
    }
    KeeperConfig settings = keeperConfig(checked, pool, provider, store.epoch(), random);
    HookNotifier messenger = new HookNotifier(
        checked.channels().of(pool, provider), clocks, threads.forHooks(), threads.timer());
    return new LocalPool(
        settings,
        store,
        calls,
        messenger,
        clocks,
        threads.forPools(),
        threads.forCallbacks(),
        threads.timer(),
        feed,
        history);
  }

  /** What a keeper gets: the pool, and what its adapter can. */
  static KeeperConfig keeperConfig(
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
            .orElse(1),
        provider.feature(MachineResources.class).isPresent());
  }

  void undo() {
    opened.values().forEach(ProviderCalls::close);
    checked.channels().close();
    checked.handlers().close();
    threads.close(1, TimeUnit.SECONDS);
    store.close();
  }
}
