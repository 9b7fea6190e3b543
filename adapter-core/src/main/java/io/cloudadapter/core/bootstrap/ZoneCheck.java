package io.cloudadapter.core.bootstrap;

import io.cloudadapter.api.scaling.PlacementPolicy;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.spi.config.ConfigError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Checks whether the zones that a pool names are those of its cloud. The result is a warning, never a refusal: a
 * cloud may get a zone, and a pool may omit one on purpose.
 */
final class ZoneCheck {
  private final PoolConfig pool;
  private final List<String> cloud;
  private final List<ConfigError> found = new ArrayList<>();

  /** Looks at a pool in a cloud with some zones; none if they are not known. */
  private ZoneCheck(PoolConfig pool, List<String> cloud) {
    this.pool = pool;
    this.cloud = cloud;
  }

  static List<ConfigError> of(PoolConfig pool, List<String> cloud) {
    ZoneCheck check = new ZoneCheck(pool, cloud);
    List<String> own = pool.launch().zones();
    check.strange("zones", own);
    pool.scaling().policies().forEach((name, policy) -> {
      if (policy instanceof PlacementPolicy placement) {
        check.placement("policies." + name, placement, own);
      }
    });
    return check.found;
  }

  private void placement(String key, PlacementPolicy placement, List<String> own) {
    List<String> listed =
        placement.shares().stream().map(PlacementPolicy.Share::name).toList();
    if (own.isEmpty()) {
      strange(key, listed);
    }
    String left = without(own.isEmpty() ? cloud : own, listed);
    if (!left.isEmpty()) {
      warn(
          key,
          "leaves out " + left
              + ", where the pool gets no machines and loses its first ones; a zone"
              + " with weight 0 is left out on purpose");
    }
    int room = placement.room(Map.of(), own.isEmpty() ? listed : own);
    if (room < pool.maxSize()) {
      warn(
          key,
          "has room for " + room + " machines in all its zones, fewer than maxSize, which is "
              + pool.maxSize());
    }
  }

  private void strange(String key, List<String> zones) {
    String strange = cloud.isEmpty() ? "" : without(zones, cloud);
    if (!strange.isEmpty()) {
      warn(
          key,
          "names " + strange + ", but account " + pool.account() + " has the zones "
              + String.join(", ", cloud) + "; it launches nothing elsewhere");
    }
  }

  private static String without(List<String> zones, List<String> others) {
    return zones.stream().filter(zone -> !others.contains(zone)).collect(Collectors.joining(", "));
  }

  private void warn(String key, String problem) {
    found.add(new ConfigError("pools." + pool.name() + "." + key, problem));
  }
}
