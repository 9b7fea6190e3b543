package io.cloudadapter.http;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.config.ProviderConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * The authorities that an HTTPS client trusts, and the certificate that it shows if it has one. Files are read at the
 * first request, since {@code open} reads none.
 */
public final class TrustMaterial {
  private final ContextSource contexts;

  /** Makes what a client is built with; empty for the JDK's authorities. */
  @FunctionalInterface
  private interface ContextSource {
    Optional<SSLContext> make();
  }

  /**
   * The authorities of a PEM file; without one, those of the JDK.
   *
   * @param caFile finds the file at the first request
   */
  public TrustMaterial(Supplier<Optional<String>> caFile) {
    this((ContextSource) () -> caFile.get().map(TrustMaterial::context));
  }

  private TrustMaterial(ContextSource contexts) {
    this.contexts = contexts;
  }

  /**
   * What a caller sets up itself, such as a client certificate beside the authorities.
   *
   * @param context is asked at the first request
   */
  public static TrustMaterial from(Supplier<SSLContext> context) {
    return new TrustMaterial((ContextSource) () -> Optional.of(context.get()));
  }

  /** The authorities of the file that key {@code caFile} of an account names; without one, those of the JDK. */
  public static TrustMaterial of(ProviderConfig config) {
    Optional<String> caFile =
        config.has("caFile") ? Optional.of(config.text("caFile")) : Optional.empty();
    return new TrustMaterial(() -> caFile);
  }

  /** What to build a client with; empty for the JDK's authorities. */
  Optional<SSLContext> context() {
    return contexts.make();
  }

  /**
   * Reads authorities, for clients that take a key store.
   *
   * @param file certificates in PEM form
   * @throws IOException if it cannot be read, or holds no certificate
   * @throws GeneralSecurityException if it holds something else
   */
  public static KeyStore trustStore(Path file) throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    try (InputStream pem = Files.newInputStream(file)) {
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        trusted.setCertificateEntry("ca-" + trusted.size(), each);
      }
    }
    if (trusted.size() == 0) {
      throw new IOException("it holds no certificate");
    }
    return trusted;
  }

  private static SSLContext context(String file) {
    try {
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trustStore(Path.of(file)));
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException | InvalidPathException e) {
      throw CloudException.of(
              Kind.UNAVAILABLE, Effect.NONE, "cannot read the certificates in caFile " + file)
          .cause(e)
          .build();
    }
  }
}
