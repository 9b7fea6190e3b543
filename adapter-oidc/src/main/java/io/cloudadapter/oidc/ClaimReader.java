package io.cloudadapter.oidc;

import com.nimbusds.jwt.JWTClaimsSet;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the claim with a caller's groups or roles. */
final class ClaimReader {
  /** Its values stand in one text, with spaces between them (RFC 9068). */
  private static final String SCOPE = "scope";

  private ClaimReader() {}

  /**
   * The values of a claim.
   *
   * @param claim its name, or names with dots between them for a claim inside of others; a claim that has the whole
   *     name comes first
   * @return the texts, none if the claim is missing or of another form
   */
  static List<String> values(JWTClaimsSet claims, String claim) {
    Object value = claims.getClaim(claim);
    return texts(claim, value == null ? inside(claims.getClaims(), claim) : value);
  }

  private static @Nullable Object inside(Map<String, Object> claims, String path) {
    Object value = claims;
    for (String name : path.split("\\.", -1)) {
      value = value instanceof Map<?, ?> map ? map.get(name) : null;
    }
    return value;
  }

  private static List<String> texts(String claim, @Nullable Object value) {
    if (value instanceof List<?> list) {
      return list.stream()
          .filter(String.class::isInstance)
          .map(String.class::cast)
          .toList();
    }
    if (value instanceof String text) {
      return claim.equals(SCOPE) ? Arrays.asList(text.split(" ", -1)) : List.of(text);
    }
    return List.of();
  }
}
