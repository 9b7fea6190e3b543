package io.cloudadapter.server.config;

import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.spi.config.SpellingSuggestion;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One mapping of the file, checked against its keys. Nested mappings become dotted keys, lists become texts with
 * commas; values with a structure of their own are left to their own sections.
 */
final class ConfigSection {
  private final String path;
  private final ConfigSpec spec;
  private final Set<String> asides;
  private final ConfigErrors faults;
  private final Map<String, ConfigKey> keys = new HashMap<>();
  private final Set<String> groups = new LinkedHashSet<>();
  private final Map<String, String> values = new HashMap<>();
  private final Map<String, Integer> lines = new HashMap<>();
  private final Set<String> wrong = new HashSet<>();

  private ConfigSection(String path, ConfigSpec spec, Set<String> asides, ConfigErrors faults) {
    this.path = path;
    this.spec = spec;
    this.asides = asides;
    this.faults = faults;
    for (ConfigKey key : spec.keys()) {
      keys.put(key.name(), key);
      addGroups(key.name());
    }
    asides.forEach(this::addGroups);
  }

  private void addGroups(String key) {
    for (int dot = key.indexOf('.'); dot >= 0; dot = key.indexOf('.', dot + 1)) {
      groups.add(key.substring(0, dot));
    }
  }

  /** Values by key, still to be checked for kind. */
  record Values(
      Map<String, String> texts, Map<String, Integer> lines, Set<String> wrong, int line) {
    int line(String key) {
      return lines.getOrDefault(key, line);
    }
  }

  /**
   * The values that were read, with substitutes for missing or wrong ones, so that the rest can be checked too.
   */
  record Read(ProviderConfig values, Set<String> wrong) {
    boolean sound(String... names) {
      return Stream.of(names).noneMatch(wrong::contains);
    }
  }

  /** Reads a section whose keys are all known. */
  static Read read(
      String path,
      YamlNode.Mapping mapping,
      ConfigSpec spec,
      Set<String> asides,
      ConfigErrors faults) {
    return check(path, flatten(path, mapping, spec, asides, faults), spec, faults);
  }

  /** Collects the values by dotted key, without checking them. */
  static Values flatten(
      String path,
      YamlNode.Mapping mapping,
      ConfigSpec spec,
      Set<String> asides,
      ConfigErrors faults) {
    ConfigSection section = new ConfigSection(path, spec, asides, faults);
    section.walk("", mapping);
    return new Values(section.values, section.lines, section.wrong, mapping.line());
  }

  /** Checks values against their keys. */
  static Read check(String path, Values values, ConfigSpec spec, ConfigErrors faults) {
    Map<String, String> sound = new HashMap<>(values.texts());
    Set<String> wrong = new HashSet<>(values.wrong());
    for (ConfigError fault : spec.faults(values.texts())) {
      faults.add(dotted(path, fault.key()), fault.problem(), values.line(fault.key()));
      wrong.add(fault.key());
    }
    sound.keySet().removeAll(wrong);
    for (ConfigKey key : spec.keys()) {
      if (key.required()) {
        sound.putIfAbsent(key.name(), standIn(key));
      }
    }
    return new Read(spec.parse(sound), wrong);
  }

  static String dotted(String path, String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  private void walk(String prefix, YamlNode.Mapping at) {
    at.entries().forEach((name, value) -> {
      String key = prefix + name;
      if (asides.contains(key)) {
        return;
      }
      if (groups.contains(key)) {
        group(key, value);
      } else if (keys.containsKey(key)) {
        value(key, keys.get(key), value);
      } else {
        fault(key, unknown(key), value.line());
      }
    });
  }

  private void group(String key, YamlNode value) {
    if (value instanceof YamlNode.Mapping nested) {
      walk(key + ".", nested);
    } else {
      fault(key, "must be a mapping, was " + value.kind(), value.line());
    }
  }

  private void value(String key, ConfigKey known, YamlNode value) {
    lines.put(key, value.line());
    if (value instanceof YamlNode.Scalar scalar && !scalar.nothing()) {
      if (values.putIfAbsent(key, scalar.text()) != null) {
        fault(key, "is given twice", value.line());
      }
    } else if (value instanceof YamlNode.Sequence list && known.type() == ConfigKey.Type.LIST) {
      values.put(key, joined(key, list));
    } else {
      fault(key, "must be a single value, was " + value.kind(), value.line());
      wrong.add(key);
      // Stands in, so that the key is not called missing as well.
      values.put(key, standIn(known));
    }
  }

  private String joined(String key, YamlNode.Sequence list) {
    StringBuilder text = new StringBuilder();
    for (YamlNode item : list.items()) {
      if (item instanceof YamlNode.Scalar scalar
          && !scalar.nothing()
          && scalar.text().indexOf(',') < 0) {
        text.append(text.isEmpty() ? "" : ",").append(scalar.text());
      } else {
        fault(key, "must be a list of texts without commas", item.line());
      }
    }
    return text.toString();
  }

  private static String standIn(ConfigKey known) {
    return switch (known.type()) {
      case TEXT, SECRET, LIST -> "x";
      case INTEGER, DECIMAL -> Long.toString((long) Math.ceil(known.minimum()));
      case BOOLEAN -> "true";
      case DURATION -> "1s";
      case URI -> "x:y";
      case CHOICE -> known.choices().get(0);
    };
  }

  private String unknown(String key) {
    Set<String> all = new LinkedHashSet<>();
    all.addAll(asides);
    int dot = key.lastIndexOf('.') + 1;
    String siblings = key.substring(0, dot);
    spec.keys().forEach(known -> all.add(known.name()));
    groups.forEach(all::add);
    Set<String> here = new LinkedHashSet<>();
    for (String name : all) {
      if (name.startsWith(siblings) && name.indexOf('.', dot) < 0) {
        here.add(name.substring(dot));
      }
    }
    return SpellingSuggestion.to(key.substring(dot), here)
        .map(near -> siblings + near)
        .or(() -> SpellingSuggestion.to(key, all))
        .map(near -> "is unknown; did you mean " + near + "?")
        .orElseGet(() -> here.isEmpty()
            ? "is unknown; no keys are allowed here"
            : "is unknown; allowed are " + String.join(", ", here));
  }

  private void fault(String key, String problem, int line) {
    faults.add(dotted(path, key), problem, line);
  }
}
