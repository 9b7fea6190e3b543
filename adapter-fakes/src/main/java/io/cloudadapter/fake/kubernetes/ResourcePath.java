package io.cloudadapter.fake.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a request to an API server of Kubernetes names: a resource, perhaps one object of it, and a selection. */
record ResourcePath(
    String apiVersion,
    String resource,
    Optional<String> namespace,
    Optional<String> name,
    String subresource,
    Map<String, String> query) {
  private static final Map<String, String> KINDS = Map.ofEntries(
      Map.entry("pods", "Pod"),
      Map.entry("nodes", "Node"),
      Map.entry("secrets", "Secret"),
      Map.entry("services", "Service"),
      Map.entry("namespaces", "Namespace"),
      Map.entry("configmaps", "ConfigMap"),
      Map.entry("events", "Event"),
      Map.entry("replicationcontrollers", "ReplicationController"),
      Map.entry("replicasets", "ReplicaSet"),
      Map.entry("statefulsets", "StatefulSet"),
      Map.entry("daemonsets", "DaemonSet"),
      Map.entry("jobs", "Job"),
      Map.entry("poddisruptionbudgets", "PodDisruptionBudget"),
      Map.entry("persistentvolumes", "PersistentVolume"),
      Map.entry("persistentvolumeclaims", "PersistentVolumeClaim"),
      Map.entry("storageclasses", "StorageClass"),
      Map.entry("csinodes", "CSINode"),
      Map.entry("csidrivers", "CSIDriver"),
      Map.entry("csistoragecapacities", "CSIStorageCapacity"),
      Map.entry("leases", "Lease"));

  static ResourcePath of(URI uri) {
    List<String> parts = List.of(uri.getPath().substring(1).split("/", -1));
    int versionParts = parts.get(0).equals("api") ? 1 : 2;
    String apiVersion =
        String.join("/", parts.subList(1, Math.min(parts.size(), versionParts + 1)));
    List<String> rest = parts.subList(Math.min(parts.size(), versionParts + 1), parts.size());
    boolean namespaced = rest.size() > 2 && rest.get(0).equals("namespaces");
    Optional<String> namespace = namespaced ? Optional.of(rest.get(1)) : Optional.empty();
    List<String> own = namespaced ? rest.subList(2, rest.size()) : rest;
    return new ResourcePath(
        apiVersion,
        own.isEmpty() ? "" : own.get(0),
        namespace,
        own.size() > 1 ? Optional.of(own.get(1)) : Optional.empty(),
        own.size() > 2 ? own.get(2) : "",
        parameters(Optional.ofNullable(uri.getRawQuery()).orElse("")));
  }

  private static Map<String, String> parameters(String raw) {
    Map<String, String> found = new HashMap<>();
    for (String pair : raw.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        found.put(
            pair.substring(0, equals),
            URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
      }
    }
    return Map.copyOf(found);
  }

  String query(String parameter) {
    return query.getOrDefault(parameter, "");
  }

  /** The key of the object that it names: its namespace, if it has one, and its name. */
  String key() {
    return key(namespace.orElse(""), name.orElse(""));
  }

  static String key(String namespace, String name) {
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }

  /** The key of an object. */
  static String keyOf(JsonNode object) {
    JsonNode metadata = object.path("metadata");
    return key(metadata.path("namespace").asText(""), metadata.path("name").asText(""));
  }

  String kind() {
    return KINDS.getOrDefault(resource, "");
  }

  /** Whether an object is in the namespace, and has the fields and the label that are asked for. */
  boolean selects(JsonNode object) {
    boolean here = namespace.isEmpty()
        || namespace.get().equals(object.path("metadata").path("namespace").asText(""));
    return here
        && Arrays.stream(query("fieldSelector").split(",", -1))
            .allMatch(one -> one.isEmpty() || holds(one, object))
        && hasLabel(object);
  }

  private boolean hasLabel(JsonNode object) {
    String label = query("labelSelector");
    int equals = label.indexOf('=');
    return equals < 0
        || object
            .path("metadata")
            .path("labels")
            .path(label.substring(0, equals))
            .asText("")
            .equals(label.substring(equals + 1));
  }

  private static boolean holds(String requirement, JsonNode object) {
    boolean negative = requirement.contains("!=");
    String[] sides = requirement.split(negative ? "!=" : "==?", 2);
    String value = object.at("/" + sides[0].replace('.', '/')).asText("");
    return value.equals(sides[1]) != negative;
  }
}
