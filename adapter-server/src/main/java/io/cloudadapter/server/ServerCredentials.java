package io.cloudadapter.server;

import io.cloudadapter.server.http.Authenticator;
import io.cloudadapter.server.identity.TokenVerifier;
import io.cloudadapter.server.identity.TokenVerifierFactory;
import io.cloudadapter.server.options.OidcIssuer;
import io.cloudadapter.server.security.CertificateRegistry;
import io.cloudadapter.server.security.CredentialAuthenticator;
import io.cloudadapter.server.security.IssuedTokens;
import io.cloudadapter.server.security.SessionTokens;
import io.cloudadapter.server.security.TokenRegistry;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Supplier;

/** The ways in which callers of a server show who they are, from the settings of its builder. */
@ReadsSystemClock
final class ServerCredentials implements AutoCloseable {
  private final AdapterServer.Builder settings;
  private final Supplier<TokenRegistry> book;
  private final Optional<TokenVerifier> verifier;

  ServerCredentials(AdapterServer.Builder settings, Supplier<TokenRegistry> book) {
    this.settings = settings;
    this.book = book;
    this.verifier = verifier(settings);
  }

  /** Whether callers need a credential at all. */
  static boolean areGiven(AdapterServer.Builder settings) {
    return !settings.tokens.isEmpty()
        || settings.authorities.isPresent()
        || !settings.access.issuers().isEmpty();
  }

  private static Optional<TokenVerifier> verifier(AdapterServer.Builder settings) {
    List<OidcIssuer> issuers = settings.access.issuers();
    if (issuers.isEmpty()) {
      return Optional.empty();
    }
    TokenVerifierFactory factory = ServiceLoader.load(TokenVerifierFactory.class)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(
            "tokens of issuers need the module adapter-oidc, which is not on the path"));
    return Optional.of(factory.open(issuers, settings.clock));
  }

  /** Identifies callers, over HTTPS or not. */
  Authenticator gate(boolean secure) {
    Authenticator gate = areGiven(settings)
        ? CredentialAuthenticator.known(
            book,
            new CertificateRegistry(settings.subjects),
            verifier.map(IssuedTokens::new),
            secure)
        : CredentialAuthenticator.loopback();
    return secure ? gate : CredentialAuthenticator.withoutBasic(gate);
  }

  SessionTokens sessions() {
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    return new SessionTokens(
        areGiven(settings) ? Optional.of(book) : Optional.empty(), key, settings.clock);
  }

  @Override
  public void close() {
    verifier.ifPresent(TokenVerifier::close);
  }
}
