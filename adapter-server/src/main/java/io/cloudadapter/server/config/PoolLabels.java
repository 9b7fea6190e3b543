package io.cloudadapter.server.config;

import io.cloudadapter.api.PoolName;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the labels of pools. Only the configuration has them, so that no caller can move a pool into its scope. */
final class PoolLabels {
  private PoolLabels() {}

  static Map<PoolName, Map<String, String>> read(YamlNode.Mapping root, ConfigErrors faults) {
    Map<PoolName, Map<String, String>> labels = new LinkedHashMap<>();
    // What is wrong with the pools themselves is reported where they are read.
    PoolsSection.of(root, new ConfigErrors()).forEach((name, section) -> {
      Map<String, String> own =
          labels("pools." + name + ".labels", section.entries().get("labels"), faults);
      if (!own.isEmpty()) {
        name(name).ifPresent(pool -> labels.put(pool, own));
      }
    });
    return labels;
  }

  private static Optional<PoolName> name(String text) {
    try {
      return Optional.of(new PoolName(text));
    } catch (IllegalArgumentException reportedElsewhere) {
      return Optional.empty();
    }
  }

  private static Map<String, String> labels(
      String path, @Nullable YamlNode node, ConfigErrors faults) {
    Map<String, String> labels = new LinkedHashMap<>();
    YamlMappings.texts(path, node, faults).forEach((label, value) -> {
      if (!ScopeSection.isLabel(label)) {
        faults.add(
            path + "." + label,
            "must be a name of 1 to 63 of [A-Za-z0-9._/-] that begins with a letter or digit",
            value.line());
      } else if (!ScopeSection.isValue(value.text())) {
        faults.add(
            path + "." + label,
            "must be 1 to 63 of [A-Za-z0-9._-], was " + value.text(),
            value.line());
      } else {
        labels.put(label, value.text());
      }
    });
    return labels;
  }
}
