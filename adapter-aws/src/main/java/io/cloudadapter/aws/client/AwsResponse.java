package io.cloudadapter.aws.client;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What came back.
 *
 * @param envelope there only if the body is one whole document of the kind that the service writes
 */
@SuppressWarnings("ArrayRecordComponent") // the bytes are handed on; nobody compares answers
record AwsResponse(
    int status,
    Map<String, List<String>> headers,
    byte[] body,
    Optional<ResponseEnvelope> envelope) {

  static AwsResponse of(AwsService service, HttpResponse<byte[]> response) {
    return new AwsResponse(
        response.statusCode(),
        response.headers().map(),
        response.body(),
        ResponseEnvelope.of(service, response.body()));
  }

  boolean answers(ApiCall asked) {
    return status == 200 && envelope.filter(seen -> seen.answers(asked)).isPresent();
  }

  Optional<String> code() {
    return envelope.flatMap(ResponseEnvelope::code);
  }

  Optional<String> requestId() {
    return envelope
        .flatMap(ResponseEnvelope::requestId)
        .or(() -> header("x-amzn-requestid"))
        .or(() -> header("x-amz-request-id"));
  }

  private Optional<String> header(String name) {
    return HttpHeaders.of(headers, (key, value) -> true).firstValue(name);
  }

  /** In seconds, or until a date; that one counts from the answer's own date, since our clocks may differ. */
  Optional<Duration> retryAfter() {
    String wait = header("Retry-After").orElse("");
    if (wait.matches("[0-9]{1,6}")) {
      return Optional.of(Duration.ofSeconds(Long.parseLong(wait)));
    }
    Optional<Instant> until = date(wait);
    Optional<Instant> now = header("Date").flatMap(AwsResponse::date);
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
}
