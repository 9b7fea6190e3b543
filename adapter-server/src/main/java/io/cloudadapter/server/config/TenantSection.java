package io.cloudadapter.server.config;

import io.cloudadapter.core.config.PoolSelectionReader;
import io.cloudadapter.core.config.TenantConfig;
import io.cloudadapter.core.config.TenantSettings;
import io.cloudadapter.server.config.ConfigSchema.Part;
import io.cloudadapter.server.options.AccessScope.PoolSelection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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

  /**
   * The tenants that were read.
   *
   * @param tenants those that can be; all of them, unless there are faults
   * @param pools the pools of each tenant in the file, by its name; no pools where a fault leaves none, so that a
   *     caller with such a tenant is not a second fault
   */
  record Read(List<TenantConfig> tenants, Map<String, PoolSelection> pools) {}

  Read read(@Nullable YamlNode all, Set<String> pools) {
    List<TenantConfig> tenants = new ArrayList<>();
    Map<String, PoolSelection> selections = new LinkedHashMap<>();
    YamlMappings.named("tenants", all, faults).forEach((name, at) -> {
      Optional<TenantConfig> tenant = tenant(name, at, pools);
      tenant.ifPresent(tenants::add);
      selections.put(
          name,
          tenant
              .map(known -> new PoolSelection(known.pools(), known.labels()))
              .orElseGet(() -> new PoolSelection(Set.of(), Map.of())));
    });
    return new Read(tenants, selections);
  }

  private Optional<TenantConfig> tenant(String name, YamlNode.Mapping at, Set<String> pools) {
    String path = "tenants." + name;
    ConfigSection.Read read =
        ConfigSection.read(path, at, TENANT.spec(), TENANT.asideNames(), faults);
    boolean selects = read.sound(PoolSelectionReader.POOLS, PoolSelectionReader.LABELS);
    Optional<TenantConfig> tenant = TenantSettings.read(name, read.values(), (key, fault) -> {
      if (!key.isEmpty()) {
        faults.add(path + "." + key, fault, at.line());
      } else if (selects) { // Else what it lacks may be what was left out as wrong.
        faults.add(path, fault, at.line());
      }
    });
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
