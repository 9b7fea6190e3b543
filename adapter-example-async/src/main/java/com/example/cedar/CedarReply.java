package com.example.cedar;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.http.HttpReply;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** A reply of Cedar, or of a server on the way. It has a body only if that is one whole JSON object. */
record CedarReply(
    int status,
    Optional<JsonNode> body,
    Optional<String> requestId,
    Optional<Duration> retryAfter) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  static CedarReply of(HttpReply reply) {
    return new CedarReply(
        reply.status(), object(reply.body()), reply.header("Cedar-Request-Id"), reply.retryAfter());
  }

  private static Optional<JsonNode> object(byte[] bytes) {
    try {
      return Optional.of(JSON.readTree(bytes)).filter(JsonNode::isObject);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Cedar's code for an error; empty if the error does not come from Cedar. */
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
