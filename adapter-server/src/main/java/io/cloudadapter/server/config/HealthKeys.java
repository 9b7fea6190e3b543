package io.cloudadapter.server.config;

import io.cloudadapter.core.config.HealthConfig;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Refuses settings of health sources in a pool that has none of these sources, where they would change nothing, and
 * warns where only people and agents let new machines enter service.
 */
final class HealthKeys {
  private static final String SECTION = "health";
  private static final String PREFIX = SECTION + ".";
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

  static void refuseIdle(String path, ConfigSection.Values given, ConfigErrors faults) {
    Map<String, String> health = new TreeMap<>(given.texts());
    health.keySet().removeIf(key -> !isIdle(key, given.texts().keySet()));
    health.forEach((key, value) -> faults.add(
        path + "." + key,
        "needs " + needed(key) + " beside it, without which it changes nothing, was " + value,
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

  /**
   * Writes the default of the probe into a document that has settings of the probe, or of all sources, and no source:
   * without it the document could not be read.
   */
  static void completeDocument(Map<String, Object> document) {
    Map<String, Object> health = PoolDocumentReader.mapping(document.get(SECTION));
    List<String> keys = health.keySet().stream().map(PREFIX::concat).toList();
    if (keys.stream().anyMatch(key -> isIdle(key, keys))) {
      health.put(PROBE.substring(PREFIX.length()), "none");
    }
  }
}
