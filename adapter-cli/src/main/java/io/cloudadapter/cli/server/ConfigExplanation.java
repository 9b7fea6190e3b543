package io.cloudadapter.cli.server;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.cli.terminal.UsageException;
import io.cloudadapter.spi.config.SpellingSuggestion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** What one key of the configuration is: its type, default, allowed values and meaning, and the keys below it. */
final class ConfigExplanation {
  private static final String DURATION = "^(0|[1-9][0-9]{0,8})(ms|s|m|h|d)$";

  private final JsonNode root;
  private final List<String> alarms;

  /**
   * Explanations from a schema.
   *
   * @param root the JSON Schema of the configuration
   * @param alarms the codes that a word which is no key may have meant
   */
  ConfigExplanation(JsonNode root, List<String> alarms) {
    this.root = root;
    this.alarms = List.copyOf(alarms);
  }

  /**
   * Explains a key.
   *
   * @param path keys joined by dots, with or without the names of pools, accounts and the like; empty for the top
   * @param recursive whether the keys below are listed down to the last
   * @return lines
   * @throws UsageException if there is no such key; the message has those that there are
   */
  List<String> lines(String path, boolean recursive) {
    JsonNode node = find(path);
    List<String> lines = new ArrayList<>();
    lines.add("KEY:      " + (path.isEmpty() ? "(top)" : path));
    lines.add("TYPE:     " + type(node));
    if (node.has("default")) {
      lines.add("DEFAULT:  " + node.get("default").asText(""));
    }
    allowed(node).ifPresent(text -> lines.add("ALLOWED:  " + text));
    if (node.has("description")) {
      lines.add("");
      lines.add(node.get("description").asText(""));
    }
    Map<String, JsonNode> below = below(node);
    if (!below.isEmpty()) {
      lines.add("");
      lines.add(named(node) ? "KEYS of each, by its name:" : "KEYS:");
      Map<String, Map<String, JsonNode>> cases = cases(named(node) ? each(node) : node);
      Map<String, JsonNode> common = new LinkedHashMap<>(below);
      common
          .keySet()
          .removeIf(key -> !cases.values().stream().allMatch(keys -> keys.containsKey(key)));
      list(common, "  ", recursive, lines);
      cases.forEach((condition, keys) -> {
        keys.keySet().removeAll(common.keySet());
        if (!keys.isEmpty()) {
          lines.add("");
          lines.add("KEYS with " + condition + ":");
          list(keys, "  ", recursive, lines);
        }
      });
    }
    return lines;
  }

  /** The keys that depend on the value of another one, such as those of each adapter, by "provider: aws". */
  private Map<String, Map<String, JsonNode>> cases(JsonNode node) {
    Map<String, Map<String, JsonNode>> cases = new LinkedHashMap<>();
    for (JsonNode one : node.path("allOf")) {
      one.path("if")
          .path("properties")
          .properties()
          .forEach(key -> cases.put(
              key.getKey() + ": " + key.getValue().path("const").asText(""),
              below(one.path("then"))));
    }
    return cases;
  }

  private void list(
      Map<String, JsonNode> keys, String indent, boolean recursive, List<String> lines) {
    keys.forEach((name, key) -> {
      String description = key.path("description").asText("");
      int end = description.indexOf(". ");
      lines.add(indent + name + " <" + type(key) + ">"
          + (description.isEmpty() || recursive
              ? ""
              : "  " + (end < 0 ? description : description.substring(0, end + 1))));
      if (recursive) {
        list(below(key), indent + "  ", true, lines);
      }
    });
  }

  private JsonNode find(String path) {
    JsonNode node = resolved(root);
    String rest = path;
    while (!rest.isEmpty()) {
      Map<String, JsonNode> keys = below(node);
      String name = longest(keys, rest);
      if (name.isEmpty() && named(node)) {
        // The name of a pool, an account, a hook: what follows is a key of it.
        name = first(rest);
        node = each(node);
      } else if (name.isEmpty()) {
        throw unknown(path, path.substring(0, path.length() - rest.length()), first(rest), keys);
      } else {
        node = resolved(Objects.requireNonNull(keys.get(name)));
      }
      rest = rest.length() == name.length() ? "" : rest.substring(name.length() + 1);
    }
    return node;
  }

