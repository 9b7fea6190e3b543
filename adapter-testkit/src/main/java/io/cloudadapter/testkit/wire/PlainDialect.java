package io.cloudadapter.testkit.wire;

import java.time.Duration;
import java.util.Optional;

/** Plain statuses, and bodies such as {@code {"error":{"code":"…","message":"…"}}}. */
enum PlainDialect implements ErrorDialect {
  INSTANCE;

  @Override
  public ProxyReply unavailable() {
    return error(503, "unavailable", "the service is out of order");
  }

  @Override
  public ProxyReply throttled(Duration retryAfter) {
    return error(429, "throttled", "too many requests")
        .with("Retry-After", Long.toString(retryAfter.toSeconds()));
  }

  @Override
  public ProxyReply unauthenticated() {
    return error(401, "unauthenticated", "the credentials have expired")
        .with("WWW-Authenticate", "Bearer");
  }

  @Override
  public Optional<ProxyReply> capacity() {
    return Optional.of(error(409, "capacity", "there is no room for this machine"));
  }

  @Override
  public Optional<ProxyReply> quota() {
    return Optional.of(error(403, "quota", "the account may not have more machines"));
  }

  private static ProxyReply error(int status, String code, String message) {
    return ProxyReply.of(
        status,
        "application/json",
        "{\"error\":{\"code\":\"" + code + "\",\"message\":\"" + message + "\"}}");
  }
}
