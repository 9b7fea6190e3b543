package io.cloudadapter.core.bootstrap;

import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.hook.HookListener;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.runtime.Clocks;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.action.ActionHandler;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.spi.config.SpellingSuggestion;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Checks a whole configuration: collects everything that is wrong with it, and otherwise everything that is needed to
 * open it.
 */
public final class ConfigValidator {
  /** An account with its adapter. */
  public record Account(
      AccountConfig config, MachineProviderFactory factory, ProviderConfig values) {

    /** Opens the adapter; the faults that only it can find name the account too. */
    public MachineProvider open(Clocks clocks, RandomGenerator random, Optional<Path> data) {
      try {
        return factory.open(
            values,
            new ProviderEnvironment(config.name(), clocks.wall(), clocks.ticker(), random, data));
      } catch (ConfigException e) {
        String prefix = "accounts." + config.name() + ".";
        throw new ConfigException(e.faults().stream().map(f -> f.under(prefix)).toList());
      } catch (IllegalArgumentException e) {
        throw new ConfigException(
            List.of(new ConfigError("accounts." + config.name(), String.valueOf(e.getMessage()))));
      }
    }
  }

  private final List<ConfigError> faults = new ArrayList<>();
  /** The names of all accounts, also of those that are not sound. */
  private final Set<String> names = new HashSet<>();

  private final Map<String, Account> accounts = new LinkedHashMap<>();
  private final HookChannelRegistry channels;
  private final ActionHandlerRegistry handlers;

  public ConfigValidator(
      List<AccountConfig> accountConfigs,
      List<PoolConfig> pools,
      List<MetricPoller.Order> metrics,
      Map<String, HookListener> listeners,
      List<ActionHandler> given,
      boolean closesGiven,
      ProviderRegistry providers) {
    channels = new HookChannelRegistry(listeners);
    handlers = new ActionHandlerRegistry(given, closesGiven);
    faults.addAll(handlers.faults());
    for (String pool : listeners.keySet()) {
      if (pools.stream().noneMatch(known -> known.name().value().equals(pool))) {
        faults.add(fault("hooks", "a listener is for pool " + pool + ", which there is not"));
      }
    }
    for (AccountConfig account : accountConfigs) {
      if (!names.add(account.name())) {
        faults.add(fault("accounts." + account.name(), "is configured twice"));
      }
      check(account, providers);
    }
    if (pools.isEmpty()) {
      faults.add(fault("pools", "there must be at least one pool"));
    }
    Set<String> poolNames = new HashSet<>();
    for (PoolConfig pool : pools) {
      if (!poolNames.add(pool.name().value())) {
        faults.add(fault("pools." + pool.name(), "is configured twice"));
      }
      faults.addAll(faults(pool));
    }
    metrics.forEach(metric -> check(metric, pools));
  }

  private void check(MetricPoller.Order metric, List<PoolConfig> pools) {
    String key = "metrics." + metric.metric();
    if (metric.every().compareTo(Duration.ofMillis(1)) < 0) {
      faults.add(fault(
          key, "must be looked at every 1ms or less often, was " + TimeSpan.text(metric.every())));
    }
    Optional<PoolConfig> pool =
        pools.stream().filter(p -> p.name().value().equals(metric.pool())).findFirst();
    if (pool.isEmpty()) {
      faults.add(fault(key, "is for pool " + metric.pool() + ", which there is not"));
    } else if (!pool.get().scaling().watches(metric.metric())) {
      faults.add(fault(key, "is watched by no policy of pool " + metric.pool()));
    }
  }

  private static ConfigError fault(String key, String problem) {
    return new ConfigError(key, problem);
  }

  private void check(AccountConfig account, ProviderRegistry providers) {
    String prefix = "accounts." + account.name() + ".";
    Optional<MachineProviderFactory> factory =
        providers.find(account.provider(), prefix + "provider", faults);
    if (factory.isEmpty()) {
      return;
    }
    List<ConfigError> found = factory.get().config().faults(account.config());
    found.forEach(f -> faults.add(f.under(prefix)));
    if (found.isEmpty()) {
      accounts.put(
          account.name(),
          new Account(account, factory.get(), factory.get().config().parse(account.config())));
    }
  }

