package io.cloudadapter.server.config;

import io.cloudadapter.core.config.PoolLabel;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the labels of a pool. */
final class PoolLabels {
  private PoolLabels() {}

  /** Reads them; a wrong label is a fault and is left out. */
  static Map<String, String> read(String path, @Nullable YamlNode node, ConfigErrors faults) {
    Map<String, String> labels = new LinkedHashMap<>();
    YamlMappings.texts(path, node, faults).forEach((label, value) -> {
      if (!PoolLabel.isName(label)) {
        faults.add(
            path + "." + label,
            "must be a name of 1 to 63 of [A-Za-z0-9._/-] that begins with a letter or digit",
            value.line());
      } else if (!PoolLabel.isValue(value.text())) {
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
