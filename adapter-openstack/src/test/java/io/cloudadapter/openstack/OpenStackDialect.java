package io.cloudadapter.openstack;

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
import java.util.Set;

/** How OpenStack says no: what the wire answers in its place, and the errors of its services. */
enum OpenStackDialect implements Dialect {
  OPENSTACK;

  private static final String LOGIN = "The request you have made requires authentication.";

  @Override
  public Reply unavailable() {
    return nova(503, "serviceUnavailable", "The server is currently unavailable.");
  }

  @Override
  public Reply throttled(Duration retryAfter) {
    return nova(429, "overLimit", "Too many requests.")
        .with("Retry-After", Long.toString(retryAfter.toSeconds()));
  }

  @Override
  public Reply unauthenticated() {
    return keystone(401, "Unauthorized", LOGIN);
  }

  /** Nova accepts first, and finds no host later. */
  @Override
  public Optional<Reply> capacity() {
    return Optional.empty();
  }

  @Override
  public Optional<Reply> quota() {
    return Optional.of(nova(
        403,
        "forbidden",
        "Quota exceeded for instances: Requested 1, but already used 10 of 10 instances"));
  }

  @Override
  public Verb verb(Exchange exchange) {
    if (login(exchange)) {
      return Verb.READ;
    }
    String path = exchange.target();
    if ((path.contains("/lbaas/") || path.contains("/routers/") || path.contains("/queues/"))
        && !exchange.method().equals("GET")) {
      return Verb.ACT;
    }
    boolean post = exchange.method().equals("POST");
    if (post && exchange.target().endsWith("/action")) {
      return Verb.ACT;
    }
    return post && exchange.target().endsWith("/metadata")
        ? Verb.MARK
        : Dialect.super.verb(exchange);
  }

  /** What answers it must not show. */
  @Override
  public boolean login(Exchange exchange) {
    return exchange.method().equals("POST") && exchange.target().endsWith("/auth/tokens");
  }

  /** The body tells of projects, users and services, by ids that are no secrets. */
  @Override
  public Set<String> credentials(Exchange login) {
    return login
        .reply()
        .flatMap(reply -> reply.header("X-Subject-Token"))
        .map(Set::of)
        .orElse(Set.of());
  }

  /** The rows of docs/openstack-errors.md, as answers to requests that can get them. */
  List<ErrorCase> errors() {
    return List.of(
        none("badRequest", Verb.LAUNCH, 400, "Invalid input for field", Kind.INVALID),
        none("badRequest", Verb.LAUNCH, 400, "Flavor 9 could not be found.", Kind.NOT_FOUND),
        none("badRequest", Verb.LAUNCH, 400, "Can not find requested image", Kind.NOT_FOUND),
        none(
            "badRequest",
            Verb.LAUNCH,
            400,
            "The requested availability zone is not available",
            Kind.NOT_FOUND),
        none("badRequest", Verb.MARK, 400, "Invalid input for field", Kind.INVALID),
        none(
            "forbidden",
            Verb.LAUNCH,
            403,
            "Policy doesn't allow os_compute_api:servers:create to be performed.",
            Kind.DENIED),
        none("forbidden", Verb.TERMINATE, 403, "Policy doesn't allow it.", Kind.DENIED),
        none("forbidden", Verb.READ, 403, "Policy doesn't allow it.", Kind.DENIED),
        none(
            "forbidden",
            Verb.LAUNCH,
            403,
            "Quota exceeded for cores: Requested 1, but already used 20 of 20 cores",
            Kind.QUOTA),
        none("forbidden", Verb.LAUNCH, 403, "Maximum number of ports exceeded", Kind.QUOTA),
        none(
            "conflictingRequest",
            Verb.LAUNCH,
            409,
            "Multiple possible networks found, use a Network ID to be more specific.",
            Kind.INVALID),
        none("conflictingRequest", Verb.TERMINATE, 409, "Instance is locked", Kind.CONFLICT),
        none("conflictingRequest", Verb.MARK, 409, "Cannot 'update tags'", Kind.CONFLICT),
        none("conflictingRequest", Verb.ACT, 409, "Cannot 'reboot' instance", Kind.CONFLICT),
        new ErrorCase(
            "413 Request Entity Too Large",
            Verb.LAUNCH,
            error(
                413,
                "{\"message\": \"Request is too large.\", \"code\": \"413 Request Entity Too Large\","
                    + " \"title\": \"Request Entity Too Large\"}"),
            Kind.INVALID,
            Effect.NONE,
            Scope.Level.ACCOUNT),
        none("badMethod", Verb.TERMINATE, 405, "Method not allowed", Kind.UNSUPPORTED),
        none("overLimit", Verb.LAUNCH, 413, "This request was rate-limited.", Kind.THROTTLED),
        none("overLimit", Verb.READ, 429, "Too many requests.", Kind.THROTTLED),
        unknown("computeFault", Verb.LAUNCH, 500),
        unknown("computeFault", Verb.TERMINATE, 500),
        unknown("computeFault", Verb.MARK, 500),
        unknown("serviceUnavailable", Verb.LAUNCH, 503),
        unknown("serviceUnavailable", Verb.ACT, 503),
        none("serviceUnavailable", Verb.READ, 503, "Try again later.", Kind.UNAVAILABLE),
        new ErrorCase(
            "Forbidden",
            Verb.READ,
            keystone(403, "Forbidden", "You are not authorized to perform the requested action."),
            Kind.DENIED,
            Effect.NONE,
            Scope.Level.ACCOUNT));
  }

  private static ErrorCase none(String code, Verb verb, int status, String message, Kind kind) {
    return new ErrorCase(
        code, verb, nova(status, code, message), kind, Effect.NONE, Scope.Level.ACCOUNT);
  }

  private static ErrorCase unknown(String code, Verb verb, int status) {
    return new ErrorCase(
        code,
        verb,
        nova(status, code, "Unexpected API Error."),
        Kind.UNAVAILABLE,
        Effect.UNKNOWN,
        Scope.Level.ACCOUNT);
  }

  private static Reply nova(int status, String name, String message) {
    return error(
        status, "{\"%s\": {\"code\": %d, \"message\": \"%s\"}}".formatted(name, status, message));
  }

  private static Reply keystone(int status, String title, String message) {
    return error(
        status,
        "{\"error\": {\"code\": %d, \"title\": \"%s\", \"message\": \"%s\"}}"
            .formatted(status, title, message));
  }

  private static Reply error(int status, String body) {
    return Reply.of(status, "application/json", body).with("x-openstack-request-id", "req-wire");
  }
}
