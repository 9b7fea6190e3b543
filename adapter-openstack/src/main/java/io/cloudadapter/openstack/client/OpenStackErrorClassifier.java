package io.cloudadapter.openstack.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import java.util.List;
import java.util.Optional;

/**
 * What OpenStack's errors mean to a pool. The table is that of {@code docs/reference/openstack-errors.md}; a test
 * compares the two.
 */
public final class OpenStackErrorClassifier {

  /**
   * A row of the table.
   *
   * @param status the HTTP status
   * @param code what the service calls it
   * @param says what its message contains, in any case of letters; empty for any message
   * @param kind what it means
   */
  public record Row(int status, String code, String says, Kind kind) {
    private boolean fits(int seen, ErrorBody said) {
      return seen == status && said.code().equals(code) && contains(said.message(), says);
    }
  }

  /** The first that fits counts. */
  public static final List<Row> TABLE = List.of(
      // Nova
      new Row(400, "badRequest", "could not be found", Kind.NOT_FOUND),
      new Row(400, "badRequest", "can not find requested image", Kind.NOT_FOUND),
      new Row(400, "badRequest", "invalid key_name provided", Kind.NOT_FOUND),
      new Row(400, "badRequest", "unable to find security_group", Kind.NOT_FOUND),
      new Row(400, "badRequest", "zone is not available", Kind.NOT_FOUND),
      new Row(400, "badRequest", "cannot find image for rebuild", Kind.NOT_FOUND),
      new Row(400, "badRequest", "", Kind.INVALID),
      new Row(401, "unauthorized", "", Kind.UNAUTHENTICATED),
      new Row(403, "forbidden", "metadata items", Kind.INVALID),
      new Row(403, "forbidden", "zero disk", Kind.INVALID),
      new Row(403, "forbidden", "quota exceeded", Kind.QUOTA),
      new Row(403, "forbidden", "maximum number of", Kind.QUOTA),
      new Row(403, "forbidden", "", Kind.DENIED),
      new Row(404, "itemNotFound", "", Kind.NOT_FOUND),
      new Row(405, "badMethod", "", Kind.UNSUPPORTED),
      new Row(406, "computeFault", "", Kind.UNSUPPORTED),
      new Row(409, "conflictingRequest", "multiple possible networks", Kind.INVALID),
      new Row(409, "conflictingRequest", "", Kind.CONFLICT),
      new Row(410, "computeFault", "", Kind.UNSUPPORTED),
      new Row(413, "overLimit", "quota", Kind.QUOTA),
      new Row(413, "overLimit", "", Kind.THROTTLED),
      new Row(415, "badMediaType", "", Kind.INVALID),
      new Row(429, "overLimit", "", Kind.THROTTLED),
      new Row(500, "computeFault", "", Kind.UNAVAILABLE),
      new Row(501, "notImplemented", "", Kind.UNSUPPORTED),
      new Row(503, "serviceUnavailable", "", Kind.UNAVAILABLE),
      // Keystone, and what stands before each service to look at tokens
      new Row(400, "Bad Request", "", Kind.INVALID),
      new Row(401, "Unauthorized", "", Kind.UNAUTHENTICATED),
      new Row(403, "Forbidden", "", Kind.DENIED),
      new Row(404, "Not Found", "", Kind.NOT_FOUND),
      new Row(429, "Too Many Requests", "", Kind.THROTTLED),
      new Row(500, "Internal Server Error", "", Kind.UNAVAILABLE),
      new Row(503, "Service Unavailable", "", Kind.UNAVAILABLE),
      // Glance, and WebOb before Nova
      new Row(400, "400 Bad Request", "", Kind.INVALID),
      new Row(401, "401 Unauthorized", "", Kind.UNAUTHENTICATED),
      new Row(403, "403 Forbidden", "", Kind.DENIED),
      new Row(404, "404 Not Found", "", Kind.NOT_FOUND),
      new Row(409, "409 Conflict", "", Kind.CONFLICT),
      new Row(413, "413 Request Entity Too Large", "", Kind.INVALID),
      new Row(500, "500 Internal Server Error", "", Kind.UNAVAILABLE),
      new Row(503, "503 Service Unavailable", "", Kind.UNAVAILABLE),
      // Octavia
      new Row(400, "Client", "", Kind.INVALID),
      new Row(403, "Client", "quota", Kind.QUOTA),
      new Row(403, "Client", "", Kind.DENIED),
      new Row(404, "Client", "", Kind.NOT_FOUND),
      new Row(409, "Client", "", Kind.CONFLICT),
      new Row(500, "Server", "", Kind.UNAVAILABLE),
      new Row(501, "Client", "", Kind.UNSUPPORTED),
      // Zaqar
      new Row(400, "Invalid API request", "", Kind.INVALID),
      new Row(400, "Invalid queue identification", "", Kind.INVALID),
      new Row(400, "Missing header value", "", Kind.INVALID),
      new Row(503, "Service temporarily unavailable", "", Kind.UNAVAILABLE),
      // Neutron
      new Row(403, "PolicyNotAuthorized", "", Kind.DENIED),
      new Row(404, "NetworkNotFound", "", Kind.NOT_FOUND),
      new Row(404, "SecurityGroupNotFound", "", Kind.NOT_FOUND),
      new Row(404, "RouterNotFound", "", Kind.NOT_FOUND),
      new Row(404, "HTTPNotFound", "", Kind.NOT_FOUND),
      new Row(400, "InvalidRoutes", "", Kind.INVALID),
      new Row(400, "InvalidInput", "", Kind.INVALID),
      new Row(404, "TagNotFound", "", Kind.NOT_FOUND),
      new Row(400, "RoutesExhausted", "", Kind.QUOTA),
      new Row(409, "OverQuota", "", Kind.QUOTA),
      new Row(500, "HTTPInternalServerError", "", Kind.UNAVAILABLE),
      new Row(503, "HTTPServiceUnavailable", "", Kind.UNAVAILABLE));

