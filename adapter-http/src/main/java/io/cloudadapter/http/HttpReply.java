package io.cloudadapter.http;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * A complete reply with any status.
 *
 * @param status the HTTP status
 * @param headers the headers; their names have no case
 * @param body the bytes, none if there is no body
 */
@SuppressWarnings("ArrayRecordComponent") // The bytes are handed on; replies are never compared.
public record HttpReply(int status, HttpHeaders headers, byte[] body) {

  static HttpReply of(HttpResponse<byte[]> response) {
    return new HttpReply(response.statusCode(), response.headers(), response.body());
  }

  /** The first value of a header. */
  public Optional<String> header(String name) {
    return headers.firstValue(name);
  }

  /**
   * The wait that {@code Retry-After} asks for, in seconds or as a date. A date counts from the reply's own
   * {@code Date}, since the cloud's clock may differ from ours.
   */
  public Optional<Duration> retryAfter() {
    String wait = header("Retry-After").orElse("");
    if (wait.matches("[0-9]{1,6}")) {
      return Optional.of(Duration.ofSeconds(Long.parseLong(wait)));
    }
    Optional<Instant> until = date(wait);
    Optional<Instant> now = header("Date").flatMap(HttpReply::date);
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

  /** The status alone: headers and body may hold secrets. */
  @Override
  public String toString() {
    return "HttpReply[" + status + "]";
  }
}
