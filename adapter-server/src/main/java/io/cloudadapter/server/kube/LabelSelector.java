package io.cloudadapter.server.kube;

import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.SafeText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a selector by labels: terms {@code a=b}, {@code a==b}, {@code a!=b}, {@code a in (b, c)},
 * {@code a notin (b, c)}, {@code a} (it is there) and {@code !a} (it is not), separated by commas, that all must
 * hold. An object without the label satisfies {@code !=} and {@code notin}.
 */
final class LabelSelector {
  private static final String NAME = "([A-Za-z0-9][A-Za-z0-9._/-]*)";
  private static final String VALUE = "([A-Za-z0-9][A-Za-z0-9._-]*|)";
  private static final Pattern THERE = Pattern.compile("(!?)\\s*" + NAME);
  private static final Pattern EQUALS = Pattern.compile(NAME + "\\s*(=|==|!=)\\s*" + VALUE);
  private static final Pattern IN =
      Pattern.compile(NAME + "\\s+(in|notin)\\s*\\(([A-Za-z0-9._,\\s-]*)\\)");

  private LabelSelector() {}

  /**
   * Reads a selector.
   *
   * @throws HttpError 400 naming the term and what is allowed
   */
  static Predicate<Map<String, String>> read(String text) {
    Predicate<Map<String, String>> all = labels -> true;
    for (String term : terms(text)) {
      all = all.and(term(term.strip()));
    }
    return all;
  }

  /** Splits at commas outside of parentheses. */
  private static List<String> terms(String text) {
    List<String> terms = new ArrayList<>();
    int begin = 0;
    boolean inside = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      inside = c == '(' || (inside && c != ')');
      if (c == ',' && !inside) {
        terms.add(text.substring(begin, i));
        begin = i + 1;
      }
    }
    terms.add(text.substring(begin));
    return terms;
  }

  private static Predicate<Map<String, String>> term(String term) {
    Matcher equals = EQUALS.matcher(term);
    if (equals.matches()) {
      return one(equals.group(1), Set.of(equals.group(3)), !equals.group(2).equals("!="));
    }
    Matcher in = IN.matcher(term);
    if (in.matches()) {
      Set<String> values = new TreeSet<>();
      Arrays.stream(in.group(3).split(",", -1)).map(String::strip).forEach(values::add);
      return one(in.group(1), values, in.group(2).equals("in"));
    }
    Matcher there = THERE.matcher(term);
    if (there.matches()) {
      String name = there.group(2);
      boolean wanted = there.group(1).isEmpty();
      return labels -> labels.containsKey(name) == wanted;
    }
    throw HttpError.badRequest(
        "label selector: a term must be a=b, a!=b, a in (b, c), a notin (b, c), a or !a, was "
            + SafeText.quoted(term),
        "");
  }

  private static Predicate<Map<String, String>> one(
      String name, Set<String> values, boolean wanted) {
    return labels -> {
      String value = labels.get(name);
      return (value != null && values.contains(value)) == wanted;
    };
  }
}
