package io.cloudadapter.openstack.client;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.api.Secret;
import io.cloudadapter.http.HttpReply;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * What came back.
 *
 * @param body there only if it is one whole JSON object
 * @param empty true if it has no body at all
 * @param token of a login
 */
public record OpenStackResponse(
    int status,
    Optional<JsonNode> body,
    boolean empty,
    Optional<String> requestId,
    Optional<Duration> retryAfter,
    Optional<Secret> token) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  static OpenStackResponse of(HttpReply reply) {
    return new OpenStackResponse(
        reply.status(),
        object(reply.body()),
        reply.body().length == 0,
        // Nova had a name of its own before all services agreed on one; proxies may keep only that.
        reply.header("x-openstack-request-id").or(() -> reply.header("x-compute-request-id")),
        reply.retryAfter(),
        reply.header("X-Subject-Token").filter(token -> !token.isEmpty()).map(Secret::of));
  }

  private static Optional<JsonNode> object(byte[] bytes) {
    try {
      return Optional.of(JSON.readTree(bytes)).filter(JsonNode::isObject);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  public static Optional<String> text(JsonNode object, String field) {
    return Optional.ofNullable(object.get(field))
        .filter(JsonNode::isTextual)
        .map(JsonNode::textValue)
        .filter(text -> !text.isEmpty());
  }
}
