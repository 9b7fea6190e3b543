package io.cloudadapter.server.config;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads mappings whose keys the user chooses. */
final class YamlMappings {
  private YamlMappings() {}

  /** The value of a key, which is written with its dots or as mappings in mappings; null if there is none. */
  static @Nullable YamlNode at(YamlNode.Mapping mapping, String key) {
    YamlNode whole = mapping.entries().get(key);
    int dot = key.indexOf('.');
    if (whole != null || dot < 0) {
      return whole;
    }
    return mapping.entries().get(key.substring(0, dot)) instanceof YamlNode.Mapping nested
        ? at(nested, key.substring(dot + 1))
        : null;
  }

  /** Mappings by name; other values are faults. */
  static Map<String, YamlNode.Mapping> named(
      String path, @Nullable YamlNode node, ConfigErrors faults) {
    Map<String, YamlNode.Mapping> named = new LinkedHashMap<>();
    entries(path, node, faults).forEach((name, value) -> {
      if (value instanceof YamlNode.Mapping mapping) {
        named.put(name, mapping);
      } else {
        faults.add(path + "." + name, "must be a mapping, was " + value.kind(), value.line());
      }
    });
    return named;
  }

  /** Single values by name; other values are faults. */
  static Map<String, YamlNode.Scalar> texts(
      String path, @Nullable YamlNode node, ConfigErrors faults) {
    Map<String, YamlNode.Scalar> texts = new LinkedHashMap<>();
    entries(path, node, faults).forEach((name, value) -> {
      if (value instanceof YamlNode.Scalar scalar && !scalar.nothing()) {
        texts.put(name, scalar);
      } else {
        faults.add(path + "." + name, "must be a single value, was " + value.kind(), value.line());
      }
    });
    return texts;
  }

  /** Values of any kind by name. */
  static Map<String, YamlNode> entries(String path, @Nullable YamlNode node, ConfigErrors faults) {
    if (node == null) {
      return Map.of();
    }
    if (node instanceof YamlNode.Mapping mapping) {
      return mapping.entries();
    }
    faults.add(path, "must be a mapping, was " + node.kind(), node.line());
    return Map.of();
  }
}
