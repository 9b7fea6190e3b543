package io.cloudadapter.server.config;

import io.cloudadapter.api.scaling.Policy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads specifications of policies, as Senlin has them. */
final class PolicySpecs {
  private PolicySpecs() {}

  /** The policy; empty, with all that is wrong among the faults, if it is none. */
  static Optional<Policy> read(String where, YamlNode.Mapping spec, Faults faults) {
    Map<String, @Nullable Object> values = values(spec);
    List<String> problems = Policy.faults(values);
    problems.forEach(problem -> faults.add(where, problem, spec.line()));
    return problems.isEmpty() ? Optional.of(Policy.parse(values)) : Optional.empty();
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
