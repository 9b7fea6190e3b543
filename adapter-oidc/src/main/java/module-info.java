/** Verifies tokens of issuers of OpenID Connect; found by {@link java.util.ServiceLoader}. */
module io.cloudadapter.oidc {
  requires static org.jspecify;
  requires transitive io.cloudadapter.server;
  requires io.cloudadapter.http;
  requires com.nimbusds.jose.jwt;
  requires org.slf4j;

  exports io.cloudadapter.oidc;

  provides io.cloudadapter.server.identity.TokenVerifierFactory with
      io.cloudadapter.oidc.OidcVerifierFactory;
}
