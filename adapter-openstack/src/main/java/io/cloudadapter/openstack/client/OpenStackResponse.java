package io.cloudadapter.openstack.client;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.api.Secret;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
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

  static OpenStackResponse of(HttpResponse<byte[]> response) {
    HttpHeaders headers = response.headers();
    return new OpenStackResponse(
        response.statusCode(),
        object(response.body()),
        response.body().length == 0,
        // Nova had a name of its own before all services agreed on one; proxies may keep only that.
        headers
            .firstValue("x-openstack-request-id")
            .or(() -> headers.firstValue("x-compute-request-id")),
        retryAfter(headers),
        headers.firstValue("X-Subject-Token").filter(token -> !token.isEmpty()).map(Secret::of));
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
    Optional<Instant> now = headers.firstValue("Date").flatMap(OpenStackResponse::date);
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

  public static Optional<String> text(JsonNode object, String field) {
    return Optional.ofNullable(object.get(field))
        .filter(JsonNode::isTextual)
        .map(JsonNode::textValue)
        .filter(text -> !text.isEmpty());
  }
}
