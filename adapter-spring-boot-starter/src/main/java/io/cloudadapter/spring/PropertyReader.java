package io.cloudadapter.spring;

import io.cloudadapter.api.Secret;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.CronSchedule;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionWindow;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.config.PoolLabel;
import io.cloudadapter.core.config.PoolSelectionReader;
import io.cloudadapter.core.config.PoolSettings;
import io.cloudadapter.core.config.TenantConfig;
import io.cloudadapter.core.config.TenantSettings;
import io.cloudadapter.notification.ReceiverConfig;
import io.cloudadapter.notification.ReceiverSettings;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.lang.reflect.RecordComponent;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Turns properties into the configuration of the library, and collects every error in them. */
final class PropertyReader {
  static final String PREFIX = "cloudadapter.";

  /** The beginnings of a secret in the configuration file of a server. */
  private static final List<String> REFERENCES = List.of("file:", "env:", "literal:");

  /** The keys that say which pools a tenant has. */
  private static final Set<String> SELECTION =
      Set.of(PoolSelectionReader.POOLS, PoolSelectionReader.LABELS);

  private final CloudAdapterProperties properties;
  private final List<ConfigError> errors = new ArrayList<>();

  private PropertyReader(CloudAdapterProperties properties) {
    this.properties = properties;
  }

  /**
   * A reader of properties without errors.
   *
   * @throws ConfigException with every error
   */
  static PropertyReader checked(CloudAdapterProperties properties) {
    PropertyReader reader = new PropertyReader(properties);
    reader.accounts();
    reader.pools();
    reader.tenants();
    reader.receivers();
    if (!reader.errors.isEmpty()) {
      throw new ConfigException(reader.errors);
    }
    return reader;
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
        labels(key + ".labels", pool.labels(), builder);
        windows(key + ".disruption.windows.", pool, builder);
        pools.put(name, builder);
      } catch (IllegalArgumentException e) {
        errors.add(new ConfigError(key, String.valueOf(e.getMessage())));
      }
    });
    return pools;
  }

  private void labels(String key, Map<String, String> labels, PoolConfigBuilder pool) {
    boolean sound = true;
    for (Map.Entry<String, String> label : labels.entrySet()) {
      if (!PoolLabel.isName(label.getKey()) || !PoolLabel.isValue(label.getValue())) {
        sound = false;
        errors.add(new ConfigError(
            key + "." + label.getKey(),
            "must be a name of 1 to 63 of [A-Za-z0-9._/-] that begins with a letter or digit, with"
                + " a value of 1 to 63 of [A-Za-z0-9._-], was " + label.getValue()));
      }
    }
    if (sound) {
      pool.labels(labels);
    }
  }

  private void windows(String key, PoolProperties properties, PoolConfigBuilder pool) {
    DisruptionConfig disruption = pool.build().disruption();
    Map<String, PoolProperties.Window> windows =
        properties.disruption() == null ? Map.of() : properties.disruption().windows();
    for (Map.Entry<String, PoolProperties.Window> window : windows.entrySet()) {
      try {
        disruption = disruption.with(window.getKey(), window(window.getValue()));
      } catch (IllegalArgumentException e) {
        errors.add(new ConfigError(key + window.getKey(), String.valueOf(e.getMessage())));
      }
    }
    pool.disruption(disruption);
  }

  private static DisruptionWindow window(PoolProperties.Window window) {
    if (window.cron() == null || window.duration() == null) {
      throw new IllegalArgumentException("must have cron and duration, had "
          + (window.cron() == null
              ? window.duration() == null ? "neither" : "no cron"
              : "no duration"));
    }
    ZoneId zone;
    try {
      zone = ZoneId.of(window.zone() == null ? "UTC" : window.zone());
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "zone must be a time zone, such as Europe/Berlin or UTC, was " + window.zone(), e);
    }
    CronSchedule cron;
    try {
      cron = CronSchedule.of(window.cron(), zone);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("cron " + e.getMessage(), e);
    }
    return new DisruptionWindow(
        cron,
        window.duration(),
        DisruptionWindow.reasons(window.reasons() == null ? List.of() : window.reasons()));
  }

  List<TenantConfig> tenants() {
    List<TenantConfig> tenants = new ArrayList<>();
    properties.tenants().forEach((name, tenant) -> {
      String key = PREFIX + "tenants." + name;
      Map<String, String> values = new LinkedHashMap<>();
      flatten("", tenant, values);
      // The sound values are read beside the wrong ones, so that each fault of a tenant is there at
      // once.
      List<ConfigError> wrong = TenantSettings.spec().faults(values);
      wrong.forEach(fault -> {
        errors.add(fault.under(key + "."));
        values.remove(fault.key());
      });
      boolean selects = wrong.stream().noneMatch(fault -> SELECTION.contains(fault.key()));
      TenantSettings.read(name, TenantSettings.spec().parse(values), (setting, fault) -> {
            if (selects || !setting.isEmpty()) { // Else what it lacks may be what is wrong.
              faults(key).accept(setting, fault);
            }
          })
          .ifPresent(tenants::add);
    });
    return tenants;
  }

  List<ReceiverConfig> receivers() {
    ReceiverSettings settings =
        new ReceiverSettings(properties.accounts().keySet(), properties.pools().keySet());
    List<ReceiverConfig> receivers = new ArrayList<>();
    properties.notifications().receivers().forEach((name, receiver) -> {
      String key = PREFIX + "notifications.receivers." + name;
      values(key, receiver, ReceiverSettings.spec())
          .flatMap(values -> settings.read(
              name,
              values,
              receiver.target(),
              secret(key + ".secret", receiver.secret()),
              faults(key)))
          .ifPresent(receivers::add);
    });
    return receivers;
  }

  /** A reference of the configuration file would be a secret that is easy to guess, since Spring has placeholders. */
  private Optional<Secret> secret(String key, @Nullable String value) {
    if (value == null) {
      return Optional.empty();
    }
    for (String reference : REFERENCES) {
      if (value.startsWith(reference)) {
        errors.add(new ConfigError(
            key,
            "must be the secret itself, was a text that begins with " + reference
                + "; use a placeholder such as ${HOOK_KEY}"));
      }
    }
    return Optional.of(Secret.of(value));
  }

  private BiConsumer<String, String> faults(String key) {
    return (setting, fault) ->
        errors.add(new ConfigError(setting.isEmpty() ? key : key + "." + setting, fault));
  }

  /** The values of a record that are set; empty if one of them is a fault. */
  private Optional<ProviderConfig> values(String key, Record from, ConfigSpec spec) {
    Map<String, String> values = new LinkedHashMap<>();
    flatten("", from, values);
    List<ConfigError> faults = spec.faults(values);
    faults.forEach(fault -> errors.add(fault.under(key + ".")));
    return faults.isEmpty() ? Optional.of(spec.parse(values)) : Optional.empty();
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
      } else if (value != null && !(value instanceof Map)) {
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
