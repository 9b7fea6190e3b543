package io.cloudadapter.cli.terminal;

import com.jayway.jsonpath.InvalidPathException;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.JsonPathException;
import com.jayway.jsonpath.PathNotFoundException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/**
 * How a command prints what it has read: a table for people, or the messages of the REST API for programs.
 *
 * @param kind the kind
 * @param path the part that is printed; of the kind JSONPATH only
 */
record OutputFormat(Kind kind, Optional<JsonPath> path) {
  static final OutputFormat TABLE = new OutputFormat(Kind.TABLE, Optional.empty());
  static final OutputFormat JSON = new OutputFormat(Kind.JSON, Optional.empty());

  private static final String PATH = "jsonpath=";

  enum Kind {
    TABLE,
    WIDE,
    JSON,
    YAML,
    JSONPATH
  }

  /**
   * Reads a format.
   *
   * @param text table, wide, json, yaml, or jsonpath= with an expression; kubectl's braces and a missing $ are fine
   * @throws IllegalArgumentException if it is none of them
   */
  static OutputFormat parse(String text) {
    if (text.startsWith(PATH)) {
      return new OutputFormat(Kind.JSONPATH, Optional.of(path(text.substring(PATH.length()))));
    }
    return switch (text) {
      case "table" -> TABLE;
      case "wide" -> new OutputFormat(Kind.WIDE, Optional.empty());
      case "json" -> JSON;
      case "yaml" -> new OutputFormat(Kind.YAML, Optional.empty());
      default ->
        throw new IllegalArgumentException(
            "must be table, wide, json, yaml or jsonpath=EXPRESSION, was " + text);
    };
  }

  private static JsonPath path(String text) {
    String bare =
        text.startsWith("{") && text.endsWith("}") ? text.substring(1, text.length() - 1) : text;
    try {
      if (bare.isEmpty()) {
        throw new InvalidPathException("empty");
      }
      return JsonPath.compile(bare.startsWith("$") ? bare : "$" + bare);
    } catch (InvalidPathException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "must have a JSONPath such as {.machines[*].id} behind jsonpath=, was " + text, e);
    }
  }

  boolean structured() {
    return kind != Kind.TABLE && kind != Kind.WIDE;
  }

  /**
   * The text of a message.
   *
   * @param value maps, lists, texts, numbers
   * @return lines without the last line break; empty if a path leads nowhere
   */
  String text(Object value) {
    return switch (kind) {
      case TABLE, WIDE -> throw new IllegalStateException(kind + " is for people");
      case JSON -> JsonOutput.text(value);
      case YAML -> yaml(value);
      case JSONPATH -> selected(path.orElseThrow(), value);
    };
  }

  private static String yaml(Object value) {
    DumperOptions options = new DumperOptions();
    options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
    // What can be written as JSON has no types of Java that YAML would name, and no aliases for
    // equal parts.
    return new Yaml(options).dump(JsonOutput.plain(value)).stripTrailing();
  }

  private static String selected(JsonPath path, Object value) {
    Object found;
    try {
      found = path.read(JsonOutput.plain(value));
    } catch (PathNotFoundException e) {
      return "";
    } catch (JsonPathException e) {
      throw new IllegalArgumentException(
          "--output: the JSONPath " + path.getPath() + " has no value here: " + e.getMessage(), e);
    }
    return !path.isDefinite() && found instanceof List<?> all
        ? String.join("\n", all.stream().map(OutputFormat::part).toList())
        : part(found);
  }

  private static String part(Object value) {
    return value instanceof Map || value instanceof List
        ? JsonOutput.line(value)
        : PrintableText.line(String.valueOf(value));
  }
}
