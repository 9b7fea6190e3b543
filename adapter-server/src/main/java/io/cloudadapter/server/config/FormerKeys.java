package io.cloudadapter.server.config;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Keys of pools that earlier releases had. A file with one of them is refused with the key's present name, which a
 * guess from the spelling would not find.
 */
final class FormerKeys {
  private static final Map<String, Map<String, String>> GROUPS = Map.of(
      "",
      Map.of("cap", "maxSizeLimit"),
      "pace.",
      Map.of(
          "busy", "listInterval.busy",
          "idle", "listInterval.idle",
          "launchesPerHour", "launchesPerHour",
          "deletesPerHour", "terminationsPerHour",
          "goneLists", "missingListsUntilGone",
          "vanishShare", "massDisappearanceShare"),
      "remediation.",
      Map.of(
          "freezeShare", "remediation.massUnhealthyShare",
          "atOnce", "disruption.remediation"),
      "actions.",
      Map.of("disruptedAtOnce", "disruption.action"));

  private FormerKeys() {}

  /** Adds an error for each former key, and returns the other keys. */
  static YamlNode.Mapping refuse(String path, YamlNode.Mapping pool, ConfigErrors faults) {
    return refuse(path, "", pool, faults);
  }

  private static YamlNode.Mapping refuse(
      String path, String group, YamlNode.Mapping mapping, ConfigErrors faults) {
    Map<String, String> names = GROUPS.getOrDefault(group, Map.of());
    Map<String, YamlNode> others = new LinkedHashMap<>();
    mapping.entries().forEach((name, value) -> {
      if (names.containsKey(name)) {
        faults.add(
            path + "." + group + name, "is called " + names.get(name) + " now", value.line());
      } else if (group.isEmpty() && value instanceof YamlNode.Mapping nested) {
        YamlNode.Mapping rest = refuse(path, name + ".", nested, faults);
        // A mapping of former keys alone is gone itself.
        if (!rest.entries().isEmpty() || nested.entries().isEmpty()) {
          others.put(name, rest);
        }
      } else {
        others.put(name, value);
      }
    });
    return new YamlNode.Mapping(others, mapping.line());
  }
}
