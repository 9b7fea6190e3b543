package io.cloudadapter.oidc;

import io.cloudadapter.http.HttpTransport;
import io.cloudadapter.http.TrustMaterial;
import io.cloudadapter.server.identity.TokenVerifier;
import io.cloudadapter.server.identity.TokenVerifierFactory;
import io.cloudadapter.server.options.OidcIssuer;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Verifies tokens of issuers of OpenID Connect. */
public final class OidcVerifierFactory implements TokenVerifierFactory {
  /** The longest discovery document or set of keys, in bytes. */
  private static final int LARGEST_REPLY = 512 * 1024;

  /** Called by {@link java.util.ServiceLoader}. */
  public OidcVerifierFactory() {}

  @Override
  public TokenVerifier open(List<OidcIssuer> issuers, InstantSource clock) {
    issuers.forEach(issuer -> issuer.ca().ifPresent(OidcVerifierFactory::check));
    Map<String, TokenCheck> checks = new LinkedHashMap<>();
    List<HttpTransport> transports = new ArrayList<>();
    for (OidcIssuer issuer : issuers) {
      HttpTransport transport = new HttpTransport(
          "oidc", new TrustMaterial(() -> issuer.ca().map(Path::toString)), LARGEST_REPLY);
      transports.add(transport);
      IssuerKeys keys = new IssuerKeys(
          issuer.issuer(),
          new HttpKeySource(issuer.issuer(), transport),
          clock,
          OidcVerifierFactory::start);
      keys.usable(); // Begins the first fetch.
      checks.put(issuer.issuer(), new TokenCheck(issuer, keys, clock));
    }
    return new OidcVerifier(checks, () -> transports.forEach(HttpTransport::close));
  }

  /** A thread for each fetch: there is at most one in half a minute, and it ends with its transport. */
  private static void start(Runnable fetch) {
    Thread thread = new Thread(fetch, "adapter-oidc");
    thread.setDaemon(true);
    thread.start();
  }

  private static void check(Path ca) {
    try {
      TrustMaterial.trustStore(ca);
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException("ca " + ca + " cannot be used: " + e.getMessage(), e);
    }
  }
}
