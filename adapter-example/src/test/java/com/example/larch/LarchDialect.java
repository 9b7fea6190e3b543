package com.example.larch;

import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.Scope;
import io.cloudadapter.spi.Verb;
import io.cloudadapter.testkit.certify.ErrorCase;
import io.cloudadapter.testkit.wire.Dialect;
import io.cloudadapter.testkit.wire.Exchange;
import io.cloudadapter.testkit.wire.Reply;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How Larch says no: what the wire answers in its place, and the table of errors in larch-api.md. */
enum LarchDialect implements Dialect {
  LARCH;

  @Override
  public Reply unavailable() {
    return error(503, "UNAVAILABLE", "");
  }

  @Override
  public Reply throttled(Duration retryAfter) {
    return error(429, "SLOW_DOWN", "").with("Retry-After", Long.toString(retryAfter.toSeconds()));
  }

  @Override
  public Reply unauthenticated() {
    return error(401, "TOKEN_EXPIRED", "");
  }

  @Override
  public Optional<Reply> capacity() {
    return Optional.of(error(507, "NO_CAPACITY", ",\"size\":\"small\",\"zone\":\"north-1\""));
  }

  @Override
  public Optional<Reply> quota() {
    return Optional.of(error(403, "QUOTA_EXCEEDED", ""));
  }

  /** A login is a POST, and writes nothing; what asks for an action is one, too. */
  @Override
  public Verb verb(Exchange exchange) {
    boolean action = exchange.method().equals("POST") && exchange.target().endsWith("/actions");
    boolean balancer =
        !exchange.method().equals("GET") && exchange.target().startsWith("/v1/balancers/");
    if (action || balancer) {
      return Verb.ACT;
    }
    return login(exchange) ? Verb.READ : Dialect.super.verb(exchange);
  }

  /** What answers it must not show. */
  @Override
  public boolean login(Exchange exchange) {
    return exchange.target().equals("/v1/token");
  }

  /** Every documented error, as the answer to a request that can get it. */
  List<ErrorCase> errors() {
    return List.of(
        none("INVALID_REQUEST", Verb.LAUNCH, 400, Kind.INVALID),
        none("INVALID_TAGS", Verb.LAUNCH, 400, Kind.INVALID),
        none("INVALID_TAGS", Verb.MARK, 400, Kind.INVALID),
        none("INVALID_USER_DATA", Verb.LAUNCH, 400, Kind.INVALID),
        none("BAD_CREDENTIALS", Verb.READ, 401, Kind.UNAUTHENTICATED),
        none("DENIED", Verb.READ, 403, Kind.DENIED),
        none("DENIED", Verb.LAUNCH, 403, Kind.DENIED),
        none("DENIED", Verb.TERMINATE, 403, Kind.DENIED),
        none("QUOTA_EXCEEDED", Verb.LAUNCH, 403, Kind.QUOTA),
        none("NO_SUCH_ZONE", Verb.LAUNCH, 404, Kind.NOT_FOUND),
        none("NO_SUCH_SIZE", Verb.LAUNCH, 404, Kind.NOT_FOUND),
        none("NO_SUCH_IMAGE", Verb.LAUNCH, 404, Kind.NOT_FOUND),
        none("NO_SUCH_NETWORK", Verb.LAUNCH, 404, Kind.NOT_FOUND),
        none("NO_SUCH_PATH", Verb.TERMINATE, 404, Kind.NOT_FOUND),
        none("KEY_MISMATCH", Verb.LAUNCH, 409, Kind.CONFLICT),
        none("KEY_SPENT", Verb.LAUNCH, 409, Kind.CONFLICT),
        none("BUSY", Verb.TERMINATE, 409, Kind.CONFLICT),
        none("TAGS_CHANGED", Verb.MARK, 412, Kind.CONFLICT),
        none("INVALID_REQUEST", Verb.ACT, 400, Kind.INVALID),
        none("NO_SUCH_MACHINE", Verb.ACT, 404, Kind.NOT_FOUND),
        none("NO_SUCH_SNAPSHOT", Verb.ACT, 404, Kind.NOT_FOUND),
        none("NO_SUCH_BALANCER", Verb.ACT, 404, Kind.NOT_FOUND),
        none("KEY_MISMATCH", Verb.ACT, 409, Kind.CONFLICT),
        none("BUSY", Verb.ACT, 409, Kind.CONFLICT),
        none("NOT_RUNNING", Verb.ACT, 409, Kind.CONFLICT),
        unknown("UNAVAILABLE", Verb.ACT, 503),
        none("SLOW_DOWN", Verb.LAUNCH, 429, Kind.THROTTLED),
        none("SLOW_DOWN", Verb.READ, 429, Kind.THROTTLED),
        none("INTERNAL", Verb.READ, 500, Kind.UNAVAILABLE),
        unknown("INTERNAL", Verb.LAUNCH, 500),
        unknown("INTERNAL", Verb.TERMINATE, 500),
        unknown("UNAVAILABLE", Verb.LAUNCH, 503),
        unknown("UNAVAILABLE", Verb.MARK, 503),
        new ErrorCase(
            "NO_CAPACITY",
            Verb.LAUNCH,
            capacity().orElseThrow(),
            Kind.CAPACITY,
            Effect.NONE,
            Scope.Level.SIZE));
  }

  private static ErrorCase none(String code, Verb verb, int status, Kind kind) {
    Reply reply = error(status, code, "");
    return new ErrorCase(code, verb, reply, kind, Effect.NONE, Scope.Level.ACCOUNT);
  }

  private static ErrorCase unknown(String code, Verb verb, int status) {
    Reply reply = error(status, code, "");
    return new ErrorCase(code, verb, reply, Kind.UNAVAILABLE, Effect.UNKNOWN, Scope.Level.ACCOUNT);
  }

  private static Reply error(int status, String code, String more) {
    String body = "{\"code\":\"" + code + "\",\"message\":\"said by the wire\"" + more + "}";
    return Reply.of(status, "application/json", body).with("X-Request-Id", "r-wire");
  }
}
