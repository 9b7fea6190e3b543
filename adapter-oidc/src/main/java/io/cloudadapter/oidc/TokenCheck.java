package io.cloudadapter.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.cloudadapter.server.identity.TokenVerdict;
import io.cloudadapter.server.identity.TokenVerdict.Refused;
import io.cloudadapter.server.options.OidcIssuer;
import java.security.Key;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a token of one issuer must be: signed by one of its keys with an algorithm of the configuration, for this
 * server, and valid now. The header names a key by its id only: keys, certificates and addresses in it have no effect,
 * and an extension that must be understood is refused. Any number of threads may use it.
 */
final class TokenCheck {
  /** What the clocks of issuer and server may differ. */
  static final Duration SKEW = Duration.ofSeconds(60);

  private static final int LEAST_RSA_BITS = 2048;
  private static final int MOST_KEYS = 20;
  private static final int LONGEST_SUBJECT = 255;

  /** Access tokens (RFC 9068), and plain ones; not those of other purposes. */
  private static final Set<String> TYPES = Set.of("jwt", "at+jwt", "application/at+jwt");

  private final OidcIssuer issuer;
  private final IssuerKeys keys;
  private final InstantSource clock;

  TokenCheck(OidcIssuer issuer, IssuerKeys keys, InstantSource clock) {
    this.issuer = issuer;
    this.keys = keys;
    this.clock = clock;
  }

  TokenVerdict verify(SignedJWT token) {
    JWSHeader header = token.getHeader();
    Optional<String> wrong = wrongHeader(header);
    if (wrong.isPresent()) {
      return new Refused(wrong.get());
    }
    Optional<JWKSet> known = keys.usable();
    if (known.isEmpty()) {
      return new TokenVerdict.Unavailable("the keys of the issuer could not be fetched yet");
    }
    List<JWK> candidates = new JWKSelector(JWKMatcher.forJWSHeader(header))
        .select(known.get()).stream()
            .filter(TokenCheck::isStrong)
            .limit(MOST_KEYS)
            .toList();
    if (candidates.isEmpty()) {
      return keys.fetchForUnknownKey(known.get()) || isNewerThanTheKeys(token)
          ? new TokenVerdict.Unavailable("the keys of the issuer are being fetched again")
          : new Refused("the issuer has no key for the token");
    }
    if (candidates.stream().noneMatch(key -> isSignedBy(key, token))) {
      return new Refused("the signature of the token is wrong");
    }
    return verifyClaims(token);
  }

  /** A token of a key that the issuer has made a moment ago is right; it only comes before the key. */
  private boolean isNewerThanTheKeys(SignedJWT token) {
    try {
      Date issued = token.getJWTClaimsSet().getIssueTime();
      return issued != null && keys.areOlderThan(issued.toInstant());
    } catch (ParseException e) {
      return false;
    }
  }

  private Optional<String> wrongHeader(JWSHeader header) {
    String algorithm = header.getAlgorithm().getName();
    if (!issuer.algorithms().contains(algorithm)) {
      return Optional.of("the token's algorithm is not accepted");
    }
    if (header.getCriticalParams() != null || !header.isBase64URLEncodePayload()) {
      return Optional.of("the token has an extension that must be understood");
    }
    JOSEObjectType type = header.getType();
    if (type != null && !TYPES.contains(type.getType().toLowerCase(Locale.ROOT))) {
      return Optional.of("the token is of another type than an access token");
    }
    return Optional.empty();
  }

  /** A symmetric key is never one: each that verifies by it could sign as well. */
  private static boolean isStrong(JWK key) {
    return key instanceof AsymmetricJWK
        && !(key instanceof RSAKey rsa && rsa.size() < LEAST_RSA_BITS);
  }

  private static boolean isSignedBy(JWK jwk, SignedJWT token) {
    try {
      Key key = ((AsymmetricJWK) jwk).toPublicKey();
      JWSAlgorithm only = token.getHeader().getAlgorithm();
      return (JWSAlgorithm.Family.RSA.contains(only) || JWSAlgorithm.Family.EC.contains(only))
          && token.verify(
              new DefaultJWSVerifierFactory().createJWSVerifier(token.getHeader(), key));
    } catch (JOSEException e) {
      return false; // The key does not fit the algorithm.
    }
  }

  private TokenVerdict verifyClaims(SignedJWT token) {
    JWTClaimsSet claims;
    try {
      claims = token.getJWTClaimsSet();
    } catch (ParseException e) {
      return new Refused("the claims of the token cannot be read");
    }
    if (!issuer.issuer().equals(claims.getIssuer())) {
      return new Refused("the token is of another issuer");
    }
    if (claims.getAudience().stream().noneMatch(issuer.audiences()::contains)) {
      return new Refused("the token is for another audience");
    }
    String subject = claims.getSubject();
    if (!isSubject(subject)) {
      return new Refused("the token has no usable sub");
    }
    Instant now = clock.instant();
    return wrongTime(claims, now)
        .<TokenVerdict>map(Refused::new)
        .orElseGet(() -> new TokenVerdict.Accepted(
            issuer,
            subject,
            ClaimReader.values(claims, issuer.claim()),
            claims.getExpirationTime().toInstant().plus(SKEW)));
  }

  private static boolean isSubject(@Nullable String subject) {
    return subject != null
        && !subject.isBlank()
        && subject.length() <= LONGEST_SUBJECT
        && subject.chars().allMatch(c -> c > ' ' && c != 0x7f);
  }

  private Optional<String> wrongTime(JWTClaimsSet claims, Instant now) {
    Date expires = claims.getExpirationTime();
    if (expires == null) {
      return Optional.of("the token has no exp");
    }
    Instant end = expires.toInstant();
    if (!now.isBefore(end.plus(SKEW))) {
      return Optional.of("the token has expired");
    }
    Optional<Instant> issued = Optional.ofNullable(claims.getIssueTime()).map(Date::toInstant);
    Optional<Instant> begin = Optional.ofNullable(claims.getNotBeforeTime()).map(Date::toInstant);
    boolean early = List.of(issued, begin).stream()
        .flatMap(Optional::stream)
        .anyMatch(time -> time.isAfter(now.plus(SKEW)));
    if (early) {
      return Optional.of("the token is not valid yet");
    }
    Instant from = issued.or(() -> begin).orElse(now);
    return Duration.between(from, end).compareTo(issuer.longestLife()) > 0
        ? Optional.of("the token lives longer than is accepted")
        : Optional.empty();
  }
}