  private static final int LONGEST_MESSAGE = 200;

  private OpenStackErrorClassifier() {}

  private static boolean contains(String text, String part) {
    return text.toLowerCase(java.util.Locale.ROOT).contains(part);
  }

  /** The body of a reply that must have this status, and be JSON. */
  public static JsonNode expect(int status, ApiRequest request, OpenStackResponse reply) {
    if (reply.status() != status || reply.body().isEmpty()) {
      throw of(request, reply);
    }
    return reply.body().get();
  }

  /** A reply that must have this status, and no body. */
  public static void expectNothing(int status, ApiRequest request, OpenStackResponse reply) {
    if (reply.status() != status || !reply.empty()) {
      throw of(request, reply);
    }
  }

  /** Whether a service, or what looks at tokens before it, has refused the token. */
  static boolean isTokenRefused(OpenStackResponse reply) {
    return reply.status() == 401
        && ErrorBody.by(reply).flatMap(said -> row(401, said)).isPresent();
  }

  /** Whether Nova says that it has no such machine: a 404 of anybody else, or of a path, says nothing. */
  public static boolean isNoMachine(OpenStackResponse reply, String machine) {
    return reply.status() == 404
        && ErrorBody.by(reply)
            .filter(said -> said.code().equals("itemNotFound"))
            .filter(said -> said.message().startsWith("Instance " + machine + " "))
            .isPresent();
  }

  /** Whether the marker of a page is a machine that has ended meanwhile. */
  static boolean isMarkerGone(OpenStackResponse reply) {
    return reply.status() == 400
        && ErrorBody.by(reply)
            .filter(said -> said.code().equals("badRequest"))
            .filter(said ->
                said.message().startsWith("marker [") && said.message().endsWith("] not found"))
            .isPresent();
  }

  /** The same as something that came before a change, which was not sent: nothing has happened. */
  public static CloudException before(String what, CloudException e) {
    CloudException.Builder told =
        CloudException.of(e.kind(), Effect.NONE, what + ": " + e.getMessage());
    e.conflict().ifPresent(told::conflict);
    e.code().ifPresent(told::code);
    e.requestId().ifPresent(told::requestId);
    e.retryAfter().ifPresent(told::retryAfter);
    return told.scope(e.scope()).cause(e).build();
  }

  /** The same as something that came after a change, so that not everything is as before. */
  public static CloudException inPart(CloudException e) {
    CloudException.Builder told =
        CloudException.of(e.kind(), Effect.UNKNOWN, "changed in part: " + e.getMessage());
    e.conflict().ifPresent(told::conflict);
    e.code().ifPresent(told::code);
    e.requestId().ifPresent(told::requestId);
    e.retryAfter().ifPresent(told::retryAfter);
    return told.scope(e.scope()).cause(e).build();
  }

