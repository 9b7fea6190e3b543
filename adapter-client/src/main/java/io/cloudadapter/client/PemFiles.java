package io.cloudadapter.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;
import org.jspecify.annotations.Nullable;

/** Reads trusted certificates, and the client's own certificate and key, from PEM files. */
final class PemFiles {
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

  /** The first private key of a file, in any form of PEM that is not encrypted. */
  static PrivateKey privateKey(Path file) {
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.US_ASCII);
        PEMParser pem = new PEMParser(reader)) {
      for (Object item = pem.readObject(); item != null; item = pem.readObject()) {
        if (item instanceof PEMEncryptedKeyPair || item instanceof PKCS8EncryptedPrivateKeyInfo) {
          throw wrong(file, "holds an encrypted private key; give one that is not", null);
        }
        if (item instanceof PEMKeyPair pair) {
          return new JcaPEMKeyConverter().getPrivateKey(pair.getPrivateKeyInfo());
        }
        if (item instanceof PrivateKeyInfo key) {
          return new JcaPEMKeyConverter().getPrivateKey(key);
        }
      }
    } catch (IOException e) {
      throw wrong(file, "cannot be read as a private key in PEM form", e);
    }
    throw wrong(file, "holds no private key in PEM form", null);
  }

  private static KeyStore emptyStore() throws GeneralSecurityException {
    // It stays in memory. PKCS12 would encrypt it under the empty password, by ten thousand hashes.
    KeyStore store = KeyStore.getInstance("JKS");
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
