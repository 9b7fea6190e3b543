package io.cloudadapter.server.identity;

import io.cloudadapter.server.options.OidcIssuer;
import java.time.Instant;
import java.util.List;

/** What became of verifying a token. */
public sealed interface TokenVerdict {

  /**
   * The token is valid now.
   *
   * @param issuer who signed it
   * @param subject whom it is about, unique at the issuer
   * @param values the values of the issuer's claim of groups or roles; empty if it has none
   * @param expires when it ends
   */
  record Accepted(OidcIssuer issuer, String subject, List<String> values, Instant expires)
      implements TokenVerdict {
    /** Copies the values. */
    public Accepted {
      values = List.copyOf(values);
    }
  }

  /**
   * The token is not valid, and will not become so.
   *
   * @param reason why, in words that may go to the caller
   */
  record Refused(String reason) implements TokenVerdict {}

  /**
   * The token cannot be judged at present, since keys of its issuer are missing.
   *
   * @param reason why, in words that may go to the caller
   */
  record Unavailable(String reason) implements TokenVerdict {}
}
