package io.cloudadapter.server.reload;

import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.config.AdapterConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What another configuration changes for a server that runs.
 *
 * @param created the pools that are new
 * @param updated the pools that changed, as they are to be
 * @param removed the names of the pools that are gone
 * @param restart the keys whose change needs a restart
 */
record ConfigDifference(
    List<PoolConfig> created,
    List<PoolConfig> updated,
    List<String> removed,
    List<String> restart) {

  /** Compares what runs with what the file has. */
  static ConfigDifference between(AdapterConfig running, AdapterConfig file) {
    Map<String, PoolConfig> before = byName(running.pools());
    Map<String, PoolConfig> after = byName(file.pools());
    List<String> restart = new ArrayList<>(sections(running, file));
    List<String> accounts = running.accounts().stream().map(AccountConfig::name).toList();
    List<PoolConfig> created = new ArrayList<>();
    List<PoolConfig> updated = new ArrayList<>();
    after.forEach((name, pool) -> {
      PoolConfig old = before.get(name);
      if (pool.equals(old)) {
        return;
      }
      // A pool does not move between clouds, and one in a new account waits for the account.
      if (!accounts.contains(pool.account())
          || (old != null && !old.account().equals(pool.account()))) {
        restart.add("pools." + name + ".account");
      } else {
        (old == null ? created : updated).add(pool);
      }
    });
    // The default pool stays: requests that name no pool must not turn to another one meanwhile.
    List<String> removed = before.keySet().stream()
        .skip(1)
        .filter(name -> !after.containsKey(name))
        .toList();
    return new ConfigDifference(created, updated, removed, List.copyOf(restart));
  }

  boolean changesPools() {
    return !created.isEmpty() || !updated.isEmpty() || !removed.isEmpty();
  }

  private static Map<String, PoolConfig> byName(List<PoolConfig> pools) {
    return pools.stream()
        .collect(Collectors.toMap(
            pool -> pool.name().value(), pool -> pool, (one, other) -> one, LinkedHashMap::new));
  }

  private static List<String> sections(AdapterConfig running, AdapterConfig file) {
    Map<String, Function<AdapterConfig, Object>> sections = new LinkedHashMap<>();
    sections.put("data", AdapterConfig::data);
    sections.put("store", AdapterConfig::store);
    sections.put("server", AdapterConfig::server);
    sections.put("accounts", AdapterConfig::accounts);
    sections.put("cloudprovider", AdapterConfig::cloudprovider);
    sections.put("clusterAutoscaler", AdapterConfig::autoscaler);
    sections.put("history", AdapterConfig::history);
    sections.put("notifications", AdapterConfig::receivers);
    sections.put("healthCommands", AdapterConfig::probeCommands);
    sections.put("healthHosts", AdapterConfig::probeHosts);
    sections.put("tenants", AdapterConfig::tenants);
    sections.put("defaultPool", config -> config.pools().get(0).name());
    return sections.entrySet().stream()
        .filter(section ->
            !section.getValue().apply(running).equals(section.getValue().apply(file)))
        .map(Map.Entry::getKey)
        .toList();
  }
}
