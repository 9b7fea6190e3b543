package io.cloudadapter.fake.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A reply of {@link ApiStandIn}: a status, and the JSON of its body. */
record ApiReply(int status, JsonNode body) {

  static ApiReply refused(int status, String reason, String message) {
    return new ApiReply(status, status(status, reason, message));
  }

  static ObjectNode status(int status, String reason, String message) {
    ObjectNode json = ApiJson.MAPPER.createObjectNode();
    json.put("kind", "Status").put("apiVersion", "v1");
    json.putObject("metadata");
    return json.put("status", status < 300 ? "Success" : "Failure")
        .put("message", message)
        .put("reason", reason)
        .put("code", status);
  }
}
