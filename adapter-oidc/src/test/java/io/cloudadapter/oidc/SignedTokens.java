package io.cloudadapter.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.factories.DefaultJWSSignerFactory;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.cloudadapter.server.options.AccessGrant;
import io.cloudadapter.server.options.OidcIssuer;
import io.cloudadapter.server.options.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Keys and tokens of an issuer in tests. */
final class SignedTokens {
  static final String ISSUER = "https://issuer.example.org";
  static final String AUDIENCE = "pools";
  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private SignedTokens() {}

  static OidcIssuer issuer(String... algorithms) {
    return new OidcIssuer(
        ISSUER,
        Set.of(AUDIENCE, "other"),
        algorithms.length == 0 ? new HashSet<>(OidcIssuer.ALGORITHMS) : Set.of(algorithms),
        Duration.ofHours(24),
        Optional.empty(),
        "groups",
        Map.of("ops", AccessGrant.of(Role.ADMIN)));
  }

  static JWK rsa(String kid) {
    return rsa(kid, 2048);
  }

  static JWK rsa(String kid, int bits) {
    try {
      return new RSAKeyGenerator(bits, true).keyID(kid).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  static JWK ec(String kid) {
    try {
      return new ECKeyGenerator(Curve.P_256).keyID(kid).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Right claims: valid for ten minutes from now on. */
  static JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder()
        .issuer(ISSUER)
        .audience(List.of("another", AUDIENCE))
        .subject("u-1")
        .issueTime(Date.from(NOW))
        .expirationTime(Date.from(NOW.plusSeconds(600)))
        .claim("groups", List.of("staff", "ops"));
  }

  static JWSHeader.Builder header(JWSAlgorithm algorithm, JWK key) {
    return new JWSHeader.Builder(algorithm).keyID(key.getKeyID());
  }

  static String signed(JWSAlgorithm algorithm, JWK key, JWTClaimsSet.Builder claims) {
    return signed(header(algorithm, key).build(), key, claims);
  }

  static String signed(JWSHeader header, JWK key, JWTClaimsSet.Builder claims) {
    try {
      JWSSigner signer = new DefaultJWSSignerFactory().createJWSSigner(key, header.getAlgorithm());
      return signed(header, signer, claims);
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  static String signed(JWSHeader header, JWSSigner signer, JWTClaimsSet.Builder claims) {
    try {
      SignedJWT token = new SignedJWT(header, claims.build());
      token.sign(signer);
      return token.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }
}
