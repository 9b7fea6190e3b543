package io.cloudadapter.core;

import io.cloudadapter.core.bootstrap.ConfigValidator;
import io.cloudadapter.core.catalog.PoolCatalog;
import io.cloudadapter.core.config.ConfigVersion;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.protocol.LaunchVersion;
import io.cloudadapter.spi.config.ConfigSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads from the catalog what launches of a pool were made from, so that a rollback can go back to it. */
final class LaunchVersions {
  private final PoolCatalog catalog;
  private final ConfigValidator checked;

  LaunchVersions(PoolCatalog catalog, ConfigValidator checked) {
    this.catalog = catalog;
    this.checked = checked;
  }

  /**
   * Returns what the stored versions of the pool's configuration have, each launch configuration once.
   *
   * @param pool the pool as it is configured now
   * @return the newest first; without those that cannot be read, or that the adapter does not accept any more
   */
  List<LaunchVersion> of(PoolConfig pool) {
    ConfigSpec spec = checked.account(pool.account()).factory().template();
    List<LaunchVersion> launches = new ArrayList<>();
    Set<LaunchConfig> known = new HashSet<>();
    for (ConfigVersion version : catalog.readable(pool.name())) {
      LaunchConfig launch = version.config().launch();
      boolean another = known.add(launch.toBuilder().zones(List.of()).build());
      if (another && spec.faults(launch.template()).isEmpty()) {
        launches.add(new LaunchVersion(version.version(), launch, spec.parse(launch.template())));
      }
    }
    return launches;
  }
}
