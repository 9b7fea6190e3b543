package io.cloudadapter.testkit.wire;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Headers by name; the case of names does not matter. */
final class Headers {
  /** What is about one connection, or what the fault proxy decides anew for its own. */
  private static final Set<String> OF_ONE_CONNECTION = Set.of(
      "connection",
      "keep-alive",
      "proxy-connection",
      "te",
      "trailer",
      "transfer-encoding",
      "upgrade",
      "http2-settings",
      "expect",
      "content-length");

  /** Headers of replies that are never secret. */
  private static final Set<String> PUBLIC = Set.of(
      "accept-ranges",
      "age",
      "allow",
      "cache-control",
      "connection",
      "content-disposition",
      "content-encoding",
      "content-language",
      "content-length",
      "content-security-policy",
      "content-type",
      "date",
      "etag",
      "expires",
      "keep-alive",
      "last-modified",
      "pragma",
      "referrer-policy",
      "retry-after",
      "server",
      "strict-transport-security",
      "transfer-encoding",
      "upgrade",
      "vary",
      "via",
      "www-authenticate");

  private Headers() {}

  /** Whether a header of a reply is none that a cloud hands credentials out by. */
  static boolean isPublic(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return PUBLIC.contains(lower)
        || lower.startsWith("access-control-")
        || lower.startsWith("x-content-type")
        || lower.startsWith("x-frame-")
        || lower.startsWith("x-xss-")
        || namesRequest(name);
  }

  /** Whether a header names the request, by the custom of most clouds. */
  static boolean namesRequest(String name) {
    String plain = name.toLowerCase(Locale.ROOT).replace("-", "");
    return plain.endsWith("requestid") || plain.endsWith("traceid");
  }

  static Map<String, List<String>> copy(Map<String, List<String>> headers) {
    Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.forEach((name, values) -> copy.put(name, List.copyOf(values)));
    return Collections.unmodifiableMap(copy);
  }

  static Optional<String> first(Map<String, List<String>> headers, String name) {
    List<String> values = headers.get(name);
    return values == null || values.isEmpty() ? Optional.empty() : Optional.of(values.get(0));
  }

  /** Whether a comma-separated header has a token. */
  static boolean has(Map<String, List<String>> headers, String name, String token) {
    return headers.getOrDefault(name, List.of()).stream()
        .flatMap(value -> List.of(value.split(",", -1)).stream())
        .anyMatch(value -> value.strip().equalsIgnoreCase(token));
  }

  /** The headers that travel end to end. */
  static Map<String, List<String>> travelling(Map<String, List<String>> headers) {
    Map<String, List<String>> kept = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    kept.putAll(headers);
    OF_ONE_CONNECTION.forEach(kept::remove);
    return kept;
  }
}
