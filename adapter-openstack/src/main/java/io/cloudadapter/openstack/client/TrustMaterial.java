package io.cloudadapter.openstack.client;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
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

/** Whom to trust with HTTPS. Reads its file when it is first needed, since {@code open} reads none. */
public final class TrustMaterial {
  private final Supplier<Optional<String>> caFile;

  /** Asks for the file, if there is one, each time. */
  public TrustMaterial(Supplier<Optional<String>> caFile) {
    this.caFile = caFile;
  }

  /** The authorities of the file, or nothing if the JDK's own shall do. */
  Optional<SSLContext> context() {
    return caFile.get().map(TrustMaterial::context);
  }

  private static SSLContext context(String file) {
    try (InputStream pem = Files.newInputStream(Path.of(file))) {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        trusted.setCertificateEntry("ca-" + trusted.size(), each);
      }
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trusted);
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
