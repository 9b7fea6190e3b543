package io.cloudadapter.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.client.message.JsonCodec;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** Turns the error response message of the REST API back into the exception that it stands for. */
final class ErrorResponseMapper {
  private static final int LONGEST = 300;

  private ErrorResponseMapper() {}

  static PoolException of(ServerReply reply) {
    Optional<JsonNode> error = JsonCodec.tree(reply.body()).filter(JsonNode::isObject);
    String message = error
        .map(node -> node.path("message").asText(""))
        .filter(text -> !text.isBlank())
        .orElseGet(() -> "the server answered " + reply.request() + " with " + reply.status());
    String detail = error
        .map(node -> node.path("detail").asText(""))
        .orElseGet(() -> cut(RequestExchange.text(reply.body())));
    PoolException refusal =
        new PoolException(reason(reply), message, detail.isBlank() ? hint(reply.status()) : detail);
    return refusal.reason() == Reason.THROTTLED
        ? reply
            .header("Retry-After")
            .filter(text -> text.matches("[1-9][0-9]{0,4}"))
            .map(text -> refusal.retryAfter(Duration.ofSeconds(Long.parseLong(text))))
            .orElse(refusal)
        : refusal;
  }

  /** Our server names the reason in a header, as one status stands for several; others do not. */
  private static Reason reason(ServerReply reply) {
    String named = reply.header("Pool-Reason").orElse("");
    return Stream.of(Reason.values())
        .filter(reason -> reason.name().equals(named))
        .findFirst()
        .orElseGet(() -> reason(reply.status()));
  }

  private static Reason reason(int status) {
    return switch (status) {
      case 404 -> Reason.NOT_FOUND;
      case 409 -> Reason.CONFLICT;
      case 412 -> Reason.STALE;
      case 410 -> Reason.GONE;
      // Asked too early, too often, or while the server cannot: ask again later.
      case 408, 425, 429 -> Reason.UNAVAILABLE;
      case 501 -> Reason.UNSUPPORTED;
      default -> status >= 400 && status < 500 ? Reason.INVALID : Reason.UNAVAILABLE;
    };
  }

  private static String hint(int status) {
    return switch (status) {
      case 401 -> "Give a token or a client certificate that the server accepts.";
      case 403 -> "The token or certificate has a role that does not allow this.";
      default -> "";
    };
  }

  private static String cut(String text) {
    String line = text.strip();
    return line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
  }
}
