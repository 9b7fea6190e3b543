package io.cloudadapter.server.config;

import java.util.List;
import java.util.Map;

/** A YAML value with its line, counted from 1. */
sealed interface YamlNode {
  int line();

  /** How messages call this kind of value. */
  String kind();

  /**
   * A single value as written; its meaning depends on the key.
   *
   * @param text its text, without quotes
   * @param nothing whether nothing was written, or {@code null}
   * @param line where it is
   */
  record Scalar(String text, boolean nothing, int line) implements YamlNode {
    @Override
    public String kind() {
      return nothing ? "nothing" : "a single value";
    }

    /** The text may be a secret. */
    @Override
    public String toString() {
      return "Scalar at line " + line;
    }
  }

  /**
   * Values in order.
   *
   * @param items the values
   * @param line where it begins
   */
  record Sequence(List<YamlNode> items, int line) implements YamlNode {
    @Override
    public String kind() {
      return "a list";
    }
  }

  /**
   * Values by key, in order.
   *
   * @param entries the values
   * @param line where it begins
   */
  record Mapping(Map<String, YamlNode> entries, int line) implements YamlNode {
    /** Where a key's value is; where the mapping begins if it has no such key. */
    int line(String key) {
      YamlNode node = entries.get(key);
      return node == null ? line : node.line();
    }

    @Override
    public String kind() {
      return "a mapping";
    }
  }
}
