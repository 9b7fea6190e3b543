package com.example.larch;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.http.HttpReply;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** What came back. The body is there only if it is one whole JSON object. */
record LarchReply(
    int status,
    Optional<JsonNode> body,
    Optional<String> etag,
    Optional<String> requestId,
    Optional<Duration> retryAfter) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  static LarchReply of(HttpReply reply) {
    return new LarchReply(
        reply.status(),
        object(reply.body()),
        reply.header("ETag"),
        reply.header("X-Request-Id"),
        reply.retryAfter());
  }

  private static Optional<JsonNode> object(byte[] bytes) {
    try {
      return Optional.of(JSON.readTree(bytes)).filter(JsonNode::isObject);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Larch's code for an error; empty if the error does not come from Larch. */
  Optional<String> errorCode() {
    boolean error = status >= 400;
    return error ? body.flatMap(object -> text(object, "code")) : Optional.empty();
  }

  boolean is(int wantedStatus, String wantedCode) {
    return status == wantedStatus && errorCode().equals(Optional.of(wantedCode));
  }

  static Optional<String> text(JsonNode object, String field) {
    return Optional.ofNullable(object.get(field))
        .filter(JsonNode::isTextual)
        .map(JsonNode::textValue);
  }
}
