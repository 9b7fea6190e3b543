package com.example.larch;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
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

  static LarchReply of(HttpResponse<byte[]> response) {
    return new LarchReply(
        response.statusCode(),
        object(response.body()),
        response.headers().firstValue("ETag"),
        response.headers().firstValue("X-Request-Id"),
        retryAfter(response.headers()));
  }

  private static Optional<JsonNode> object(byte[] bytes) {
    try {
      return Optional.of(JSON.readTree(bytes)).filter(JsonNode::isObject);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** In seconds, or until a date; that one counts from the reply's own date, since our clocks may differ. */
  private static Optional<Duration> retryAfter(HttpHeaders headers) {
    String wait = headers.firstValue("Retry-After").orElse("");
    if (wait.isEmpty()) {
      return Optional.empty();
    }
    if (wait.matches("[0-9]{1,6}")) {
      return Optional.of(Duration.ofSeconds(Long.parseLong(wait)));
    }
    Optional<Instant> until = date(wait);
    Optional<Instant> now = headers.firstValue("Date").flatMap(LarchReply::date);
    if (until.isEmpty() || now.isEmpty() || until.get().isBefore(now.get())) {
      return Optional.empty();
    }
    return Optional.of(Duration.between(now.get(), until.get()));
  }

  private static Optional<Instant> date(String text) {
    try {
      return Optional.of(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text)));
    } catch (DateTimeException e) {
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
