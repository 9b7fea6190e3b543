package com.example.cedar;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import io.cloudadapter.spi.LaunchFailure;
import java.util.Map;
import java.util.Optional;

/**
 * Translates Cedar's errors for a pool. A refused request and a failed operation have the same codes, so that one table
 * serves both.
 */
final class CedarErrors {
  private static final Map<String, Kind> KINDS = Map.ofEntries(
      Map.entry("INVALID_REQUEST", Kind.INVALID),
      Map.entry("BAD_TOKEN", Kind.UNAUTHENTICATED),
      Map.entry("DENIED", Kind.DENIED),
      Map.entry("QUOTA_EXCEEDED", Kind.QUOTA),
      Map.entry("NO_SUCH_MACHINE", Kind.NOT_FOUND),
      Map.entry("NO_SUCH_OPERATION", Kind.NOT_FOUND),
      Map.entry("NO_SUCH_ADDRESS", Kind.NOT_FOUND),
      Map.entry("NO_SUCH_ZONE", Kind.NOT_FOUND),
      Map.entry("NO_SUCH_SIZE", Kind.NOT_FOUND),
      Map.entry("NO_SUCH_IMAGE", Kind.NOT_FOUND),
      Map.entry("NO_SUCH_PATH", Kind.NOT_FOUND),
      Map.entry("KEY_MISMATCH", Kind.CONFLICT),
      Map.entry("KEY_SPENT", Kind.CONFLICT),
      Map.entry("SLOW_DOWN", Kind.THROTTLED),
      Map.entry("INTERNAL", Kind.UNAVAILABLE),
      Map.entry("UNAVAILABLE", Kind.UNAVAILABLE),
      Map.entry("NO_CAPACITY", Kind.CAPACITY));

  private static final Map<String, Conflict> CONFLICTS =
      Map.of("KEY_MISMATCH", Conflict.KEY_MISMATCH, "KEY_SPENT", Conflict.KEY_SPENT);

  private static final int LONGEST_MESSAGE = 200;

  private CedarErrors() {}

  /** Returns the body of a reply that must have this status, and be JSON. */
  static JsonNode expect(int status, CedarRequest request, CedarReply reply) {
    if (reply.status() != status || reply.body().isEmpty()) {
      throw of(request, reply);
    }
    return reply.body().get();
  }

  private static CloudException of(CedarRequest request, CedarReply reply) {
    Optional<String> code = reply.errorCode();
    String words = code.flatMap(known -> reply.body().map(CedarErrors::words))
        .orElse(", but not in Cedar's form");
    CloudException.Builder error = CloudException.of(
        kind(reply.status(), code),
        effect(request, reply.status(), code),
        request + " was answered with " + reply.status() + words);
    code.ifPresent(error::code);
    code.map(CONFLICTS::get).ifPresent(error::conflict);
    reply.requestId().ifPresent(error::requestId);
    reply.retryAfter().ifPresent(error::retryAfter);
    if (code.equals(Optional.of("NO_CAPACITY"))) {
      error.scope(capacity(reply.body(), request.body()));
    }
    return error.build();
  }

  /** Returns the error for a reply with the right status that lacks a field which must be there. */
  static CloudException notUnderstood(CedarRequest request, CedarReply reply, String field) {
    CloudException.Builder error = CloudException.of(
        Kind.UNCLASSIFIED,
        request.writes() ? Effect.UNKNOWN : Effect.NONE,
        request + " was answered with " + reply.status() + " without a usable " + field);
    reply.requestId().ifPresent(error::requestId);
    return error.build();
  }

  /** Returns why an operation failed, by the error that it shows. */
  static LaunchFailure failure(JsonNode error) {
    String code = error.path("code").asText("");
    Kind kind = KINDS.getOrDefault(code, Kind.UNCLASSIFIED);
    ErrorScope scope = code.equals("NO_CAPACITY")
        ? capacity(Optional.of(error), Optional.empty())
        : ErrorScope.account();
    return new LaunchFailure(kind, scope, "the operation failed with" + words(error));
  }

  private static Kind kind(int status, Optional<String> code) {
    Kind known = KINDS.get(code.orElse(""));
    if (known != null) {
      return known;
    }
    if (status == 429) {
      return Kind.THROTTLED;
    }
    return status >= 500 ? Kind.UNAVAILABLE : Kind.UNCLASSIFIED;
  }

  private static Effect effect(CedarRequest request, int status, Optional<String> code) {
    if (!request.writes()) {
      return Effect.NONE;
    }
    if (code.filter(KINDS::containsKey).isEmpty()) {
      // A server on the way may answer after Cedar has acted, and the meaning of other codes is
      // unknown.
      return Effect.UNKNOWN;
    }
    boolean refused = status < 500 || (status == 507 && code.get().equals("NO_CAPACITY"));
    return refused ? Effect.NONE : Effect.UNKNOWN;
  }

  private static String words(JsonNode error) {
    String message = error.path("message").asText("");
    String shown =
        message.length() > LONGEST_MESSAGE ? message.substring(0, LONGEST_MESSAGE) : message;
    return " " + error.path("code").asText("") + ": " + shown;
  }

  /** The scope of a shortage: size and zone from the error, or else from the request. */
  private static ErrorScope capacity(Optional<JsonNode> error, Optional<JsonNode> request) {
    Optional<String> size = named("size", error).or(() -> named("size", request));
    Optional<String> zone = named("zone", error).or(() -> named("zone", request));
    if (size.isPresent()) {
      return ErrorScope.size(size.get(), zone);
    }
    return zone.map(ErrorScope::zone).orElse(ErrorScope.region());
  }

  private static Optional<String> named(String field, Optional<JsonNode> object) {
    return object.flatMap(known -> CedarReply.text(known, field));
  }
}
