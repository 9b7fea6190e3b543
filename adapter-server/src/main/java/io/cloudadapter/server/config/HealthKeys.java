package io.cloudadapter.server.config;

import io.cloudadapter.core.config.HealthConfig;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Warns of settings of health sources that may not be meant: those of a pool that has none of these sources, where they
 * change nothing, and an entry into service that only people and agents grant. None of them does harm, so none is
 * refused.
 */
final class HealthKeys {
  private static final String PREFIX = "health.";
  private static final String PROBE = "health.probe";

  /** The settings that give a pool a source; {@code probe: none} is the way to do without the probe for a time. */
  private static final List<String> SOURCES =
      List.of(PROBE, "health.loadBalancers", "health.cloudStatus");

  /** What every source uses. */
  private static final Set<String> OF_ALL = Set.of(
      "health.interval",
      "health.failures",
      "health.successes",
      "health.grace",
      "health.jitter",
      "health.suspendShare");

  private static final String BEFORE_SERVICE = "health.beforeService";

  private HealthKeys() {}

  static void warnOfIdle(String path, ConfigSection.Values given, ConfigErrors faults) {
    Set<String> keys = given.texts().keySet();
    keys.stream()
        .filter(key -> isIdle(key, keys))
        .sorted()
        .forEach(key -> faults.doubt(
            path + "." + key,
            "changes nothing without " + needed(key) + " beside it",
            given.line(key)));
  }

  private static boolean isIdle(String key, Collection<String> given) {
    if (!key.startsWith(PREFIX) || SOURCES.contains(key) || key.equals(BEFORE_SERVICE)) {
      return false;
    }
    return OF_ALL.contains(key)
        ? SOURCES.stream().noneMatch(given::contains)
        : !given.contains(PROBE);
  }

  private static String needed(String key) {
    return OF_ALL.contains(key)
        ? "health.probe, health.loadBalancers or health.cloudStatus"
        : PROBE;
  }

  /** Warns of machines that wait until a person or an agent reports that they are well, which may be on purpose. */
  static void warnIfNoSource(
      String path, HealthConfig health, ConfigSection.Values given, ConfigErrors faults) {
    if (health.beforeService() && !health.enabled() && !health.cloudStatus()) {
      faults.doubt(
          path + "." + BEFORE_SERVICE,
          "is true without " + PROBE + " and health.cloudStatus, so a new machine enters service"
              + " only when a caller or an agent reports it IN_SERVICE",
          given.line(BEFORE_SERVICE));
    }
  }
}
