package io.cloudadapter.server.config;

import java.util.LinkedHashMap;
import java.util.Map;

/** The pools by name, whether the file has them by name or in a list. */
final class PoolsSection {
  private PoolsSection() {}

  static Map<String, YamlNode.Mapping> of(YamlNode.Mapping root, ConfigErrors faults) {
    YamlNode node = root.entries().get("pools");
    Map<String, YamlNode.Mapping> pools = node instanceof YamlNode.Sequence list
        ? listed(list, faults)
        : YamlMappings.named("pools", node, faults);
    if (node == null || (pools.isEmpty() && faults.count() == 0)) {
      faults.add("pools", "is missing; there must be at least one pool", root.line());
    }
    return pools;
  }

  private static Map<String, YamlNode.Mapping> listed(YamlNode.Sequence list, ConfigErrors faults) {
    Map<String, YamlNode.Mapping> pools = new LinkedHashMap<>();
    int index = 0;
    for (YamlNode item : list.items()) {
      String path = "pools[" + index++ + "]";
      if (!(item instanceof YamlNode.Mapping mapping)) {
        faults.add(path, "must be a mapping, was " + item.kind(), item.line());
      } else if (mapping.entries().get("name") instanceof YamlNode.Scalar name && !name.nothing()) {
        Map<String, YamlNode> rest = new LinkedHashMap<>(mapping.entries());
        rest.remove("name");
        if (pools.put(name.text(), new YamlNode.Mapping(rest, mapping.line())) != null) {
          faults.add(path + ".name", "is given twice, was " + name.text(), name.line());
        }
      } else {
        faults.add(path + ".name", "is missing; each pool has a name", mapping.line());
      }
    }
    return pools;
  }
}