  /** Whether Neutron says that there is no such tag. */
  public static boolean isNoTag(OpenStackResponse reply) {
    return reply.status() == 404
        && ErrorBody.by(reply).filter(said -> said.code().equals("TagNotFound")).isPresent();
  }

  /** Whether the error of Octavia means that it still works on the object of a change. */
  public static boolean isImmutable(OpenStackResponse reply) {
    return reply.status() == 409
        && ErrorBody.by(reply)
            .filter(said -> said.code().equals("Client"))
            .filter(said -> contains(said.message(), "immutable")
                || contains(said.message(), "invalid state pending"))
            .isPresent();
  }

  /** Whether the error of Octavia means that the object of a deletion does not exist. */
  public static boolean isGone(OpenStackResponse reply) {
    return reply.status() == 404
        && ErrorBody.by(reply).filter(said -> said.code().equals("Client")).isPresent();
  }

  private static Optional<Row> row(int status, ErrorBody said) {
    return TABLE.stream().filter(row -> row.fits(status, said)).findFirst();
  }

  /** An unexpected reply. */
  public static CloudException of(ApiRequest request, OpenStackResponse reply) {
    Optional<ErrorBody> said = ErrorBody.by(reply);
    Optional<Row> row = said.flatMap(words -> row(reply.status(), words));
    Kind kind = row.map(Row::kind).orElseGet(() -> byStatus(reply.status()));
    CloudException.Builder error = CloudException.of(
        kind,
        effect(request, reply.status(), row),
        request + " was answered with " + reply.status() + saying(said));
    said.map(ErrorBody::code).ifPresent(error::code);
    if (kind == Kind.CONFLICT) {
      error.conflict(Conflict.BUSY);
    }
    reply.requestId().ifPresent(error::requestId);
    reply.retryAfter().ifPresent(error::retryAfter);
    return error.build();
  }

  private static Kind byStatus(int status) {
    if (status == 429) {
      return Kind.THROTTLED;
    }
    return status >= 500 ? Kind.UNAVAILABLE : Kind.UNCLASSIFIED;
  }

  /** Only a refusal in a service's own words, and one that we know, says that nothing happened. */
  private static Effect effect(ApiRequest request, int status, Optional<Row> row) {
    if (!request.writes()) {
      return Effect.NONE;
    }
    boolean refused = row.isPresent() && (status < 500 || status == 501);
    return refused ? Effect.NONE : Effect.UNKNOWN;
  }

  private static String saying(Optional<ErrorBody> said) {
    if (said.isEmpty()) {
      return ", but not in the words of OpenStack";
    }
    String message = said.get().message();
    String shown =
        message.length() > LONGEST_MESSAGE ? message.substring(0, LONGEST_MESSAGE) : message;
    return " " + said.get().code() + ": " + shown;
  }

  /** A reply with the right status, but without something that must be there. */
  public static CloudException notUnderstood(
      ApiRequest request, OpenStackResponse reply, String field) {
    CloudException.Builder error = CloudException.of(
        Kind.UNCLASSIFIED,
        request.writes() ? Effect.UNKNOWN : Effect.NONE,
        request + " was answered with " + reply.status() + " without a usable " + field);
    reply.requestId().ifPresent(error::requestId);
    return error.build();
  }

  public static CloudException invalid(String message) {
    return CloudException.of(Kind.INVALID, Effect.NONE, message).build();
  }

  public static CloudException unsupported(String message) {
    return CloudException.of(Kind.UNSUPPORTED, Effect.NONE, message).build();
  }

  public static CloudException noMachine(String machine) {
    return CloudException.of(Kind.NOT_FOUND, Effect.NONE, "Nova has no server " + machine)
        .scope(ErrorScope.machine())
        .build();
  }

  /** A machine that cannot do something just now, by what it shows. */
  public static CloudException busy(String machine, String what, String status) {
    return CloudException.of(
            Kind.CONFLICT,
            Effect.NONE,
            "server " + machine + " cannot " + what + " while it is " + status)
        .conflict(Conflict.BUSY)
        .scope(ErrorScope.machine())
        .build();
  }
}
