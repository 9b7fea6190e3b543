package io.cloudadapter.server.senlin;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ListMultimap;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.RequestHead;
import io.cloudadapter.server.http.SafeText;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The parameters of a query; a parameter that a resource does not support is refused by name. */
final class QueryParameters {
  private static final Set<String> TRUE = Set.of("true", "t", "yes", "y", "on", "1");
  private static final Set<String> FALSE = Set.of("false", "f", "no", "n", "off", "0");

  private final ListMultimap<String, String> values = ArrayListMultimap.create();

  private QueryParameters() {}

  static QueryParameters of(RequestHead head, Set<String> known) {
    QueryParameters query = new QueryParameters();
    for (String pair : head.query().orElse("").split("&", -1)) {
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
      String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
      if (!known.contains(name)) {
        throw HttpError.badRequest(
            "Invalid parameter " + SafeText.bare(name),
            "known are " + String.join(", ", sorted(known)));
      }
      query.values.put(name, value);
    }
    return query;
  }

  private static List<String> sorted(Set<String> known) {
    return known.stream().sorted().toList();
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw HttpError.badRequest(
          "the query has a percent sign without two hex digits, in " + SafeText.quoted(text), "");
    }
  }

  /** The values of a parameter that may be sent several times. */
  List<String> all(String name) {
    return values.get(name);
  }

  /** The value of a parameter that may be sent once. */
  Optional<String> one(String name) {
    if (all(name).size() > 1) {
      throw HttpError.badRequest("The value for " + name + " must be sent once.", "");
    }
    return all(name).stream().findFirst();
  }

  /** A true or false, false if it is not there. */
  boolean flag(String name) {
    String word = one(name).orElse("false").toLowerCase(Locale.ROOT);
    if (!TRUE.contains(word) && !FALSE.contains(word)) {
      throw HttpError.badRequest(
          "Invalid value '" + SafeText.bare(word) + "' specified for '" + name + "'", "");
    }
    return TRUE.contains(word);
  }

  /** A whole number, if it is there. */
  Optional<Integer> number(String name) {
    return one(name).map(text -> {
      if (!text.matches("-0|[0-9]{1,9}")) {
        throw HttpError.badRequest(
            "The value for " + name + " must be an integer: '" + SafeText.bare(text) + "'.",
            "0 or more, at most nine digits");
      }
      return Integer.parseInt(text);
    });
  }
}
