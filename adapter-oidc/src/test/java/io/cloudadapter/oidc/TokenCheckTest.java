package io.cloudadapter.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import io.cloudadapter.server.identity.TokenVerdict;
import io.cloudadapter.server.options.OidcIssuer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which tokens are accepted, and which known attacks are refused. */
class TokenCheckTest {
  private static final JWK RSA = SignedTokens.rsa("r1");
  private static final JWK OTHER = SignedTokens.rsa("r1");
  private static final JWK EC = SignedTokens.ec("e1");
  private static final Instant NOW = SignedTokens.NOW;

  private static OidcVerifier verifier(OidcIssuer issuer, Instant now, JWK... keys) {
    InstantSource clock = InstantSource.fixed(now);
    IssuerKeys known = new IssuerKeys(
        issuer.issuer(),
        () -> new KeySource.Fetched(new JWKSet(List.of(keys)), Optional.empty()),
        clock,
        Runnable::run);
    return new OidcVerifier(
        Map.of(issuer.issuer(), new TokenCheck(issuer, known, clock)), () -> {});
  }

  private static TokenVerdict verify(String token) {
    return verifier(SignedTokens.issuer(), NOW, RSA, EC).verify(token);
  }

  private static TokenVerdict verify(JWTClaimsSet.Builder claims) {
    return verify(SignedTokens.signed(JWSAlgorithm.RS256, RSA, claims));
  }

  private static String refusal(TokenVerdict verdict) {
    assertThat(verdict).isInstanceOf(TokenVerdict.Refused.class);
    return ((TokenVerdict.Refused) verdict).reason();
  }

  @Test
  void aTokenOfTheIssuerIsAcceptedWithSubjectAndGroups() {
    TokenVerdict.Accepted accepted = (TokenVerdict.Accepted) verify(SignedTokens.claims());

    assertThat(accepted.subject()).isEqualTo("u-1");
    assertThat(accepted.values()).containsExactly("staff", "ops");
    assertThat(accepted.expires()).isEqualTo(NOW.plusSeconds(660));
  }

