package io.cloudadapter.server.config;

import io.cloudadapter.spi.config.ConfigError;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The line of each key of a configuration file, for errors that are found only after the file was read. It has no
 * values.
 */
public final class ConfigLines {
  private static final ConfigLines NONE = new ConfigLines(Map.of());

  private final Map<String, Integer> lines;

  private ConfigLines(Map<String, Integer> lines) {
    this.lines = Map.copyOf(lines);
  }

  /** The lines of a configuration that stands in no file. */
  public static ConfigLines none() {
    return NONE;
  }

  static ConfigLines of(YamlNode.Mapping root) {
    Map<String, Integer> lines = new HashMap<>();
    root.entries().forEach((name, value) -> collect(name, value, lines));
    return new ConfigLines(lines);
  }

  private static void collect(String key, YamlNode node, Map<String, Integer> lines) {
    lines.put(key, node.line());
    if (node instanceof YamlNode.Mapping mapping) {
      mapping.entries().forEach((name, value) -> collect(key + "." + name, value, lines));
    } else if (node instanceof YamlNode.Sequence sequence) {
      sequence
          .items()
          .forEach(item -> nameOf(item).ifPresent(name -> collect(key + "." + name, item, lines)));
    }
  }

  /** The name by which errors call an item of a list, such as a pool or a hook. */
  private static Optional<String> nameOf(YamlNode item) {
    return item instanceof YamlNode.Mapping mapping
            && mapping.entries().get("name") instanceof YamlNode.Scalar name
            && !name.nothing()
        ? Optional.of(name.text())
        : Optional.empty();
  }

  /**
   * Returns an error with the line of its key; of the nearest key above it, if the file leaves the key out.
   *
   * @param error an error without a line
   * @return the error with the line; the same error if the file has no key above it either
   */
  public ConfigError located(ConfigError error) {
    Objects.requireNonNull(error, "error");
    String key = error.key();
    while (!lines.containsKey(key)) {
      int dot = key.lastIndexOf('.');
      if (dot < 0) {
        return error;
      }
      key = key.substring(0, dot);
    }
    return ConfigErrors.fault(error.key(), error.problem(), lines.get(key));
  }
}
