package io.cloudadapter.server.config;

import io.cloudadapter.api.scaling.Policy;
import io.cloudadapter.api.scaling.PolicyError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads specifications of policies, as Senlin has them. */
final class PolicySpecReader {
  private PolicySpecReader() {}

  /** The policy; empty, with all that is wrong among the faults, if it is none. */
  static Optional<Policy> read(String where, YamlNode.Mapping spec, ConfigErrors faults) {
    Map<String, @Nullable Object> values = values(spec);
    List<PolicyError> problems = Policy.faults(values);
    for (PolicyError problem : problems) {
      faults.add(
          Stream.of(where, problem.path())
              .filter(part -> !part.isEmpty())
              .collect(Collectors.joining(".")),
          problem.problem(),
          line(spec, problem.path()));
    }
    return problems.isEmpty() ? Optional.of(Policy.parse(values)) : Optional.empty();
  }

  /** The line of what a path leads to, or of what comes nearest to it. */
  private static int line(YamlNode from, String path) {
    YamlNode node = from;
    for (String key : path.split("[.\\[\\]]+", -1)) {
      YamlNode inner = node instanceof YamlNode.Mapping mapping
          ? mapping.entries().get(key)
          : node instanceof YamlNode.Sequence sequence && !key.isEmpty()
              ? sequence.items().get(Integer.parseInt(key))
              : null;
      if (inner == null) {
        break;
      }
      node = inner;
    }
    return node.line();
  }

  private static Map<String, @Nullable Object> values(YamlNode.Mapping mapping) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    mapping.entries().forEach((key, node) -> values.put(key, value(node)));
    return values;
  }

  private static @Nullable Object value(YamlNode node) {
    if (node instanceof YamlNode.Mapping inner) {
      return values(inner);
    }
    if (node instanceof YamlNode.Sequence sequence) {
      List<@Nullable Object> items = new ArrayList<>();
      sequence.items().forEach(item -> items.add(value(item)));
      return items;
    }
    YamlNode.Scalar scalar = (YamlNode.Scalar) node;
    return scalar.nothing() ? null : scalar.text();
  }
}
