package io.cloudadapter.server.kube;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.Yaml;

/** Reads resources for Kubernetes from YAML. */
final class KubeResources {
  private KubeResources() {}

  /** The resources of a text with one or more documents, in order. */
  static List<Map<String, Object>> parse(String yaml) {
    List<Map<String, Object>> resources = new ArrayList<>();
    for (Object document : new Yaml().loadAll(yaml)) {
      if (document instanceof Map<?, ?> fields) {
        Map<String, Object> resource = new LinkedHashMap<>();
        fields.forEach((key, value) -> resource.put(String.valueOf(key), value));
        resources.add(resource);
      }
    }
    return resources;
  }

  /** The resources of a kustomization, with those of the ones that it is based on. */
  static List<Map<String, Object>> kustomized(Path directory) throws IOException {
    List<Map<String, Object>> resources = new ArrayList<>();
    for (Object name : (List<?>) kustomization(directory).get("resources")) {
      Path path = directory.resolve(String.valueOf(name)).normalize();
      resources.addAll(Files.isDirectory(path) ? kustomized(path) : parse(Files.readString(path)));
    }
    return resources;
  }

  static Map<String, Object> kustomization(Path directory) throws IOException {
    return parse(Files.readString(directory.resolve("kustomization.yaml"))).get(0);
  }

  /** A resource's kind and name. */
  static String id(Map<String, Object> resource) {
    return resource.get("kind") + " " + ((Map<?, ?>) resource.get("metadata")).get("name");
  }
}
