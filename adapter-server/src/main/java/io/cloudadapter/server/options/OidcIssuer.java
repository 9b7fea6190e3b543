package io.cloudadapter.server.options;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * An issuer whose bearer tokens the server accepts. Immutable.
 *
 * @param issuer its URL, exactly as tokens have it in {@code iss}: https, without query and fragment
 * @param audiences the values of {@code aud} of which a token must have one
 * @param algorithms the signature algorithms that are accepted, some of {@link #ALGORITHMS}
 * @param longestLife the longest time between the begin and the end of a token; 1 minute to 7 days
 * @param ca a PEM file of authorities to trust instead of Java's, when keys are fetched
 * @param claim the claim with the caller's groups or roles: its name, or names with dots between them for a claim
 *     inside of others
 * @param grants the permissions by value of that claim; of several that match, the first one holds
 */
public record OidcIssuer(
    String issuer,
    Set<String> audiences,
    Set<String> algorithms,
    Duration longestLife,
    Optional<Path> ca,
    String claim,
    Map<String, AccessGrant> grants) {
  /** The algorithms that may be accepted. All are asymmetric. */
  public static final List<String> ALGORITHMS =
      List.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512");

  /** The algorithms that are accepted unless others are given. */
  public static final List<String> USUAL_ALGORITHMS = List.of("RS256", "PS256", "ES256");

  private static final Duration SHORTEST_LIFE = Duration.ofMinutes(1);
  private static final Duration LONGEST_LIFE = Duration.ofDays(7);

  /**
   * Copies the collections.
   *
   * @throws IllegalArgumentException if a value is not allowed; the message names the key and what is
   */
  public OidcIssuer {
    Objects.requireNonNull(ca, "ca");
    audiences = Set.copyOf(audiences);
    algorithms = Set.copyOf(algorithms);
    grants = Collections.unmodifiableMap(new LinkedHashMap<>(grants));
    checkUrl(issuer);
    if (audiences.isEmpty()) {
      throw new IllegalArgumentException("audience must have at least one value");
    }
    List<String> unknown = new ArrayList<>(algorithms);
    unknown.removeAll(ALGORITHMS);
    if (algorithms.isEmpty() || !unknown.isEmpty()) {
      throw new IllegalArgumentException("algorithms must be some of "
          + String.join(", ", ALGORITHMS) + ", was " + String.join(", ", algorithms));
    }
    if (longestLife.compareTo(SHORTEST_LIFE) < 0 || longestLife.compareTo(LONGEST_LIFE) > 0) {
      throw new IllegalArgumentException("longestLife must be 1m to 7d, was " + longestLife);
    }
    if (claim.isBlank()) {
      throw new IllegalArgumentException("claim must be the name of a claim, was empty");
    }
  }

  private static void checkUrl(String issuer) {
    URI url;
    try {
      url = URI.create(issuer);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("issuer must be a URL of https, was " + issuer, e);
    }
    if (!"https".equals(url.getScheme())
        || url.getHost() == null
        || url.getRawUserInfo() != null
        || url.getRawQuery() != null
        || url.getRawFragment() != null) {
      throw new IllegalArgumentException(
          "issuer must be a URL of https without user, query and fragment, was " + issuer);
    }
  }

  /**
   * The permissions of a caller.
   *
   * @param values the values of the claim
   * @return the first grant, in the order of the configuration, for a value that the caller has
   */
  public Optional<AccessGrant> grant(List<String> values) {
    return grants.entrySet().stream()
        .filter(entry -> values.contains(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }
}
