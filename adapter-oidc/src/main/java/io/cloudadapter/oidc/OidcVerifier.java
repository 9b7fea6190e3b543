package io.cloudadapter.oidc;

import com.nimbusds.jwt.SignedJWT;
import io.cloudadapter.server.identity.TokenVerdict;
import io.cloudadapter.server.identity.TokenVerdict.Refused;
import io.cloudadapter.server.identity.TokenVerifier;
import java.text.ParseException;
import java.util.Map;

/** Verifies the tokens of several issuers. */
final class OidcVerifier implements TokenVerifier {
  private final Map<String, TokenCheck> issuers;
  private final Runnable close;

  OidcVerifier(Map<String, TokenCheck> issuers, Runnable close) {
    this.issuers = Map.copyOf(issuers);
    this.close = close;
  }

  /** The issuer that a token claims decides which keys verify it, and is compared again once it is verified. */
  @Override
  public TokenVerdict verify(String token) {
    try {
      SignedJWT signed = SignedJWT.parse(token);
      String issuer = signed.getJWTClaimsSet().getIssuer();
      TokenCheck check = issuer == null ? null : issuers.get(issuer);
      return check == null
          ? new Refused("the token is of an issuer that is not accepted")
          : check.verify(signed);
    } catch (ParseException | RuntimeException e) {
      // The library's message may repeat the token. Tokens that are not signed are none to it
      // either.
      return new Refused("the token is not a signed one of the form that is accepted");
    }
  }

  @Override
  public void close() {
    close.run();
  }
}
