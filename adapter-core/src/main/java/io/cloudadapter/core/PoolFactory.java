package io.cloudadapter.core;

import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.core.bootstrap.ConfigValidator;
import io.cloudadapter.core.bootstrap.ThreadPools;
import io.cloudadapter.core.catalog.PoolCatalog;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.history.HistoryBounds;
import io.cloudadapter.core.keeper.Keeper;
import io.cloudadapter.core.ledger.LedgerSnapshot;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.Moment;
import io.cloudadapter.core.quota.TenantQuotas;
import io.cloudadapter.core.runtime.AccountCloud;
import io.cloudadapter.core.runtime.ActionDispatcher;
import io.cloudadapter.core.runtime.ActionHistory;
import io.cloudadapter.core.runtime.CatalogCpus;
import io.cloudadapter.core.runtime.Clocks;
import io.cloudadapter.core.runtime.GroupHookPoller;
import io.cloudadapter.core.runtime.HookNotifier;
import io.cloudadapter.core.runtime.LaunchEncryptor;
import io.cloudadapter.core.runtime.LocalPool;
import io.cloudadapter.core.runtime.ProviderCalls;
import io.cloudadapter.core.runtime.SpotNoticePoller;
import io.cloudadapter.core.store.StateStore;
import io.cloudadapter.core.template.TemplateKey;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.BatchTerminate;
import io.cloudadapter.spi.feature.GroupLifecycleHooks;
import io.cloudadapter.spi.feature.ImageResolver;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.spi.feature.MachineResources;
import io.cloudadapter.spi.feature.SpotNotices;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Makes the pools of one library, and opens the accounts that they live in. Any number of threads may use it.
 */
final class PoolFactory {
  private final AdapterSetup setup;
  private final ConfigValidator checked;
  private final StateStore store;
  private final LaunchEncryptor sealer;
  private final TemplateKey templateKey;
  private final SecureRandom random;
  private final ThreadPools threads;
  private final ActionHistory feed;
  private final Clocks clocks;
  private final LaunchVersions versions;
  private final TenantQuotas quotas;
  private final Map<String, ProviderCalls> accounts = new LinkedHashMap<>();
  private final Map<String, Cloud> clouds = new LinkedHashMap<>();
  private final Set<String> followed = new HashSet<>();

  PoolFactory(
      AdapterSetup setup,
      ConfigValidator checked,
      StateStore store,
      PoolCatalog catalog,
      LaunchEncryptor sealer,
      TemplateKey templateKey,
      SecureRandom random,
      ThreadPools threads,
      ActionHistory feed) {
    this.setup = setup;
    this.checked = checked;
    this.store = store;
    this.sealer = sealer;
    this.templateKey = templateKey;
    this.random = random;
    this.threads = threads;
    this.feed = feed;
    this.clocks = setup.clocks();
    this.versions = new LaunchVersions(catalog, checked);
    this.quotas = new TenantQuotas(
        setup.tenants(),
        new CatalogCpus(
            name -> Optional.ofNullable(clouds().get(name)), threads.forMetrics(), clocks),
        () -> clocks.ticker().nanos());
  }

  /** The account of that name, which is opened when the first pool needs it. */
  private synchronized ProviderCalls account(String name) {
    ProviderCalls known = accounts.get(name);
    if (known != null) {
      return known;
    }
    ConfigValidator.Account account = checked.account(name);
    ProviderCalls calls = new ProviderCalls(
        name,
        account.open(clocks, random, setup.directory()),
        clocks,
        sealer,
        threads.forAccount(name),
        threads.timer(),
        checked.handlers().all(),
        account.config().longestRetryAfter(),
        setup.tracing(),
        store::mayAct);
    accounts.put(name, calls);
    clouds.put(name, new AccountCloud(name, account.config().provider(), calls));
    return calls;
  }

  /** The accounts that are open, by name. */
  synchronized Map<String, ProviderCalls> accounts() {
    return new LinkedHashMap<>(accounts);
  }

  /** The same, to be asked for what they have beside machines. */
  synchronized Map<String, Cloud> clouds() {
    return new LinkedHashMap<>(clouds);
  }

  /** The channels of the accounts that are open. */
  synchronized Map<String, List<HookChannel>> channels() {
    Map<String, List<HookChannel>> channels = new LinkedHashMap<>();
    accounts.forEach((name, calls) -> channels.put(name, calls.provider().channels()));
    return channels;
  }

