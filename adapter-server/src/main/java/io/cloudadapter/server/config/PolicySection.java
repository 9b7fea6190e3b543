package io.cloudadapter.server.config;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.scaling.Placement;
import io.cloudadapter.api.scaling.Policy;
import io.cloudadapter.core.PoolConfig;
import io.cloudadapter.core.ScalingConfig;
import io.cloudadapter.core.ScalingConfig.CooldownFrom;
import io.cloudadapter.spi.ProviderConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads within which limits and by which policies one pool is scaled. */
final class PolicySection {
  private final String path;
  private final YamlNode.Mapping mapping;
  private final Faults faults;

  PolicySection(String path, YamlNode.Mapping mapping, Faults faults) {
    this.path = path;
    this.mapping = mapping;
    this.faults = faults;
  }

  /** What is sound of it; everything else is a fault. */
  ScalingConfig read(Section.Read read, List<String> zones) {
    ProviderConfig values = read.values();
    int maxSize = values.integer("maxSize");
    ScalingConfig scaling = ScalingConfig.none()
        .withCooldownFrom(
            CooldownFrom.valueOf(values.text("cooldownFrom").toUpperCase(Locale.ROOT)));
    boolean bounded = read.sound("maxSize");
    if (values.integer("minSize") <= maxSize) {
      scaling = scaling.withMinSize(values.integer("minSize"));
    } else if (bounded) {
      wrong("minSize", "must be at most maxSize, which is " + maxSize, values);
    }
    if (values.has("cap") && values.integer("cap") >= maxSize) {
      scaling = scaling.withCap(values.integer("cap"));
    } else if (values.has("cap") && bounded) {
      wrong("cap", "must be at least maxSize, which is " + maxSize, values);
    }
    for (Map.Entry<String, YamlNode.Mapping> entry : Mappings.named(
            path + ".policies", mapping.entries().get("policies"), faults)
        .entrySet()) {
      scaling = with(entry.getKey(), entry.getValue(), scaling, zones);
    }
    int cap = bounded ? scaling.cap().orElse(maxSize) : PoolConfig.LARGEST;
    return new ScheduleSection(path + ".schedules", cap, faults)
        .read(
            scaling,
            Mappings.named(path + ".schedules", mapping.entries().get("schedules"), faults));
  }

  private void wrong(String key, String problem, ProviderConfig values) {
    YamlNode node = mapping.entries().get(key);
    faults.add(
        path + "." + key,
        problem + ", was " + values.integer(key),
        node == null ? mapping.line() : node.line());
  }

  private ScalingConfig with(
      String name, YamlNode.Mapping spec, ScalingConfig others, List<String> zones) {
    String where = path + ".policies." + name;
    try {
      Policy policy = Policy.parse(values(spec));
      ScalingConfig more = others.with(name, policy);
      for (Placement.Share share : more.placement().map(Placement::shares).orElse(List.of())) {
        if (policy instanceof Placement && !zones.isEmpty() && !zones.contains(share.name())) {
          faults.add(
              where,
              "must place in the zones of the pool, which are " + String.join(", ", zones)
                  + ", was " + share.name(),
              spec.line());
          return others;
        }
      }
      return more;
    } catch (PoolException | IllegalArgumentException wrong) {
      String problem = String.valueOf(wrong.getMessage());
      // The configuration names the field as a Java program would; here the path says it.
      faults.add(where, problem.replace("scaling.policies." + name + " ", ""), spec.line());
      return others;
    }
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
