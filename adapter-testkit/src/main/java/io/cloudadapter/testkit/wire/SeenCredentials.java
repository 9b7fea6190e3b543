package io.cloudadapter.testkit.wire;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What was shown as a credential in some exchange: tokens that a cloud has issued, which no configuration
 * holds. May be used by any thread.
 */
final class SeenCredentials {
  /** Words in the names of headers and fields that carry them. */
  private static final Set<String> WORDS = Set.of(
      "apikey",
      "assertion",
      "auth",
      "authorization",
      "bearer",
      "cookie",
      "cookie2",
      "credential",
      "credentials",
      "jwt",
      "passphrase",
      "passwd",
      "password",
      "pwd",
      "secret",
      "session",
      "sessionid",
      "sid",
      "signature",
      "ticket",
      "token");

  /** Words that say of a token or key that it is none to log in by: of a page, or against doing a thing twice. */
  private static final Set<String> HARMLESS =
      Set.of("client", "continuation", "cursor", "idempotency", "next", "page", "trace");

  private static final Pattern WORD_ENDS = Pattern.compile("[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])");

  /** What is shorter stands in many texts by chance. */
  private static final int SHORTEST = 8;

  private final Set<String> known = new TreeSet<>();

  /** A copy of them, until there are more. */
  private Set<String> copy = Set.of();

  /** Whether a header of this name carries one. */
  static boolean carriedBy(String header) {
    return namedBy(header) && !header.toLowerCase(Locale.ROOT).endsWith("-authenticate");
  }

  /** Whether a header or a field of this name holds one. */
  static boolean namedBy(String name) {
    List<String> words =
        WORD_ENDS.splitAsStream(name).map(word -> word.toLowerCase(Locale.ROOT)).toList();
    String joined = String.join("", words);
    return words.stream().noneMatch(HARMLESS::contains)
        && (words.stream().anyMatch(WORDS::contains)
            || joined.endsWith("apikey")
            || joined.endsWith("accesskey")
            || joined.endsWith("token")
            || joined.endsWith("secret")
            || joined.endsWith("password"));
  }

  /** Learns from the headers of a request or reply. */
  synchronized void learn(Map<String, List<String>> headers) {
    headers.forEach((name, values) -> {
      if (carriedBy(name)) {
        values.forEach(value -> learn(name.toLowerCase(Locale.ROOT), value));
      }
    });
  }

  private void learn(String header, String value) {
    if (header.equals("set-cookie") || header.equals("cookie")) {
      // Of a new cookie, what follows its value is how to keep it.
      int cookies = header.equals("cookie") ? Integer.MAX_VALUE : 1;
      Stream.of(value.split(";", -1))
          .limit(cookies)
          .map(cookie -> cookie.substring(cookie.indexOf('=') + 1))
          .forEach(this::learn);
      return;
    }
    learn(value);
    // Without its scheme: Bearer, Basic.
    learn(value.substring(value.indexOf(' ') + 1));
  }

  /** Learns what a login was answered with. */
  synchronized void issued(Set<String> values) {
    values.forEach(this::learn);
  }

  private void learn(String value) {
    if (value.strip().length() >= SHORTEST) {
      known.add(value.strip());
    }
  }

  synchronized Set<String> all() {
    if (copy.size() != known.size()) {
      copy = Set.copyOf(known);
    }
    return copy;
  }
}
