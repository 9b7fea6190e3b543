package io.cloudadapter.server.security;

import io.cloudadapter.spi.config.ConfigError;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;

/** Reads keys and certificates from PEM files. Messages name the file, never its contents. */
public final class PemReader {
  private PemReader() {}

  /**
   * Reads what the server shows to clients.
   *
   * @param certificate PEM, the server's certificate first, then its chain
   * @param key PEM, the private key, not encrypted
   * @return both
   * @throws IllegalArgumentException if one cannot be read, or they do not belong together
   */
  public static ServerIdentity identity(Path certificate, Path key) {
    ServerIdentity identity = new ServerIdentity(key(key), certificates(certificate));
    if (!identity.fits()) {
      throw new IllegalArgumentException(
          "the key in " + key + " does not belong to the certificate in " + certificate);
    }
    return identity;
  }

  /**
   * What is wrong with the files of a server's certificate.
   *
   * @param certificate PEM, the server's certificate first, then its chain
   * @param key PEM, the private key, not encrypted
   * @return every fault, at {@code tls.cert} or {@code tls.key}
   */
  static List<ConfigError> faults(Path certificate, Path key) {
    List<ConfigError> faults = new ArrayList<>();
    DryRun.at("tls.cert", () -> certificates(certificate), faults);
    DryRun.at("tls.key", () -> key(key), faults);
    if (faults.isEmpty()) {
      DryRun.at("tls.key", () -> identity(certificate, key), faults);
    }
    return faults;
  }

  /**
   * Reads the authorities that sign clients' certificates.
   *
   * @param file PEM, one certificate or more
   * @return a key store in memory that trusts them
   * @throws IllegalArgumentException if it cannot be read
   */
  public static KeyStore authorities(Path file) {
    try {
      KeyStore store = KeyStore.getInstance("JKS");
      store.load(null, null);
      int i = 0;
      for (X509Certificate certificate : certificates(file)) {
        store.setCertificateEntry("authority-" + i++, certificate);
      }
      return store;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("a key store in memory could not be made", e);
    }
  }

  private static List<X509Certificate> certificates(Path file) {
    List<X509Certificate> certificates = new ArrayList<>();
    try {
      for (Object item : items(file)) {
        if (item instanceof X509CertificateHolder holder) {
          certificates.add(new JcaX509CertificateConverter().getCertificate(holder));
        }
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("file " + file + " holds a broken certificate", e);
    }
    if (certificates.isEmpty()) {
      throw new IllegalArgumentException("file " + file + " holds no certificate in PEM");
    }
    return certificates;
  }

  private static PrivateKey key(Path file) {
    for (Object item : items(file)) {
      if (item instanceof PEMEncryptedKeyPair || item instanceof PKCS8EncryptedPrivateKeyInfo) {
        throw new IllegalArgumentException(
            "the private key in " + file + " is encrypted; give one that is not");
      }
      Optional<PrivateKeyInfo> info = item instanceof PEMKeyPair pair
          ? Optional.of(pair.getPrivateKeyInfo())
          : Optional.of(item)
              .filter(PrivateKeyInfo.class::isInstance)
              .map(PrivateKeyInfo.class::cast);
      if (info.isPresent()) {
        try {
          return new JcaPEMKeyConverter().getPrivateKey(info.get());
        } catch (IOException e) {
          throw new IllegalArgumentException("file " + file + " holds a broken private key", e);
        }
      }
    }
    throw new IllegalArgumentException("file " + file + " holds no private key in PEM");
  }

  private static List<Object> items(Path file) {
    List<Object> items = new ArrayList<>();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.US_ASCII);
        PEMParser parser = new PEMParser(reader)) {
      for (Object item = parser.readObject(); item != null; item = parser.readObject()) {
        items.add(item);
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "file " + file + " cannot be read as PEM: " + FileErrorText.of(e), e);
    }
    return items;
  }
}
