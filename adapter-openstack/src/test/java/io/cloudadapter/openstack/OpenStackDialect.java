package io.cloudadapter.openstack;

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
import java.util.Set;

/** How OpenStack says no: what the wire answers in its place, and the errors of its services. */
enum OpenStackDialect implements ErrorDialect {
  OPENSTACK;

  private static final String LOGIN = "The request you have made requires authentication.";

  @Override
  public ProxyReply unavailable() {
    return nova(503, "serviceUnavailable", "The server is currently unavailable.");
  }

  @Override
  public ProxyReply throttled(Duration retryAfter) {
    return nova(429, "overLimit", "Too many requests.")
        .with("Retry-After", Long.toString(retryAfter.toSeconds()));
  }

  @Override
  public ProxyReply unauthenticated() {
    return keystone(401, "Unauthorized", LOGIN);
  }

  /** Nova accepts first, and finds no host later. */
  @Override
  public Optional<ProxyReply> capacity() {
    return Optional.empty();
  }

  @Override
  public Optional<ProxyReply> quota() {
    return Optional.of(nova(
        403,
        "forbidden",
        "Quota exceeded for instances: Requested 1, but already used 10 of 10 instances"));
  }

  @Override
  public RequestKind verb(RecordedExchange exchange) {
    if (login(exchange)) {
      return RequestKind.READ;
    }
    String path = exchange.target();
    if ((path.contains("/lbaas/") || path.contains("/routers/") || path.contains("/queues/"))
        && !exchange.method().equals("GET")) {
      return RequestKind.ACT;
    }
    boolean post = exchange.method().equals("POST");
    if (post && exchange.target().endsWith("/action")) {
      return RequestKind.ACT;
    }
    return post && exchange.target().endsWith("/metadata")
        ? RequestKind.MARK
        : ErrorDialect.super.verb(exchange);
  }

  /** What answers it must not show. */
  @Override
  public boolean login(RecordedExchange exchange) {
    return exchange.method().equals("POST") && exchange.target().endsWith("/auth/tokens");
  }

  /** The body tells of projects, users and services, by ids that are no secrets. */
  @Override
  public Set<String> credentials(RecordedExchange login) {
    return login
        .reply()
        .flatMap(reply -> reply.header("X-Subject-Token"))
        .map(Set::of)
        .orElse(Set.of());
  }

  /** The rows of docs/reference/openstack-errors.md, as answers to requests that can get them. */
  List<ErrorCase> errors() {
    return List.of(
        none("badRequest", RequestKind.LAUNCH, 400, "Invalid input for field", Kind.INVALID),
        none("badRequest", RequestKind.LAUNCH, 400, "Flavor 9 could not be found.", Kind.NOT_FOUND),
        none("badRequest", RequestKind.LAUNCH, 400, "Can not find requested image", Kind.NOT_FOUND),
        none(
            "badRequest",
            RequestKind.LAUNCH,
            400,
            "The requested availability zone is not available",
            Kind.NOT_FOUND),
        none("badRequest", RequestKind.MARK, 400, "Invalid input for field", Kind.INVALID),
        none(
            "forbidden",
            RequestKind.LAUNCH,
            403,
            "Policy doesn't allow os_compute_api:servers:create to be performed.",
            Kind.DENIED),
        none("forbidden", RequestKind.TERMINATE, 403, "Policy doesn't allow it.", Kind.DENIED),
        none("forbidden", RequestKind.READ, 403, "Policy doesn't allow it.", Kind.DENIED),
        none(
            "forbidden",
            RequestKind.LAUNCH,
            403,
            "Quota exceeded for cores: Requested 1, but already used 20 of 20 cores",
            Kind.QUOTA),
        none("forbidden", RequestKind.LAUNCH, 403, "Maximum number of ports exceeded", Kind.QUOTA),
        none(
            "conflictingRequest",
            RequestKind.LAUNCH,
            409,
            "Multiple possible networks found, use a Network ID to be more specific.",
            Kind.INVALID),
        none("conflictingRequest", RequestKind.TERMINATE, 409, "Instance is locked", Kind.CONFLICT),
        none("conflictingRequest", RequestKind.MARK, 409, "Cannot 'update tags'", Kind.CONFLICT),
        none("conflictingRequest", RequestKind.ACT, 409, "Cannot 'reboot' instance", Kind.CONFLICT),
        new ErrorCase(
            "413 Request Entity Too Large",
            RequestKind.LAUNCH,
            error(
                413,
                "{\"message\": \"Request is too large.\", \"code\": \"413 Request Entity Too Large\","
                    + " \"title\": \"Request Entity Too Large\"}"),
            Kind.INVALID,
            Effect.NONE,
            ErrorScope.Level.ACCOUNT),
        none("badMethod", RequestKind.TERMINATE, 405, "Method not allowed", Kind.UNSUPPORTED),
        none(
            "overLimit", RequestKind.LAUNCH, 413, "This request was rate-limited.", Kind.THROTTLED),
        none("overLimit", RequestKind.READ, 429, "Too many requests.", Kind.THROTTLED),
        unknown("computeFault", RequestKind.LAUNCH, 500),
        unknown("computeFault", RequestKind.TERMINATE, 500),
        unknown("computeFault", RequestKind.MARK, 500),
        unknown("serviceUnavailable", RequestKind.LAUNCH, 503),
        unknown("serviceUnavailable", RequestKind.ACT, 503),
        none("serviceUnavailable", RequestKind.READ, 503, "Try again later.", Kind.UNAVAILABLE),
        new ErrorCase(
            "Forbidden",
            RequestKind.READ,
            keystone(403, "Forbidden", "You are not authorized to perform the requested action."),
            Kind.DENIED,
            Effect.NONE,
            ErrorScope.Level.ACCOUNT));
  }

  private static ErrorCase none(
      String code, RequestKind verb, int status, String message, Kind kind) {
    return new ErrorCase(
        code, verb, nova(status, code, message), kind, Effect.NONE, ErrorScope.Level.ACCOUNT);
  }

  private static ErrorCase unknown(String code, RequestKind verb, int status) {
    return new ErrorCase(
        code,
        verb,
        nova(status, code, "Unexpected API Error."),
        Kind.UNAVAILABLE,
        Effect.UNKNOWN,
        ErrorScope.Level.ACCOUNT);
  }

  private static ProxyReply nova(int status, String name, String message) {
    return error(
        status, "{\"%s\": {\"code\": %d, \"message\": \"%s\"}}".formatted(name, status, message));
  }

  private static ProxyReply keystone(int status, String title, String message) {
    return error(
        status,
        "{\"error\": {\"code\": %d, \"title\": \"%s\", \"message\": \"%s\"}}"
            .formatted(status, title, message));
  }

  private static ProxyReply error(int status, String body) {
    return ProxyReply.of(status, "application/json", body)
        .with("x-openstack-request-id", "req-wire");
  }
}