  @ParameterizedTest
  @ValueSource(strings = {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256"})
  void eachAlgorithmOfTheConfigurationIsAccepted(String name) {
    JWSAlgorithm algorithm = JWSAlgorithm.parse(name);
    JWK key = JWSAlgorithm.Family.EC.contains(algorithm) ? EC : RSA;
    String token = SignedTokens.signed(algorithm, key, SignedTokens.claims());

    assertThat(verify(token)).isInstanceOf(TokenVerdict.Accepted.class);
    assertThat(refusal(verifier(SignedTokens.issuer("ES512"), NOW, RSA, EC).verify(token)))
        .isEqualTo("the token's algorithm is not accepted");
  }

  @Test
  void aTokenWithoutASignatureIsRefused() {
    Base64URL none = Base64URL.encode("{\"alg\":\"none\"}");
    Base64URL claims = Base64URL.encode(SignedTokens.claims().build().toString());

    for (String token : List.of(none + "." + claims + ".", none + "." + claims + ".AAAA")) {
      assertThat(refusal(verify(token))).contains("is not a signed one");
    }
    for (String name : List.of("None", "NONE", "nOnE")) {
      Base64URL header = Base64URL.encode("{\"alg\":\"" + name + "\",\"kid\":\"r1\"}");
      assertThat(verify(header + "." + claims + ".AAAA")).isInstanceOf(TokenVerdict.Refused.class);
    }
  }

  /** RFC 8725, 2.1: the public key of the issuer as the secret of an HMAC. */
  @Test
  void thePublicKeyIsNoSecretOfAnHmac() throws JOSEException {
    RSAKey rsa = RSA.toRSAKey();
    List<byte[]> secrets = List.of(
        rsa.toRSAPublicKey().getEncoded(),
        rsa.toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8),
        rsa.getModulus().decode());

    for (byte[] secret : secrets) {
      String token = SignedTokens.signed(
          SignedTokens.header(JWSAlgorithm.HS256, RSA).build(),
          new MACSigner(secret),
          SignedTokens.claims());
      assertThat(refusal(verify(token))).isEqualTo("the token's algorithm is not accepted");
    }
  }

  @Test
  void aSymmetricKeyInTheSetIsNoKey() throws JOSEException {
    byte[] secret = new byte[32];
    JWK symmetric = new OctetSequenceKey.Builder(secret).keyID("s1").build();
    String token = SignedTokens.signed(
        SignedTokens.header(JWSAlgorithm.HS256, symmetric).build(),
        new MACSigner(secret),
        SignedTokens.claims());

    assertThat(verifier(SignedTokens.issuer(), NOW, symmetric).verify(token))
        .isInstanceOf(TokenVerdict.Refused.class);
  }

  @Test
  void aWeakKeyIsNoKey() {
    RSAKey weak = new RSAKey.Builder(Base64URL.encode(new byte[128]), Base64URL.encode("AQAB"))
        .keyID("r1")
        .build();
    String token = SignedTokens.signed(JWSAlgorithm.RS256, RSA, SignedTokens.claims());

    assertThat(refusal(verifierAfterFetch(weak).verify(token)))
        .isEqualTo("the issuer has no key for the token");
  }

  /** The keys are there, and were fetched just now, so that no other fetch begins. */
  private static OidcVerifier verifierAfterFetch(JWK... keys) {
    return verifier(SignedTokens.issuer(), NOW, keys);
  }

  @Test
  void aKeyOfAnotherTypeThanTheAlgorithmIsNoKey() {
    String token = SignedTokens.signed(
        new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("e1").build(), RSA, SignedTokens.claims());

    assertThat(refusal(verify(token))).isEqualTo("the issuer has no key for the token");
  }

  /** The issuer may have made the key since; its keys are fetched again as soon as that is allowed. */
  @Test
  void aTokenThatIsNewerThanTheKeysWaitsForItsKey() {
    JWK unknown = SignedTokens.ec("e2");

    assertThat(verify(SignedTokens.signed(
            JWSAlgorithm.ES256, unknown, SignedTokens.claims().issueTime(at(1)))))
        .isInstanceOf(TokenVerdict.Unavailable.class);
    assertThat(verify(SignedTokens.signed(
            JWSAlgorithm.ES256, unknown, SignedTokens.claims().issueTime(at(0)))))
        .isInstanceOf(TokenVerdict.Refused.class);
  }

  @Test
  void aTokenOfAnotherKeyWithTheSameIdIsRefused() {
    assertThat(
            refusal(verify(SignedTokens.signed(JWSAlgorithm.RS256, OTHER, SignedTokens.claims()))))
        .isEqualTo("the signature of the token is wrong");
  }

  /** RFC 7515, 4.1.2 and 4.1.3: an attacker's key in the header, or a place to fetch it from. */
  @Test
  void keysAndAddressesInTheHeaderHaveNoEffect() {
    URI place = URI.create("https://attacker.example.org/keys");
    List<JWSHeader> headers = List.of(
        SignedTokens.header(JWSAlgorithm.RS256, OTHER).jwk(OTHER.toPublicJWK()).build(),
        SignedTokens.header(JWSAlgorithm.RS256, OTHER).jwkURL(place).build(),
        SignedTokens.header(JWSAlgorithm.RS256, OTHER).x509CertURL(place).build());

    for (JWSHeader header : headers) {
      assertThat(refusal(verify(SignedTokens.signed(header, OTHER, SignedTokens.claims()))))
          .isEqualTo("the signature of the token is wrong");
    }
  }

  @Test
  void anExtensionThatMustBeUnderstoodIsRefused() {
    for (String name : List.of("http://example.invalid/UNDEFINED", "b64", "exp")) {
      JWSHeader header = SignedTokens.header(JWSAlgorithm.RS256, RSA)
          .criticalParams(Set.of(name))
          .build();

      assertThat(refusal(verify(SignedTokens.signed(header, RSA, SignedTokens.claims()))))
          .isEqualTo("the token has an extension that must be understood");
    }
  }

  @Test
  void aTokenForAnotherPurposeIsRefused() {
    for (String type : List.of("logout+jwt", "secevent+jwt", "dpop+jwt")) {
      JWSHeader header = SignedTokens.header(JWSAlgorithm.RS256, RSA)
          .type(new JOSEObjectType(type))
          .build();

      assertThat(refusal(verify(SignedTokens.signed(header, RSA, SignedTokens.claims()))))
          .contains("of another type");
    }
    for (String type : List.of("JWT", "at+jwt", "AT+JWT")) {
      JWSHeader header = SignedTokens.header(JWSAlgorithm.RS256, RSA)
          .type(new JOSEObjectType(type))
          .build();

      assertThat(verify(SignedTokens.signed(header, RSA, SignedTokens.claims())))
          .isInstanceOf(TokenVerdict.Accepted.class);
    }
  }

  @Test
  void aTokenOfAnotherIssuerOrForAnotherAudienceIsRefused() {
    assertThat(refusal(verify(SignedTokens.claims().issuer("https://issuer.example.org/"))))
        .contains("of an issuer that is not accepted");
    assertThat(refusal(verify(SignedTokens.claims().issuer(null)))).contains("not accepted");
    assertThat(refusal(verify(SignedTokens.claims().audience("pools2"))))
        .isEqualTo("the token is for another audience");
    assertThat(refusal(verify(SignedTokens.claims().audience(List.of()))))
        .isEqualTo("the token is for another audience");
    assertThat(refusal(verify(SignedTokens.claims().subject(null)))).contains("sub");
    assertThat(refusal(verify(SignedTokens.claims().subject("a b")))).contains("sub");
  }

  @Test
  void clocksMayDifferByAMinute() {
    assertThat(verify(SignedTokens.claims().expirationTime(at(-59))))
        .isInstanceOf(TokenVerdict.Accepted.class);
    assertThat(refusal(verify(SignedTokens.claims().expirationTime(at(-60)))))
        .isEqualTo("the token has expired");
    assertThat(verify(SignedTokens.claims().notBeforeTime(at(60))))
        .isInstanceOf(TokenVerdict.Accepted.class);
    assertThat(refusal(verify(SignedTokens.claims().notBeforeTime(at(61)))))
        .isEqualTo("the token is not valid yet");
    assertThat(refusal(verify(SignedTokens.claims().issueTime(at(61)))))
        .isEqualTo("the token is not valid yet");
  }

  private static Date at(long seconds) {
    return Date.from(NOW.plusSeconds(seconds));
  }

  @Test
  void aTokenWithoutAnEndOrWithAFarOneIsRefused() {
    assertThat(refusal(verify(SignedTokens.claims().expirationTime(null))))
        .isEqualTo("the token has no exp");
    long day = Duration.ofDays(1).toSeconds();
    assertThat(verify(SignedTokens.claims().expirationTime(at(day))))
        .isInstanceOf(TokenVerdict.Accepted.class);
    assertThat(refusal(verify(SignedTokens.claims().expirationTime(at(day + 1)))))
        .isEqualTo("the token lives longer than is accepted");
    assertThat(refusal(verify(SignedTokens.claims().issueTime(null).expirationTime(at(day + 1)))))
        .isEqualTo("the token lives longer than is accepted");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ".", "..", "a.b.c", "eyJ.eyJ.x", "e30.e30.", "eyJhbGciOiJSUzI1NiJ9.W10.x"})
  void whatIsNoTokenIsRefusedWithoutRepeatingIt(String token) {
    assertThat(refusal(verify(token))).isNotEmpty().doesNotContain("eyJ");
  }

  /** A token with five parts is encrypted (JWE), which this server does not read. */
  @Test
  void anEncryptedTokenIsRefused() {
    assertThat(verify("eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ.a.b.c.d"))
        .isInstanceOf(TokenVerdict.Refused.class);
  }
}
