package io.cloudadapter.fake.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** What JSON of the Kubernetes API means to the stand-in: new objects, merge patches, preconditions. */
final class ApiJson {
  static final ObjectMapper MAPPER = JsonMapper.builder().build();

  private ApiJson() {}

  static ObjectNode object(String kind, String name, String namespace) {
    ObjectNode object = MAPPER.createObjectNode();
    object.put("apiVersion", "v1").put("kind", kind);
    ObjectNode metadata = object.putObject("metadata").put("name", name);
    if (!namespace.isEmpty()) {
      metadata.put("namespace", namespace);
    }
    return object;
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
    String uid = options.path("preconditions").path("uid").asText("");
    return uid.isEmpty() || uid.equals(object.path("metadata").path("uid").asText(""))
        ? Optional.empty()
        : Optional.of(ApiReply.refused(409, "Conflict", "the UID in the precondition differs"));
  }
}
