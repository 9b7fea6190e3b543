package io.cloudadapter.core.bootstrap;

import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.runtime.ProviderCalls;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.PoolIncarnation;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ProviderConfig;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Lets the cloud prepare a launch of a pool without launching anything, so that a missing image, network or zone is
 * found before the first machine is needed.
 */
public final class LaunchPreparationCheck {
  /** Marks of no pool's life: nothing that is prepared here is ever sent. */
  private static final PoolIncarnation UNUSED = new PoolIncarnation("0".repeat(27));

  private LaunchPreparationCheck() {}

  /** What stands against a launch of a pool, in each of its zones; each problem once. */
  public static List<ConfigError> of(
      PoolConfig pool, ProviderConfig template, ProviderCalls calls) {
    List<Optional<String>> zones = new ArrayList<>();
    pool.launch().zones().forEach(zone -> zones.add(Optional.of(zone)));
    if (zones.isEmpty()) {
      zones.add(Optional.empty());
    }
    Set<String> problems = new LinkedHashSet<>();
    for (Optional<String> zone : zones) {
      try {
        calls.check(spec(pool, template, zone));
      } catch (CloudException e) {
        problems.add("a launch cannot be prepared: " + e.summary());
      }
    }
    return problems.stream()
        .map(problem -> new ConfigError("pools." + pool.name(), problem))
        .toList();
  }

  private static LaunchSpec spec(PoolConfig pool, ProviderConfig template, Optional<String> zone) {
    LaunchConfig launch = pool.launch();
    return new LaunchSpec(
        pool.name(),
        UNUSED,
        zone,
        launch.size(),
        launch.image(),
        launch.market(),
        launch.tags(),
        launch.userData(),
        template);
  }
}
