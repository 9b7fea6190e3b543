package io.cloudadapter.aws.asg;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.config.ConfigError;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The names of the pools' groups: the pool's own name, unless the account's configuration has another. */
final class AsgNames {
  private final Map<String, String> groups;

  private AsgNames(Map<String, String> groups) {
    this.groups = groups;
  }

  /**
   * Reads the names in the account's configuration.
   *
   * @param pairs each as {@code pool=group}
   * @param faults takes all that is wrong
   */
  static AsgNames of(List<String> pairs, List<ConfigError> faults) {
    Map<String, String> groups = new TreeMap<>();
    Set<String> taken = new HashSet<>();
    for (String pair : pairs) {
      int equals = pair.indexOf('=');
      String pool = pair.substring(0, Math.max(0, equals));
      String group = pair.substring(equals + 1);
      if (pool.isEmpty() || group.isEmpty() || group.length() > 255) {
        faults.add(new ConfigError(
            "groups", "must be pairs such as web=web-servers, one of them was " + pair));
      } else if (groups.put(pool, group) != null || !taken.add(group)) {
        faults.add(new ConfigError(
            "groups", "must name each pool and each group once, " + pair + " is one too many"));
      }
    }
    return new AsgNames(groups);
  }

  String of(PoolName pool) {
    return groups.getOrDefault(pool.value(), pool.value());
  }
}
