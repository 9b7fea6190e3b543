package io.cloudadapter.testkit.wire;

import java.time.Duration;
import java.util.Optional;

/** Plain statuses, and bodies such as {@code {"error":{"code":"…","message":"…"}}}. */
enum PlainDialect implements Dialect {
  INSTANCE;

  @Override
  public Reply unavailable() {
    return error(503, "unavailable", "the service is out of order");
  }

  @Override
  public Reply throttled(Duration retryAfter) {
    return error(429, "throttled", "too many requests")
        .with("Retry-After", Long.toString(retryAfter.toSeconds()));
  }

  @Override
  public Reply unauthenticated() {
    return error(401, "unauthenticated", "the credentials have expired")
        .with("WWW-Authenticate", "Bearer");
  }

  @Override
  public Optional<Reply> capacity() {
    return Optional.of(error(409, "capacity", "there is no room for this machine"));
  }

  @Override
  public Optional<Reply> quota() {
    return Optional.of(error(403, "quota", "the account may not have more machines"));
  }

  private static Reply error(int status, String code, String message) {
    return Reply.of(
        status,
        "application/json",
        "{\"error\":{\"code\":\"" + code + "\",\"message\":\"" + message + "\"}}");
  }
}
