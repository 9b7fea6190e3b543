package io.cloudadapter.server.config;

import io.cloudadapter.core.config.TenantConfig;
import io.cloudadapter.core.config.TenantSettings;
import io.cloudadapter.server.config.ConfigSchema.Part;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the section {@code tenants}: which pools each tenant has, and its quotas. */
final class TenantSection {
  static final Part TENANT = new Part("tenants.<name>", TenantSettings.spec(), Map.of());

  private final ConfigErrors faults;

  TenantSection(ConfigErrors faults) {
    this.faults = faults;
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
    if (!read.wrong().isEmpty()) {
      return Optional.empty();
    }
    Optional<TenantConfig> tenant = TenantSettings.read(
        name,
        read.values(),
        (key, fault) -> faults.add(key.isEmpty() ? path : path + "." + key, fault, at.line()));
    tenant.stream()
        .flatMap(known -> known.pools().stream())
        .filter(pool -> !pools.contains(pool.value()))
        .forEach(pool -> faults.doubt(
            path + ".pools",
            "names pool " + pool + ", which is not in this file; it counts once it is created",
            at.line()));
    return tenant;
  }
}
