package io.cloudadapter.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.SignedJWT;
import io.cloudadapter.server.identity.TokenVerdict;
import java.text.ParseException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of RFC 7515, appendix A and E, and of RFC 7519, 6.1, with their own keys. */
class PublishedTokensTest {
  private static final String CLAIMS =
      "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFt"
          + "cGxlLmNvbS9pc19yb290Ijp0cnVlfQ";

  /** A.2: RS256. */
  private static final String RS256 = "eyJhbGciOiJSUzI1NiJ9." + CLAIMS
      + ".cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7"
      + "AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4"
      + "BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K"
      + "0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqv"
      + "hJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrB"
      + "p0igcN_IoypGlUPQGe77Rw";

  private static final String RSA_KEY = "{\"kty\":\"RSA\",\"e\":\"AQAB\",\"n\":\""
      + "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4"
      + "qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2j"
      + "Z47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7W"
      + "TBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK"
      + "-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"
      + "\"}";

  /** A.3: ES256. */
  private static final String ES256 = "eyJhbGciOiJFUzI1NiJ9." + CLAIMS
      + ".DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSA"
      + "pmWQxfKTUJqPP3-Kg6NU1Q";

  private static final String EC_KEY = "{\"kty\":\"EC\",\"crv\":\"P-256\""
      + ",\"x\":\"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU\""
      + ",\"y\":\"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0\"}";

  /** A.1: HS256. */
  private static final String HS256 = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9." + CLAIMS
      + ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

  private static TokenVerdict verify(String token, Instant now) {
    InstantSource clock = InstantSource.fixed(now);
    IssuerKeys keys = new IssuerKeys(
        "joe",
        () -> {
          try {
            return new KeySource.Fetched(
                new JWKSet(List.of(JWK.parse(RSA_KEY), JWK.parse(EC_KEY))), Optional.empty());
          } catch (ParseException e) {
            throw new IllegalStateException(e);
          }
        },
        clock,
        Runnable::run);
    try {
      return new TokenCheck(SignedTokens.issuer(), keys, clock).verify(SignedJWT.parse(token));
    } catch (ParseException e) {
      return new TokenVerdict.Refused("no token");
    }
  }

  /** Their signatures are right, so that the claims are what is refused. */
  @Test
  void theSignedExamplesPassTheCheckOfTheSignature() {
    Instant then = Instant.ofEpochSecond(1300819380 - 100);

    assertThat(verify(RS256, then))
        .isEqualTo(new TokenVerdict.Refused("the token is of another issuer"));
    assertThat(verify(ES256, then))
        .isEqualTo(new TokenVerdict.Refused("the token is of another issuer"));
  }

  @ParameterizedTest
  @CsvSource({"RS", "ES"})
  void oneChangedCharacterIsRefused(String which) {
    String token = which.equals("RS") ? RS256 : ES256;
    int at = token.length() - 20;
    char other = token.charAt(at) == 'A' ? 'B' : 'A';
    String changed = token.substring(0, at) + other + token.substring(at + 1);

    assertThat(verify(changed, Instant.ofEpochSecond(1300819380)))
        .isEqualTo(new TokenVerdict.Refused("the signature of the token is wrong"));
  }

  @Test
  void theSymmetricAndTheUnsignedExamplesAreRefused() {
    Instant then = Instant.ofEpochSecond(1300819380);

    assertThat(verify(HS256, then))
        .isEqualTo(new TokenVerdict.Refused("the token's algorithm is not accepted"));
    assertThat(verify("eyJhbGciOiJub25lIn0." + CLAIMS + ".", then))
        .isInstanceOf(TokenVerdict.Refused.class);
    // Appendix E: an extension that nothing supports.
    assertThat(verify(
            "eyJhbGciOiJub25lIiwNCiAiY3JpdCI6WyJodHRwOi8vZXhhbXBsZS5jb20vVU5ERUZJTkVEIl0sDQogImh0"
                + "dHA6Ly9leGFtcGxlLmNvbS9VTkRFRklORUQiOnRydWUNCn0.RkFJTA.",
            then))
        .isInstanceOf(TokenVerdict.Refused.class);
  }
}
