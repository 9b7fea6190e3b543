package com.example.cedar;

import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.subject.ErrorCase;
import io.cloudadapter.testkit.wire.ErrorDialect;
import io.cloudadapter.testkit.wire.ProxyReply;
import io.cloudadapter.testkit.wire.RecordedExchange;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Cedar's refusals: what the wire answers in its place, and the table of errors in cedar-api.md. */
enum CedarDialect implements ErrorDialect {
  CEDAR;

  @Override
  public ProxyReply unavailable() {
    return error(503, "UNAVAILABLE", "");
  }

  @Override
  public ProxyReply throttled(Duration retryAfter) {
    return error(429, "SLOW_DOWN", "").with("Retry-After", Long.toString(retryAfter.toSeconds()));
  }

  @Override
  public ProxyReply unauthenticated() {
    return error(401, "BAD_TOKEN", "");
  }

  @Override
  public Optional<ProxyReply> capacity() {
    return Optional.of(error(507, "NO_CAPACITY", ",\"size\":\"small\",\"zone\":\"east-1\""));
  }

  @Override
  public Optional<ProxyReply> quota() {
    return Optional.of(error(403, "QUOTA_EXCEEDED", ""));
  }

  /** What is about addresses makes and ends no machine. */
  @Override
  public RequestKind verb(RecordedExchange exchange) {
    boolean address =
        !exchange.method().equals("GET") && exchange.target().startsWith("/v1/addresses");
    return address ? RequestKind.ACT : ErrorDialect.super.verb(exchange);
  }

  /** Every documented error, as the answer to a request that can get it. */
  List<ErrorCase> errors() {
    return List.of(
        none("INVALID_REQUEST", RequestKind.LAUNCH, 400, Kind.INVALID),
        none("BAD_TOKEN", RequestKind.READ, 401, Kind.UNAUTHENTICATED),
        none("BAD_TOKEN", RequestKind.LAUNCH, 401, Kind.UNAUTHENTICATED),
        none("DENIED", RequestKind.READ, 403, Kind.DENIED),
        none("DENIED", RequestKind.LAUNCH, 403, Kind.DENIED),
        none("DENIED", RequestKind.TERMINATE, 403, Kind.DENIED),
        none("QUOTA_EXCEEDED", RequestKind.LAUNCH, 403, Kind.QUOTA),
        none("NO_SUCH_ZONE", RequestKind.LAUNCH, 404, Kind.NOT_FOUND),
        none("NO_SUCH_SIZE", RequestKind.LAUNCH, 404, Kind.NOT_FOUND),
        none("NO_SUCH_IMAGE", RequestKind.LAUNCH, 404, Kind.NOT_FOUND),
        none("NO_SUCH_PATH", RequestKind.TERMINATE, 404, Kind.NOT_FOUND),
        none("KEY_MISMATCH", RequestKind.LAUNCH, 409, Kind.CONFLICT),
        none("KEY_SPENT", RequestKind.LAUNCH, 409, Kind.CONFLICT),
        none("SLOW_DOWN", RequestKind.LAUNCH, 429, Kind.THROTTLED),
        none("SLOW_DOWN", RequestKind.READ, 429, Kind.THROTTLED),
        none("INTERNAL", RequestKind.READ, 500, Kind.UNAVAILABLE),
        unknown("INTERNAL", RequestKind.LAUNCH, 500),
        unknown("INTERNAL", RequestKind.TERMINATE, 500),
        unknown("UNAVAILABLE", RequestKind.LAUNCH, 503),
        new ErrorCase(
            "NO_CAPACITY",
            RequestKind.LAUNCH,
            capacity().orElseThrow(),
            Kind.CAPACITY,
            Effect.NONE,
            ErrorScope.Level.SIZE));
  }

  private static ErrorCase none(String code, RequestKind verb, int status, Kind kind) {
    ProxyReply reply = error(status, code, "");
    return new ErrorCase(code, verb, reply, kind, Effect.NONE, ErrorScope.Level.ACCOUNT);
  }

  private static ErrorCase unknown(String code, RequestKind verb, int status) {
    ProxyReply reply = error(status, code, "");
    return new ErrorCase(
        code, verb, reply, Kind.UNAVAILABLE, Effect.UNKNOWN, ErrorScope.Level.ACCOUNT);
  }

  private static ProxyReply error(int status, String code, String more) {
    String body = "{\"code\":\"" + code + "\",\"message\":\"from the wire\"" + more + "}";
    return ProxyReply.of(status, "application/json", body).with("Cedar-Request-Id", "r-wire");
  }
}
