package io.cloudadapter.server.identity;

import io.cloudadapter.server.options.OidcIssuer;
import java.time.InstantSource;
import java.util.List;

/** Makes a token verifier; found by {@link java.util.ServiceLoader}. The module adapter-oidc has one. */
public interface TokenVerifierFactory {

  /**
   * Makes a verifier, which begins to fetch keys.
   *
   * @param issuers the issuers, each of a URL of its own
   * @param clock the time
   * @return the verifier
   * @throws IllegalArgumentException if the file of an issuer's authorities cannot be used
   */
  TokenVerifier open(List<OidcIssuer> issuers, InstantSource clock);
}
