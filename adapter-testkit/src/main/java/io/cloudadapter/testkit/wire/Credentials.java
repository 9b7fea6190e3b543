package io.cloudadapter.testkit.wire;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What was shown as a credential in some exchange: tokens that a cloud has issued, which no configuration
 * holds. May be used by any thread.
 */
final class Credentials {
  /** The headers that carry them. */
  private static final Set<String> HEADERS = Set.of(
      "authorization",
      "proxy-authorization",
      "x-auth-token",
      "x-subject-token",
      "x-api-key",
      "x-amz-security-token",
      "cookie",
      "set-cookie");

  /** What is shorter stands in many texts by chance. */
  private static final int SHORTEST = 8;

  private final Set<String> known = new TreeSet<>();

  static boolean carriedBy(String header) {
    return HEADERS.contains(header.toLowerCase(Locale.ROOT));
  }

  /** Learns from the headers of a request or reply. */
  synchronized void learn(Map<String, List<String>> headers) {
    headers.forEach((name, values) -> {
      if (carriedBy(name)) {
        values.forEach(value -> {
          learn(value);
          // Without its scheme: Bearer, Basic.
          learn(value.substring(value.indexOf(' ') + 1));
        });
      }
    });
  }

  private void learn(String value) {
    if (value.strip().length() >= SHORTEST) {
      known.add(value.strip());
    }
  }

  synchronized Set<String> all() {
    return Set.copyOf(known);
  }
}
