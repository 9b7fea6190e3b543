package io.cloudadapter.server.kube;

import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.SafeText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * Reads a selector by fields: terms {@code field=value}, {@code ==} or {@code !=}, separated by commas, that
 * all must hold. A backslash takes the meaning from a comma, an equals sign or a backslash in a value.
 */
final class FieldSelector {
  /** What an object carries, as it is addressed, in a field. */
  private static final Map<String, BiFunction<ActionStatus, ObjectScope, String>> FIELDS =
      new TreeMap<>(Map.of(
          "metadata.name", (action, scope) -> ActionResource.name(action),
          "metadata.namespace", (action, scope) -> scope.namespace(action),
          "metadata.uid", (action, scope) -> action.uid().toString(),
          "spec.nodeName", (action, scope) -> action.machine().value(),
          "spec.podAction.podName", (action, scope) -> action.machine().value(),
          "status.complete", (action, scope) -> Boolean.toString(action.ended()),
          "status.phase", (action, scope) -> action.phase().name()));

  /** Fields that have few values, in any case: tables show phases in another one than objects. */
  private static final Map<String, List<String>> VALUES = Map.of(
      "status.complete",
      List.of("true", "false"),
      "status.phase",
      Arrays.stream(ActionPhase.values()).map(Enum::name).toList());

  private FieldSelector() {}

  /**
   * Reads a selector.
   *
   * @throws HttpError 400 naming the term and what is allowed
   */
  static Predicate<ActionStatus> read(String text, ObjectScope scope) {
    Predicate<ActionStatus> all = action -> true;
    for (String term : terms(text)) {
      if (!term.isEmpty()) {
        all = all.and(term(term, scope));
      }
    }
    return all;
  }

  private static List<String> terms(String text) {
    List<String> terms = new ArrayList<>();
    int begin = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '\\') {
        i++;
      } else if (text.charAt(i) == ',') {
        terms.add(text.substring(begin, i));
        begin = i + 1;
      }
    }
    terms.add(text.substring(begin));
    return terms;
  }

  private static Predicate<ActionStatus> term(String term, ObjectScope scope) {
    int equals = term.indexOf('=');
    if (equals < 1) {
      throw wrong(term);
    }
    boolean not = term.charAt(equals - 1) == '!';
    boolean twice = !not && term.startsWith("==", equals);
    String name = term.substring(0, not ? equals - 1 : equals);
    String value = plain(term.substring(twice ? equals + 2 : equals + 1), term);
    BiFunction<ActionStatus, ObjectScope, String> field = FIELDS.get(name);
    if (field == null) {
      throw HttpError.badRequest(
          "field selector: there is no field " + SafeText.quoted(name) + " to select by",
          "there are " + String.join(", ", FIELDS.keySet()));
    }
    String wanted = checked(name, value);
    return action -> field.apply(action, scope).equals(wanted) != not;
  }

  /** A value that no action ever has is a mistake, and would be answered by silence. */
  private static String checked(String name, String value) {
    List<String> possible = VALUES.get(name);
    if (possible == null) {
      return value;
    }
    return possible.stream()
        .filter(known -> known.equalsIgnoreCase(value))
        .findFirst()
        .orElseThrow(() -> HttpError.badRequest(
            "field selector: " + name + " must be one of " + String.join(", ", possible) + ", was "
                + SafeText.quoted(value),
            ""));
  }

  private static String plain(String value, String term) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\\') {
        i++;
        if (i == value.length() || "\\,=".indexOf(value.charAt(i)) < 0) {
          throw wrong(term);
        }
        c = value.charAt(i);
      } else if (c == '=') {
        throw wrong(term);
      }
      plain.append(c);
    }
    return plain.toString();
  }

  private static HttpError wrong(String term) {
    return HttpError.badRequest(
        "field selector: a term must be field=value, field==value or field!=value, was "
            + SafeText.quoted(term),
        "");
  }
}
