package io.cloudadapter.server.config;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Reads YAML into plain nodes with lines. It makes no objects of the file's choice, and refuses text, depth and
 * aliases beyond the natural size of a configuration.
 */
final class YamlReader {
  private static final int LONGEST = 1 << 20;
  private static final int DEEPEST = 20;
  private static final int MOST_NODES = 100_000;

  private final ConfigErrors faults;
  private int nodes;

  private YamlReader(ConfigErrors faults) {
    this.faults = faults;
  }

  /** The file's mapping; empty, with a fault, if it has none. */
  static YamlNode.Mapping read(String text, ConfigErrors faults) {
    Optional<YamlNode> node = node(text, "it must have the keys accounts and pools", faults);
    if (node.isPresent() && node.get() instanceof YamlNode.Mapping mapping) {
      return mapping;
    }
    node.ifPresent(other ->
        faults.add("", "must be a mapping of keys to values, was " + other.kind(), other.line()));
    return new YamlNode.Mapping(Map.of(), 1);
  }

  /** Returns the contents of the file; empty, with an error that names what is needed, if it cannot be read. */
  static Optional<YamlNode> node(String text, String needs, ConfigErrors faults) {
    if (text.length() > LONGEST) {
      faults.add("", "is longer than " + LONGEST + " characters", 1);
      return Optional.empty();
    }
    try {
      Node root = new Yaml(options()).compose(new StringReader(text));
      if (root != null) {
        return Optional.of(new YamlReader(faults).node(root, "", 0));
      }
      faults.add("", "is empty; " + needs, 1);
    } catch (TooMuchException e) {
      faults.add("", String.valueOf(e.getMessage()), e.line);
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
      faults.add("", "is not YAML: " + e.getProblem(), line);
    } catch (YAMLException e) {
      faults.add(
          "",
          "is not YAML: " + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
          1);
    }
    return Optional.empty();
  }

  private static LoaderOptions options() {
    LoaderOptions options = new LoaderOptions();
    options.setNestingDepthLimit(2 * DEEPEST);
    options.setMaxAliasesForCollections(50);
    options.setCodePointLimit(LONGEST);
    return options;
  }

  private YamlNode node(Node node, String path, int depth) {
    return node(node, path, depth, lineOf(node));
  }

  private static int lineOf(Node node) {
    return node.getStartMark().getLine() + 1;
  }

  private YamlNode node(Node node, String path, int depth, int line) {
    if (++nodes > MOST_NODES) {
      throw new TooMuchException("has more than " + MOST_NODES + " values, aliases resolved", line);
    }
    if (depth > DEEPEST) {
      throw new TooMuchException("is nested deeper than " + DEEPEST + " levels", line);
    }
    if (node instanceof MappingNode mapping) {
      return mapping(mapping, path, depth, line);
    }
    if (node instanceof SequenceNode sequence) {
      List<YamlNode> items = new ArrayList<>();
      for (Node item : sequence.getValue()) {
        items.add(node(item, path + "[" + items.size() + "]", depth + 1));
      }
      return new YamlNode.Sequence(items, line);
    }
    ScalarNode scalar = (ScalarNode) node;
    return new YamlNode.Scalar(scalar.getValue(), scalar.getTag().equals(Tag.NULL), line);
  }

  private YamlNode mapping(MappingNode mapping, String path, int depth, int first) {
    Map<String, YamlNode> entries = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      int keyLine = lineOf(tuple.getKeyNode());
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        faults.add(path, "has a key that is not a single word", keyLine);
        continue;
      }
      String name = key.getValue();
      if (key.getTag().equals(Tag.MERGE)) {
        faults.add(
            path.isEmpty() ? "<<" : path + ".<<",
            "is a merge key, which is not read: write the keys out, or give the whole mapping as an alias",
            keyLine);
        continue;
      }
      String keyPath = path.isEmpty() ? name : path + "." + name;
      // An alias stands where its key is, not where its anchor is.
      int line = Math.max(keyLine, lineOf(tuple.getValueNode()));
      YamlNode value = node(tuple.getValueNode(), keyPath, depth + 1, line);
      if (entries.putIfAbsent(name, value) != null) {
        faults.add(keyPath, "is given twice", keyLine);
      }
    }
    return new YamlNode.Mapping(entries, first);
  }

  private static final class TooMuchException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int line;

    TooMuchException(String message, int line) {
      super(message);
      this.line = line;
    }
  }
}
