package io.cloudadapter.server.config;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.config.TenantConfig;
import io.cloudadapter.server.config.ConfigSchema.Part;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the section {@code tenants}: which pools each tenant has, and its quotas. */
final class TenantSection {
  private static final int MOST = 10_000_000;

  static final Part TENANT = new Part(
      "tenants.<name>",
      ConfigSpec.builder()
          .optional(
              "pools",
              ConfigKey.Type.LIST,
              "The names of the tenant's pools, of this file or created at run time.")
          .optional(
              "labels",
              ConfigKey.Type.LIST,
              "Labels such as team=a: the tenant also has each pool with all of them.")
          .add(limit(
              "machines",
              "The most machines that its pools have and are promised together; by default no"
                  + " limit."))
          .add(limit(
              "vcpus",
              "The most processors of these machines, by the sizes in the catalogs of their"
                  + " accounts; by default no limit."))
          .add(limit(
              "launchesPerHour",
              "The most machines that its pools launch within any hour; by default no limit."))
          .build(),
      Map.of());

  private final ConfigErrors faults;

  TenantSection(ConfigErrors faults) {
    this.faults = faults;
  }

  private static ConfigKey limit(String name, String doc) {
    return new ConfigKey(
        name, ConfigKey.Type.INTEGER, false, Optional.empty(), List.of(), 0, MOST, doc);
  }

  /** The tenants by name, as far as they are sound. */
  Map<String, TenantConfig> read(@Nullable YamlNode all, Set<String> pools) {
    Map<String, TenantConfig> tenants = new LinkedHashMap<>();
    YamlMappings.named("tenants", all, faults)
        .forEach(
            (name, at) -> tenant(name, at, pools).ifPresent(tenant -> tenants.put(name, tenant)));
    return tenants;
  }

  private Optional<TenantConfig> tenant(String name, YamlNode.Mapping at, Set<String> pools) {
    String path = "tenants." + name;
    ConfigSection.Read read =
        ConfigSection.read(path, at, TENANT.spec(), TENANT.asideNames(), faults);
    ProviderConfig values = read.values();
    ScopeSection scopes = new ScopeSection(faults, Map.of());
    Set<PoolName> names = scopes.names(path, values, at.line());
    Map<String, String> labels = scopes.labels(path, values, at.line());
    names.stream()
        .filter(pool -> !pools.contains(pool.value()))
        .forEach(pool -> faults.doubt(
            path + ".pools",
            "names pool " + pool + ", which is not in this file; it counts once it is created",
            at.line()));
    if (!read.wrong().isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(new TenantConfig(
          name,
          names,
          labels,
          limit("machines", values),
          limit("vcpus", values),
          limit("launchesPerHour", values)));
    } catch (IllegalArgumentException e) {
      faults.add(path, "is refused: " + e.getMessage(), at.line());
      return Optional.empty();
    }
  }

  private static OptionalInt limit(String key, ProviderConfig values) {
    return values.has(key) ? OptionalInt.of(values.integer(key)) : OptionalInt.empty();
  }
}
