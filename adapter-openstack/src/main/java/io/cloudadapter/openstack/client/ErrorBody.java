package io.cloudadapter.openstack.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;

/**
 * A service's description of an error. Each service has a form of its own.
 *
 * @param code the service's name for it
 * @param message its sentence, maybe empty
 */
public record ErrorBody(String code, String message) {

  /** Empty if the error is in no service's form: it may come from something on the way. */
  public static Optional<ErrorBody> by(OpenStackResponse reply) {
    return reply.status() < 400
        ? Optional.empty()
        : reply.body().flatMap(body -> read(body, reply.status()));
  }

  private static Optional<ErrorBody> read(JsonNode body, int status) {
    if (body.size() == 1) {
      Map.Entry<String, JsonNode> only = body.properties().iterator().next();
      return named(only.getKey(), only.getValue(), status);
    }
    if (body.has("faultcode")) {
      return OpenStackResponse.text(body, "faultcode")
          .map(code -> new ErrorBody(code, text(body, "faultstring")));
    }
    if (body.has("description") && !body.has("code")) {
      return OpenStackResponse.text(body, "title")
          .map(title -> new ErrorBody(title, text(body, "description")));
    }
    Optional<String> code = OpenStackResponse.text(body, "code");
    // Paste and WebOb, before a request has reached the service behind them; and Glance.
    if (code.isPresent() && code.get().startsWith(status + " ") && body.has("title")) {
      return Optional.of(new ErrorBody(code.get(), message(body)));
    }
    return Optional.empty();
  }

  private static Optional<ErrorBody> named(String name, JsonNode inner, int status) {
    if (name.equals("NeutronError")) {
      return OpenStackResponse.text(inner, "type").map(type -> new ErrorBody(type, message(inner)));
    }
    if (inner.path("code").asInt() != status) {
      return Optional.empty();
    }
    if (name.equals("error")) {
      return OpenStackResponse.text(inner, "title")
          .map(title -> new ErrorBody(title, message(inner)));
    }
    return Optional.of(new ErrorBody(name, message(inner)));
  }

  private static String message(JsonNode object) {
    return text(object, "message");
  }

  private static String text(JsonNode object, String field) {
    return OpenStackResponse.text(object, field)
        .orElse("")
        .replaceAll("(<br />|\\s)+", " ")
        .strip();
  }
}
