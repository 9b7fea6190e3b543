package com.example.larch;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import java.util.Map;
import java.util.Optional;

/** What Larch's errors mean to a pool. */
final class LarchErrors {
  private static final Map<String, Kind> KINDS = Map.ofEntries(
      Map.entry("INVALID_REQUEST", Kind.INVALID),
      Map.entry("INVALID_TAGS", Kind.INVALID),
      Map.entry("INVALID_USER_DATA", Kind.INVALID),
      Map.entry("TOKEN_EXPIRED", Kind.UNAUTHENTICATED),
      Map.entry("BAD_CREDENTIALS", Kind.UNAUTHENTICATED),
      Map.entry("DENIED", Kind.DENIED),
      Map.entry("QUOTA_EXCEEDED", Kind.QUOTA),
      Map.entry("NO_SUCH_MACHINE", Kind.NOT_FOUND),
      Map.entry("NO_SUCH_ZONE", Kind.NOT_FOUND),
      Map.entry("NO_SUCH_SIZE", Kind.NOT_FOUND),
      Map.entry("NO_SUCH_IMAGE", Kind.NOT_FOUND),
      Map.entry("NO_SUCH_NETWORK", Kind.NOT_FOUND),
      Map.entry("NO_SUCH_PATH", Kind.NOT_FOUND),
      Map.entry("NO_SUCH_SNAPSHOT", Kind.NOT_FOUND),
      Map.entry("NO_SUCH_ACTION", Kind.NOT_FOUND),
      Map.entry("NO_SUCH_BALANCER", Kind.NOT_FOUND),
      Map.entry("KEY_MISMATCH", Kind.CONFLICT),
      Map.entry("KEY_SPENT", Kind.CONFLICT),
      Map.entry("BUSY", Kind.CONFLICT),
      Map.entry("NOT_RUNNING", Kind.CONFLICT),
      Map.entry("TAGS_CHANGED", Kind.CONFLICT),
      Map.entry("SLOW_DOWN", Kind.THROTTLED),
      Map.entry("INTERNAL", Kind.UNAVAILABLE),
      Map.entry("UNAVAILABLE", Kind.UNAVAILABLE),
      Map.entry("NO_CAPACITY", Kind.CAPACITY));

  private static final Map<String, Conflict> CONFLICTS = Map.of(
      "KEY_MISMATCH", Conflict.KEY_MISMATCH,
      "KEY_SPENT", Conflict.KEY_SPENT,
      "BUSY", Conflict.BUSY,
      "NOT_RUNNING", Conflict.BUSY,
      "TAGS_CHANGED", Conflict.BUSY);

  private static final int LONGEST_MESSAGE = 200;

  private LarchErrors() {}

  /** The body of a reply that must have this status, and be JSON. */
  static JsonNode expect(int status, LarchRequest request, LarchReply reply) {
    if (reply.status() != status || reply.body().isEmpty()) {
      throw of(request, reply);
    }
    return reply.body().get();
  }

  /** An unexpected reply. */
  static CloudException of(LarchRequest request, LarchReply reply) {
    Optional<String> code = reply.errorCode();
    CloudException.Builder error = CloudException.of(
        kind(reply.status(), code),
        effect(request, reply.status(), code),
        request + " was answered with " + reply.status() + saying(reply));
    code.ifPresent(error::code);
    code.map(CONFLICTS::get).ifPresent(error::conflict);
    reply.requestId().ifPresent(error::requestId);
    reply.retryAfter().ifPresent(error::retryAfter);
    if (code.equals(Optional.of("NO_CAPACITY"))) {
      error.scope(capacity(reply.body(), request.body()));
    }
    return error.build();
  }

  /** A reply with the right status, but without something that must be there. */
  static CloudException notUnderstood(LarchRequest request, LarchReply reply, String field) {
    CloudException.Builder error = CloudException.of(
        Kind.UNCLASSIFIED,
        request.writes() ? Effect.UNKNOWN : Effect.NONE,
        request + " was answered with " + reply.status() + " without a usable " + field);
    reply.requestId().ifPresent(error::requestId);
    return error.build();
  }

  private static Kind kind(int status, Optional<String> code) {
    Kind known = KINDS.get(code.orElse(""));
    if (known != null) {
      return known;
    }
    if (status == 429) {
      return Kind.THROTTLED;
    }
    if (status >= 500) {
      return Kind.UNAVAILABLE;
    }
    return Kind.UNCLASSIFIED;
  }

  private static Effect effect(LarchRequest request, int status, Optional<String> code) {
    if (!request.writes()) {
      return Effect.NONE;
    }
    if (code.isEmpty()) {
      // Not Larch's words: it may come from something on the way, after Larch has acted.
      return Effect.UNKNOWN;
    }
    if (!KINDS.containsKey(code.get())) {
      // The meaning of this code is unknown.
      return Effect.UNKNOWN;
    }
    if (status == 507 && code.get().equals("NO_CAPACITY")) {
      return Effect.NONE;
    }
    if (status >= 500) {
      return Effect.UNKNOWN;
    }
    return Effect.NONE;
  }

  private static String saying(LarchReply reply) {
    if (reply.errorCode().isEmpty()) {
      return ", but not in Larch's form";
    }
    String message =
        reply.body().flatMap(body -> LarchReply.text(body, "message")).orElse("");
    String shown =
        message.length() > LONGEST_MESSAGE ? message.substring(0, LONGEST_MESSAGE) : message;
    return " " + reply.errorCode().get() + ": " + shown;
  }

  /**
   * The scope of a shortage: from the refusal, or else from the request.
   *
   * @param refusal may have {@code size} and {@code zone}
   * @param request likewise
   */
  static ErrorScope capacity(Optional<JsonNode> refusal, Optional<JsonNode> request) {
    Optional<String> size = said("size", refusal).or(() -> said("size", request));
    Optional<String> zone = said("zone", refusal).or(() -> said("zone", request));
    if (size.isPresent()) {
      return ErrorScope.size(size.get(), zone);
    }
    return zone.map(ErrorScope::zone).orElse(ErrorScope.region());
  }

  private static Optional<String> said(String field, Optional<JsonNode> object) {
    return object.flatMap(named -> LarchReply.text(named, field));
  }
}