  /**
   * Returns what is wrong with one pool, as far as can be found without its adapter; nothing is kept of it. Any thread
   * may call it.
   */
  public List<ConfigError> faults(PoolConfig pool) {
    String prefix = "pools." + pool.name() + ".";
    if (!names.contains(pool.account())) {
      return List.of(fault(
          prefix + "account",
          "there is no account " + pool.account()
              + SpellingSuggestion.to(pool.account(), names)
                  .map(near -> "; did you mean " + near + "?")
                  .orElse("; there are " + names)));
    }
    Account account = accounts.get(pool.account());
    if (account == null) {
      return List.of();
    }
    return account.factory().template().faults(pool.launch().template()).stream()
        .map(f -> f.under(prefix + "template."))
        .toList();
  }

  public List<ConfigError> faults() {
    return List.copyOf(faults);
  }

  /** What is doubtful about the pools of sound accounts. */
  public List<ConfigError> warnings(List<PoolConfig> pools) {
    List<ConfigError> warnings = new ArrayList<>();
    for (PoolConfig pool : pools) {
      Account account = accounts.get(pool.account());
      if (account != null) {
        warnings.addAll(ZoneCheck.of(pool, account.factory().zones(account.values())));
      }
    }
    return warnings;
  }

  /** The faults that only the adapters can find. All are open at once, as they will be. */
  public List<ConfigError> tryAdapters(
      Clocks clocks,
      RandomGenerator random,
      Optional<Path> data,
      List<PoolConfig> pools,
      Function<Map<String, List<HookChannel>>, List<ConfigError>> others) {
    List<ConfigError> found = new ArrayList<>();
    Map<String, MachineProvider> open = new LinkedHashMap<>();
    for (Account account : accounts.values()) {
      try {
        open.put(account.config().name(), account.open(clocks, random, data));
      } catch (ConfigException e) {
        found.addAll(e.faults());
      }
    }
    for (PoolConfig pool : pools) {
      MachineProvider provider = open.get(pool.account());
      if (provider != null) {
        found.addAll(channels.faults(pool, provider));
        found.addAll(lacking(pool, provider));
      }
    }
    found.addAll(others.apply(channels(pools, open)));
    // All are open together first, as they will be: two may want the same thing.
    open.values().forEach(MachineProvider::close);
    return found;
  }

  /**
   * Returns what the adapter of a pool cannot do of what the pool needs. Asks the cloud nothing, and nothing is kept of
   * it. Any thread may call it.
   */
  public List<ConfigError> lacking(PoolConfig pool, MachineProvider provider) {
    String adapter = account(pool.account()).config().provider();
    return new AdapterFeatureCheck(pool, provider, adapter)
        .faults(channels.makesLaunchData(pool, provider));
  }

  /** The channels of each account that a pool lives in. */
  private static Map<String, List<HookChannel>> channels(
      List<PoolConfig> pools, Map<String, MachineProvider> open) {
    Map<String, List<HookChannel>> channels = new TreeMap<>();
    for (PoolConfig pool : pools) {
      MachineProvider provider = open.get(pool.account());
      if (provider != null) {
        channels.put(pool.account(), provider.channels());
      }
    }
    return channels;
  }

  /** The channels that hooks may use. */
  public HookChannelRegistry channels() {
    return channels;
  }

  /** Those who do actions that are not built in. */
  public ActionHandlerRegistry handlers() {
    return handlers;
  }

  public Account account(String name) {
    Account account = accounts.get(name);
    if (account == null) {
      throw new IllegalArgumentException("there is no account " + name);
    }
    return account;
  }

  public ProviderConfig template(PoolConfig pool) {
    return account(pool.account()).factory().template().parse(pool.launch().template());
  }
}
