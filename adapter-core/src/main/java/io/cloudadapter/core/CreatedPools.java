package io.cloudadapter.core;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.bootstrap.ConfigValidator;
import io.cloudadapter.core.catalog.ConfigHead;
import io.cloudadapter.core.catalog.PoolCatalog;
import io.cloudadapter.core.config.ManagedBy;
import io.cloudadapter.core.config.OperatingState;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.spi.config.ConfigError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the pools that were created at run time and are to be kept, when the library is opened on their store. */
final class CreatedPools {
  private final PoolCatalog catalog;
  private final ConfigValidator checked;

  CreatedPools(PoolCatalog catalog, ConfigValidator checked) {
    this.catalog = catalog;
    this.checked = checked;
  }

  /**
   * Reads the configurations that are in the store only. The records of pools that had ended when the last process
   * stopped are removed first.
   *
   * @param configured the pools that the configuration has
   * @param faults gets why pools cannot be kept
   */
  List<PoolConfig> read(List<PoolConfig> configured, List<ConfigError> faults) {
    Set<PoolName> names = configured.stream().map(PoolConfig::name).collect(Collectors.toSet());
    List<PoolConfig> created = new ArrayList<>();
    for (Map.Entry<PoolName, ConfigHead> head : catalog.heads().entrySet()) {
      PoolName name = head.getKey();
      if (catalog.record(name).filter(r -> r.state() == OperatingState.DELETED).isPresent()) {
        catalog.erase(name);
      } else if (head.getValue().manager() == ManagedBy.API) {
        if (names.contains(name)) {
          faults.add(new ConfigError(
              "pools." + name,
              "is managed by the api: take it out of the configuration, or delete it at run time"
                  + " first"));
        } else {
          read(name, created, faults);
        }
      }
    }
    return created;
  }

  private void read(PoolName name, List<PoolConfig> created, List<ConfigError> faults) {
    try {
      PoolConfig config = catalog.present(name).config();
      faults.addAll(checked.faults(config));
      created.add(config);
    } catch (IllegalStateException | IllegalArgumentException e) {
      faults.add(new ConfigError(
          "pools." + name,
          "was created at run time, and its configuration cannot be read: " + e.getMessage()));
    }
  }
}