  /**
   * Returns why a pool cannot be kept. Opens its account if need be, once nothing is wrong with what can be found
   * without it.
   */
  List<ConfigError> faults(PoolConfig pool) {
    List<ConfigError> faults = new ArrayList<>(checked.faults(pool));
    if (!faults.isEmpty()) {
      return faults;
    }
    MachineProvider provider = account(pool.account()).provider();
    faults.addAll(checked.channels().faults(pool, provider));
    faults.addAll(lacking(pool));
    return faults;
  }

  /** What the adapter cannot do of what the pool needs. */
  List<ConfigError> lacking(PoolConfig pool) {
    return checked.lacking(pool, account(pool.account()).provider());
  }

  /** Makes a pool, which is not started yet. */
  LocalPool make(PoolConfig pool, HistoryBounds history) {
    ProviderCalls calls = account(pool.account());
    return new LocalPool(
        settings(pool),
        store,
        calls,
        messenger(pool),
        clocks,
        threads.forPools(),
        threads.forCallbacks(),
        threads.timer(),
        feed,
        history);
  }

  /** The quotas of the tenants whose pools it makes. */
  TenantQuotas quotas() {
    return quotas;
  }

  /** What a keeper of the pool works with; the pool belongs to its tenants from now on. */
  KeeperConfig settings(PoolConfig pool) {
    return unlimited(pool).toBuilder()
        .quota(quotas.join(pool.name(), pool.labels()))
        .build();
  }

  /** The same for a keeper that only answers what it would do, without any quotas. */
  KeeperConfig unlimited(PoolConfig pool) {
    MachineProvider provider = account(pool.account()).provider();
    return keeperConfig(checked, pool, provider, store.epoch(), random, templateKey).toBuilder()
        .versions(versions.of(pool))
        .build();
  }

  /** What sends the messages of the pool's hooks. */
  HookNotifier messenger(PoolConfig pool) {
    return new HookNotifier(
        checked.channels().of(pool, account(pool.account()).provider()),
        clocks,
        threads.forHooks(),
        threads.timer());
  }

  /** What a keeper gets: the pool, and what its adapter can. */
  static KeeperConfig keeperConfig(
      ConfigValidator checked,
      PoolConfig pool,
      MachineProvider provider,
      long epoch,
      SecureRandom random,
      TemplateKey templateKey) {
    return KeeperConfig.builder(pool, checked.template(pool), provider.profile(), epoch, random)
        .adoption(provider.feature(Adoption.class).isPresent())
        .relabel(provider.feature(Labeling.class).isPresent())
        .actions(ActionDispatcher.types(provider, checked.handlers().all()))
        .endsTogether(provider
            .feature(BatchTerminate.class)
            .map(feature -> Math.max(1, feature.most()))
            .orElse(1))
        .resources(provider.feature(MachineResources.class).isPresent())
        .resolvesImages(provider.feature(ImageResolver.class).isPresent())
        .perLaunchData(checked.channels().makesLaunchData(pool, provider))
        .templateKey(templateKey)
        .build();
  }

  /**
   * Follows the notices of accounts that are not followed yet. To be called once their pools are there: a notice for a
   * machine that no pool has would be forgotten.
   */
  synchronized void follow(Function<String, List<LocalPool>> poolsOf) {
    accounts.forEach((name, calls) -> {
      if (!followed.add(name)) {
        return;
      }
      if (calls.provider().feature(SpotNotices.class).isPresent()) {
        SpotNoticePoller.of(name, calls, () -> poolsOf.apply(name), threads.forMetrics())
            .start(threads.timer());
      }
      if (calls.provider().feature(GroupLifecycleHooks.class).isPresent()) {
        GroupHookPoller.of(
                name, calls, () -> poolsOf.apply(name), clocks.ticker(), threads.forMetrics())
            .start(threads.timer());
      }
    });
  }

  synchronized void close() {
    accounts.values().forEach(ProviderCalls::close);
  }

  /** What a keeper with this configuration would plan from the ledger as it is. */
  PoolPlan planned(PoolConfig config, LedgerSnapshot stored, Moment now) {
    return Keeper.restore(unlimited(config), stored, now, 0, Set.of()).preview(now);
  }
}
