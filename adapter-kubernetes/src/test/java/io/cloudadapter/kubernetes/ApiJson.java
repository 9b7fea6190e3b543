package io.cloudadapter.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;

/** What JSON of the Kubernetes API means to the stand-in: new objects, selectors, merge patches, preconditions. */
final class ApiJson {
  private ApiJson() {}

  static ObjectNode object(String kind, String name, String namespace) {
    ObjectNode object = ApiServer.JSON.createObjectNode();
    object.put("apiVersion", "v1").put("kind", kind);
    ObjectNode metadata = object.putObject("metadata").put("name", name);
    if (!namespace.isEmpty()) {
      metadata.put("namespace", namespace);
    }
    return object;
  }

  static boolean selected(ObjectNode object, Map<String, String> query) {
    String node = query.getOrDefault("fieldSelector", "");
    if (!node.isEmpty()
        && !node.equals("spec.nodeName=" + object.path("spec").path("nodeName").asText())) {
      return false;
    }
    String label = query.getOrDefault("labelSelector", "");
    int equals = label.indexOf('=');
    return equals < 0
        || object
            .path("metadata")
            .path("labels")
            .path(label.substring(0, equals))
            .asText()
            .equals(label.substring(equals + 1));
  }

  static void merge(ObjectNode into, JsonNode patch) {
    patch.properties().forEach(field -> {
      if (field.getValue().isNull()) {
        into.remove(field.getKey());
      } else if (field.getValue().isObject()) {
        merge(
            into.withObject("/" + field.getKey().replace("~", "~0").replace("/", "~1")),
            field.getValue());
      } else {
        into.set(field.getKey(), field.getValue());
      }
    });
  }

  static Optional<ApiReply> conflict(ObjectNode object, JsonNode options) {
    String uid = options.path("preconditions").path("uid").asText();
    return uid.isEmpty() || uid.equals(object.path("metadata").path("uid").asText())
        ? Optional.empty()
        : Optional.of(ApiReply.refused(409, "Conflict", "the UID in the precondition differs"));
  }
}
