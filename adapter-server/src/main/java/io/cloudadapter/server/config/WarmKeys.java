package io.cloudadapter.server.config;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Refuses settings of a warm pool in a pool that has none: they would change nothing. */
final class WarmKeys {
  private static final String PREFIX = "warm.";
  private static final String WINDOW = "warm.growthWindow";

  /** The settings that give a pool a warm pool; {@code size: 0} is the way to do without one for a time. */
  private static final Set<String> SIZES = Set.of("warm.size", "warm.prepared", WINDOW);

  private WarmKeys() {}

  static void refuseIdle(String path, ConfigSection.Values given, ConfigErrors faults) {
    Map<String, String> warm = new TreeMap<>(given.texts());
    warm.keySet().removeIf(key -> !key.startsWith(PREFIX));
    if (SIZES.stream().anyMatch(warm::containsKey)) {
      return;
    }
    warm.forEach((key, value) -> faults.add(
        path + "." + key,
        "needs warm.size, warm.prepared or " + WINDOW
            + " beside it, without which the pool has no warm pool, was " + value,
        given.line(key)));
  }

  /** Writes the default of the size into a document that has other settings alone: without it, it cannot be read. */
  static void completeDocument(Map<String, Object> document) {
    Map<String, Object> warm = PoolDocumentReader.mapping(document.get("warm"));
    if (!warm.isEmpty()
        && SIZES.stream().noneMatch(size -> warm.containsKey(size.substring(PREFIX.length())))) {
      warm.put("size", 0);
    }
  }
}
