package io.cloudadapter.openstack.cloud;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Queues, each made with its first message. Any thread may use it. */
final class FakeZaqar {
  private static final int LONGEST = 262_144;

  private final Map<String, List<JsonNode>> queues = new HashMap<>();
  private int made;

  synchronized ObjectNode post(String queue, @Nullable String client, JsonNode body) {
    if (client == null) {
      throw OpenStackRefusal.zaqar(
          400, "Missing header value", "The \"Client-ID\" header is required.");
    }
    if (!queue.matches("[a-zA-Z0-9_-]{1,64}")) {
      throw OpenStackRefusal.zaqar(
          400,
          "Invalid queue identification",
          "The format of the submitted queue name or project id is not valid.");
    }
    if (body.toString().length() > LONGEST) {
      throw OpenStackRefusal.zaqar(
          400, "Invalid API request", "Message collection size is too large. Max size " + LONGEST);
    }
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    ArrayNode resources = answer.putArray("resources");
    for (JsonNode message : body.path("messages")) {
      long ttl = message.path("ttl").asLong();
      if (ttl < 60 || ttl > 1_209_600) {
        throw OpenStackRefusal.zaqar(
            400,
            "Invalid API request",
            "The TTL for a message may not exceed 1209600 seconds, and must be at least 60 seconds long.");
      }
      queues.computeIfAbsent(queue, name -> new ArrayList<>()).add(message);
      resources.add("/v2/queues/" + queue + "/messages/" + FakeCatalog.uuid("mess", ++made));
    }
    return answer;
  }

  synchronized List<JsonNode> messages(String queue) {
    return List.copyOf(queues.getOrDefault(queue, List.of()));
  }
}
