package io.cloudadapter.server.security;

import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.identity.TokenVerdict;
import io.cloudadapter.server.identity.TokenVerifier;
import io.cloudadapter.server.options.AccessGrant;
import io.cloudadapter.server.options.AccessScope;
import io.cloudadapter.server.options.Role;
import java.util.Optional;

/** Identifies callers by tokens that an issuer has signed. */
public final class IssuedTokens {
  /** A caller whom the issuer knows and the configuration does not: it is identified, and has no pool. */
  private static final AccessGrant UNMAPPED = new AccessGrant(Role.READ, AccessScope.nothing());

  private final TokenVerifier verifier;

  /**
   * Callers of some issuers.
   *
   * @param verifier judges the tokens
   */
  public IssuedTokens(TokenVerifier verifier) {
    this.verifier = verifier;
  }

  /** Whether a token has the form of a signed one. Tokens of the configuration are found before it is asked. */
  static boolean isSigned(String token) {
    return token.startsWith("ey") && token.chars().filter(c -> c == '.').count() >= 2;
  }

  /**
   * The caller of a token.
   *
   * @throws HttpError 401 if it is not valid, 503 if its issuer's keys are missing
   */
  Caller find(String token) {
    TokenVerdict verdict = verifier.verify(token);
    if (verdict instanceof TokenVerdict.Accepted accepted) {
      String principal = accepted.issuer().issuer() + "#" + accepted.subject();
      AccessGrant grant = accepted.issuer().grant(accepted.values()).orElse(UNMAPPED);
      return new Caller(
          "oidc:" + principal,
          principal,
          grant.role(),
          grant.scope(),
          Optional.of(accepted.expires()));
    }
    if (verdict instanceof TokenVerdict.Refused refused) {
      throw CredentialAuthenticator.refused(refused.reason());
    }
    if (verdict instanceof TokenVerdict.Unavailable unavailable) {
      throw HttpError.of(
          HttpReply.error(503, "the token cannot be checked: " + unavailable.reason(), "")
              .with("Retry-After", "1"),
          unavailable.reason());
    }
    throw new IllegalStateException(
        "there is no such verdict: " + verdict.getClass().getName());
  }
}
