package io.cloudadapter.server.kube;

import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.RequestHead;
import io.cloudadapter.server.http.SafeText;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The query of a request. As in Kubernetes, unknown names are ignored, because newer clients send more, and the first
 * value of a name counts.
 */
final class KubeListQuery {
  private final Map<String, String> values;

  private KubeListQuery(Map<String, String> values) {
    this.values = values;
  }

  /**
   * Takes a query apart.
   *
   * @throws HttpError 400 if it is no query
   */
  static KubeListQuery of(RequestHead head) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String pair : head.query().orElse("").split("&", -1)) {
      if (pair.isEmpty()) {
        continue;
      }
      String[] parts = pair.split("=", 2);
      values.putIfAbsent(decode(parts[0]), parts.length == 2 ? decode(parts[1]) : "");
    }
    return new KubeListQuery(values);
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw HttpError.badRequest(
          "the query has " + SafeText.quoted(text) + ", which cannot be decoded", "");
    }
  }

  /** A value; empty if it is not there or empty. */
  Optional<String> text(String name) {
    return Optional.ofNullable(values.get(name)).filter(value -> !value.isEmpty());
  }

  /**
   * A choice; empty if it is not there. As Kubernetes converts it: 0 and false, in any case of letters, are false, and
   * every other value is true, the empty one too.
   */
  Optional<Boolean> flag(String name) {
    return Optional.ofNullable(values.get(name))
        .map(value -> !value.equals("0") && !value.equalsIgnoreCase("false"));
  }

  /** A whole number of 0 or more; empty if it is not there. */
  Optional<Long> number(String name) {
    return text(name).map(value -> {
      if (!value.matches("-0|[0-9]{1,18}")) {
        throw HttpError.badRequest(
            name + " must be a whole number of 0 or more, was " + SafeText.quoted(value), "");
      }
      return Long.parseLong(value);
    });
  }
}
