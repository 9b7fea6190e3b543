package io.cloudadapter.cli.simulate;

import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.config.PoolSettings;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ProviderConfig;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Settings of a pool that one simulation has otherwise than the configuration. */
final class ChangedSettings {
  /** What the simulation is about. */
  private static final Set<String> FIXED = Set.of("account", "maxSize");

  private ChangedSettings() {}

  /**
   * The pool with some settings changed.
   *
   * @param config as configured
   * @param values each as KEY=VALUE, with the keys of the configuration's reference
   * @return another configuration
   * @throws IllegalArgumentException naming the key, its value and what is allowed
   */
  static PoolConfig of(PoolConfig config, List<String> values) {
    Map<String, String> given = new LinkedHashMap<>();
    for (String value : values) {
      String[] parts = value.split("=", 2);
      if (parts.length < 2) {
        throw new IllegalArgumentException("--set must be KEY=VALUE, was " + value);
      }
      if (FIXED.contains(parts[0])) {
        throw new IllegalArgumentException(
            "--set must name another setting than account and maxSize, was " + value);
      }
      given.put(parts[0], parts[1]);
    }
    if (given.isEmpty()) {
      return config;
    }
    Set<String> done = PoolSettings.spec().keys().stream()
        .map(ConfigKey::name)
        .filter(name -> !given.containsKey(name))
        .collect(Collectors.toCollection(HashSet::new));
    given.put("maxSize", Integer.toString(config.maxSize()));
    PoolConfigBuilder changed = config.toBuilder();
    set(PoolSettings.spec().parse(given), given.keySet(), done, changed);
    return changed.build();
  }

  /** Two settings may be valid only together: one that is refused is set again once others are. */
  private static void set(
      ProviderConfig values, Set<String> given, Set<String> done, PoolConfigBuilder changed) {
    Map<String, String> problems = new LinkedHashMap<>();
    int before;
    do {
      before = done.size();
      problems.clear();
      PoolSettings.set(values, done, changed, problems::put);
      given.stream().filter(name -> !problems.containsKey(name)).forEach(done::add);
    } while (!problems.isEmpty() && done.size() > before);
    problems.entrySet().stream().findFirst().ifPresent(first -> {
      throw new IllegalArgumentException("--set " + first.getKey() + " " + first.getValue());
    });
  }
}
