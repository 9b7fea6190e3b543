package io.cloudadapter.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Reads trusted certificates, and the client's own certificate and key, from PEM files. */
final class PemFiles {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

  private PemFiles() {}

  /**
   * TLS that believes only the certificates of the first file (or the JDK's authorities without one),
   * and shows the certificate of the second, if there is one.
   */
  static SSLContext context(
      Optional<Path> authority, Optional<Path> certificate, Optional<Path> key) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          certificate.isPresent() && key.isPresent()
              ? keyManagers(certificate.get(), key.get())
              : null,
          authority.isPresent() ? trustManagers(authority.get()) : null,
          null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  private static TrustManager[] trustManagers(Path file) throws GeneralSecurityException {
    KeyStore store = emptyStore();
    int count = 0;
    for (Certificate certificate : certificates(file)) {
      store.setCertificateEntry("trusted-" + count++, certificate);
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private static KeyManager[] keyManagers(Path certificate, Path key)
      throws GeneralSecurityException {
    KeyStore store = emptyStore();
    char[] none = new char[0];
    store.setKeyEntry(
        "client", privateKey(key), none, certificates(certificate).toArray(Certificate[]::new));
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, none);
    return factory.getKeyManagers();
  }

  private static Collection<? extends Certificate> certificates(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      Collection<? extends Certificate> all =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (all.isEmpty()) {
        throw wrong(file, "holds no certificate", null);
      }
      return all;
    } catch (CertificateException e) {
      throw wrong(file, "holds no certificates in PEM form", e);
    } catch (IOException e) {
      throw wrong(file, "cannot be read", e);
    }
  }

  private static PrivateKey privateKey(Path file) {
    Matcher pem;
    try {
      pem = KEY.matcher(Files.readString(file, StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw wrong(file, "cannot be read", e);
    }
    if (!pem.find()) {
      throw wrong(file, "holds no key between BEGIN PRIVATE KEY and END PRIVATE KEY", null);
    }
    PKCS8EncodedKeySpec spec =
        new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
    for (String algorithm : List.of("EC", "RSA", "EdDSA")) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(spec);
      } catch (InvalidKeySpecException anotherKindOfKey) {
        // The next algorithm may know it.
      } catch (GeneralSecurityException e) {
        throw wrong(file, "needs " + algorithm + ", which this Java lacks", e);
      }
    }
    throw wrong(file, "holds a key that is neither EC, RSA nor EdDSA", null);
  }

  private static KeyStore emptyStore() throws GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try {
      store.load(null, null);
    } catch (IOException e) {
      throw new GeneralSecurityException("an empty key store could not be made", e);
    }
    return store;
  }

  private static IllegalArgumentException wrong(
      Path file, String problem, @Nullable Exception cause) {
    return new IllegalArgumentException(file + " " + problem, cause);
  }
}
