package io.cloudadapter.cli.init;

import io.cloudadapter.cli.terminal.ProgramName;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/** A configuration file that is put together key by key, and its text. One thread may use it. */
final class ConfigDraft {
  private final Map<String, Object> top = new LinkedHashMap<>();

  /**
   * Puts a value below some sections.
   *
   * @param sections the keys above it, in order
   * @param key its own key, parts joined by dots
   * @param value its text; with commas, if the key's type is a list
   * @param spec the keys of the section, for their types
   */
  void put(String[] sections, String key, String value, ConfigSpec spec) {
    Map<String, Object> at = top;
    for (String section : sections) {
      at = below(at, section);
    }
    String[] parts = key.split("\\.", -1);
    for (String part : Arrays.copyOf(parts, parts.length - 1)) {
      at = below(at, part);
    }
    at.put(parts[parts.length - 1], value(key, value, spec));
  }

  @SuppressWarnings("unchecked") // All maps in it are made here.
  private static Map<String, Object> below(Map<String, Object> at, String part) {
    Object there = at.computeIfAbsent(part, name -> new LinkedHashMap<String, Object>());
    if (there instanceof Map) {
      return (Map<String, Object>) there;
    }
    throw new IllegalArgumentException(part + " is a value, and so has no keys below it");
  }

  private static Object value(String key, String text, ConfigSpec spec) {
    boolean list = spec.keys().stream()
        .anyMatch(one -> one.name().equals(key) && one.type() == ConfigKey.Type.LIST);
    if (list) {
      return Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    }
    return text.matches("0|[1-9][0-9]{0,8}") ? (Object) Integer.valueOf(text) : text;
  }

  /** The file. */
  String text() {
    DumperOptions options = new DumperOptions();
    options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
    return "# Made by " + ProgramName.text() + " init. " + ProgramName.text()
        + " explain lists all keys that there are.\n" + new Yaml(options).dump(top);
  }
}