  private UsageException unknown(
      String path, String before, String name, Map<String, JsonNode> keys) {
    if (path.equals(name)) {
      return neitherKeyNorAlarm(name, keys);
    }
    String there =
        before.isEmpty() ? "at the top" : "in " + before.substring(0, before.length() - 1);
    if (keys.isEmpty()) {
      return new UsageException("there is no key " + path + ": there are none " + there);
    }
    return new UsageException("there is no key " + path + "; "
        + SpellingSuggestion.to(name, keys.keySet())
            .map(near -> "did you mean " + before + near + "?")
            .orElse(there + " there are " + String.join(", ", new TreeSet<>(keys.keySet()))));
  }

  private UsageException neitherKeyNorAlarm(String word, Map<String, JsonNode> keys) {
    Set<String> all = new TreeSet<>(keys.keySet());
    all.addAll(alarms);
    return new UsageException("there is no key or alarm " + word + "; "
        + SpellingSuggestion.to(word, all)
            .map(near -> "did you mean " + near + "?")
            .orElse("at the top there are " + String.join(", ", new TreeSet<>(keys.keySet()))
                + "; the alarms are " + String.join(", ", alarms)));
  }

  private static String first(String path) {
    int dot = path.indexOf('.');
    return dot < 0 ? path : path.substring(0, dot);
  }

  /** The longest key that the path begins with, for keys may have dots; empty if there is none. */
  private static String longest(Map<String, JsonNode> keys, String path) {
    return keys.keySet().stream()
        .filter(key -> path.equals(key) || path.startsWith(key + "."))
        .max((one, other) -> Integer.compare(one.length(), other.length()))
        .orElse("");
  }

  private JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? root.at(node.get("$ref").asText("").substring(1)) : node;
  }

  private static boolean named(JsonNode node) {
    return node.path("additionalProperties").isObject();
  }

  private JsonNode each(JsonNode node) {
    return resolved(node.get("additionalProperties"));
  }

  /** The keys below a node, those of each named one, and those of all alternatives. */
  private Map<String, JsonNode> below(JsonNode start) {
    JsonNode node = resolved(start);
    Map<String, JsonNode> keys = new LinkedHashMap<>();
    node.path("properties").properties().forEach(key -> keys.put(key.getKey(), key.getValue()));
    node.path("anyOf").forEach(one -> below(one).forEach(keys::putIfAbsent));
    node.path("allOf").forEach(one -> below(one.path("then")).forEach(keys::putIfAbsent));
    if (named(node)) {
      below(each(node)).forEach(keys::putIfAbsent);
    }
    return keys;
  }

  private String type(JsonNode start) {
    JsonNode node = resolved(start);
    if (node.has("enum")) {
      return flag(node) ? "true or false" : "choice";
    }
    if (named(node)) {
      return "mapping by name";
    }
    if (node.has("anyOf") && !node.has("type")) {
      return StreamSupport.stream(node.get("anyOf").spliterator(), false)
          .map(this::type)
          .distinct()
          .collect(Collectors.joining(" or "));
    }
    if (DURATION.equals(node.path("pattern").asText(""))) {
      return "time span";
    }
    JsonNode type = node.path("type");
    String name = type.isArray() ? type.get(0).asText("") : type.asText("text");
    return switch (name) {
      case "string" -> "text";
      case "integer" -> "whole number";
      case "number" -> "number";
      case "array" -> "list";
      case "object" -> "mapping";
      default -> name;
    };
  }

  private static boolean flag(JsonNode node) {
    return node.get("enum").get(0).isBoolean();
  }

  private static Optional<String> allowed(JsonNode node) {
    if (node.has("enum") && !flag(node)) {
      return Optional.of(StreamSupport.stream(node.get("enum").spliterator(), false)
          .map(value -> value.asText(""))
          .collect(Collectors.joining(", ")));
    }
    if (node.has("minimum") && node.has("maximum")) {
      return Optional.of(
          node.get("minimum").asText("") + " to " + node.get("maximum").asText(""));
    }
    return node.has("minimum")
        ? Optional.of(node.get("minimum").asText("") + " or more")
        : Optional.empty();
  }
}
