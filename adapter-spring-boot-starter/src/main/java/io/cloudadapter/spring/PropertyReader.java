package io.cloudadapter.spring;

import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.config.PoolSettings;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.config.ProviderConfig;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns properties into the configuration of accounts and pools, and collects every error in them. */
final class PropertyReader {
  static final String PREFIX = "cloudadapter.";
  private static final Set<String> NO_SETTINGS = Set.of("tags", "template");

  private final CloudAdapterProperties properties;
  private final List<ConfigError> errors = new ArrayList<>();

  PropertyReader(CloudAdapterProperties properties) {
    this.properties = properties;
  }

  /** Throws what {@link #accounts} and {@link #pools} have found. */
  void check() {
    if (!errors.isEmpty()) {
      throw new ConfigException(errors);
    }
  }

  List<AccountConfig> accounts() {
    List<AccountConfig> accounts = new ArrayList<>();
    properties.accounts().forEach((name, account) -> {
      String key = PREFIX + "accounts." + name;
      if (account.provider() == null) {
        errors.add(new ConfigError(
            key + ".provider", "is missing: the name of an adapter, for example simulated"));
        return;
      }
      try {
        accounts.add(new AccountConfig(
            name, account.provider(), account.config(), account.longestRetryAfter()));
      } catch (IllegalArgumentException e) {
        errors.add(new ConfigError(key, String.valueOf(e.getMessage())));
      }
    });
    return accounts;
  }

  Map<String, PoolConfigBuilder> pools() {
    Map<String, PoolConfigBuilder> pools = new LinkedHashMap<>();
    properties.pools().forEach((name, pool) -> {
      String key = PREFIX + "pools." + name;
      Map<String, String> values = new LinkedHashMap<>();
      flatten("", pool, values);
      String account = pool.account() == null ? onlyAccount(key) : pool.account();
      List<ConfigError> faults = PoolSettings.spec().faults(values);
      faults.forEach(fault -> errors.add(fault.under(key + ".")));
      if (!faults.isEmpty() || account == null) {
        return;
      }
      ProviderConfig settings = PoolSettings.spec().parse(values);
      try {
        PoolConfigBuilder builder = PoolConfig.named(name, account, settings.integer("maxSize"));
        PoolSettings.set(
            settings,
            Set.of(),
            builder,
            (setting, problem) -> errors.add(new ConfigError(key + "." + setting, problem)));
        builder.launch(builder.build().launch().toBuilder()
            .tags(pool.tags())
            .template(pool.template())
            .build());
        pools.put(name, builder);
      } catch (IllegalArgumentException e) {
        errors.add(new ConfigError(key, String.valueOf(e.getMessage())));
      }
    });
    return pools;
  }

  private @Nullable String onlyAccount(String key) {
    if (properties.accounts().size() == 1) {
      return properties.accounts().keySet().iterator().next();
    }
    errors.add(new ConfigError(
        key + ".account",
        properties.accounts().isEmpty()
            ? "is missing, and there is no account: add " + PREFIX + "accounts.NAME.provider"
            : "is missing; there are " + String.join(", ", properties.accounts().keySet())));
    return null;
  }

  /** Adds the components of a record that are set, under the keys of {@link PoolSettings}. */
  private static void flatten(String prefix, Record from, Map<String, String> values) {
    for (RecordComponent component : from.getClass().getRecordComponents()) {
      String key = prefix + component.getName();
      Object value = read(component, from);
      if (value instanceof Record nested) {
        flatten(key + ".", nested, values);
      } else if (value != null && !NO_SETTINGS.contains(key)) {
        values.put(key, text(value));
      }
    }
  }

  private static @Nullable Object read(RecordComponent component, Record from) {
    try {
      return component.getAccessor().invoke(from);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String text(Object value) {
    if (value instanceof Duration time) {
      return TimeSpan.text(time);
    }
    if (value instanceof Enum<?> choice) {
      return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
    return value instanceof List<?> list
        ? String.join(",", list.stream().map(String::valueOf).toList())
        : value.toString();
  }
}
