package io.cloudadapter.oidc;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.options.TlsConfig;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** An issuer over HTTPS on loopback: its discovery document, and its keys at the moment. */
final class LoopbackIssuer implements AutoCloseable {
  final AtomicInteger fetches = new AtomicInteger();
  volatile List<JWK> keys = List.of();
  private final HttpsServer server;
  private final Path certificate;

  /** Has the certificate that a server makes for localhost. */
  LoopbackIssuer(Path directory, AdapterServer.Builder builder) {
    try {
      try (AdapterServer once = builder.tls(TlsConfig.selfSigned(directory)).start()) {
        certificate = once.selfSignedCertificate().orElseThrow();
      }
      server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setHttpsConfigurator(new HttpsConfigurator(context(directory)));
      server.createContext("/", this::answer);
      server.start();
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private SSLContext context(Path directory) throws IOException, GeneralSecurityException {
    String pem = Files.readString(directory.resolve("server.key"));
    byte[] key =
        Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", "").strip());
    PrivateKey secret = KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(key));
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (InputStream in = Files.newInputStream(certificate)) {
      Certificate own = CertificateFactory.getInstance("X.509").generateCertificate(in);
      store.setKeyEntry("own", secret, new char[0], new Certificate[] {own});
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store, new char[0]);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String body = path.endsWith("/openid-configuration")
        ? "{\"issuer\":\"" + url() + "\",\"jwks_uri\":\"" + url() + "/keys\"}"
        : new JWKSet(keys).toString(true);
    if (path.equals("/keys")) {
      fetches.incrementAndGet();
    }
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  String url() {
    return "https://localhost:" + server.getAddress().getPort();
  }

  Path certificate() {
    return certificate;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
