package io.cloudadapter.kubernetes;

import io.cloudadapter.kubernetes.ClusterAccess.UnusableAccessException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.jspecify.annotations.Nullable;

/** TLS to an API server: the authorities that it trusts, and the client certificate that it shows. */
final class ClusterTls {
  private static final char[] NO_PASSWORD = new char[0];

  private ClusterTls() {}

  static SSLContext context(ClusterAccess access) throws UnusableAccessException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys(access), trusted(access), null);
      return context;
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      // Without its cause, which may quote what it read.
      throw new UnusableAccessException("the certificates or the key of " + access.credentials()
          + " are not PEM that can be used");
    }
  }

  /** Finds out whether the certificates and the key can be used. */
  static void check(ClusterAccess access) throws UnusableAccessException {
    SSLContext unused = context(access);
  }

  private static TrustManager @Nullable [] trusted(ClusterAccess access)
      throws IOException, GeneralSecurityException {
    if (access.authorities().isEmpty()) {
      return null;
    }
    KeyStore store = emptyStore();
    for (Certificate each : certificates(access.authorities().get())) {
      store.setCertificateEntry("ca-" + store.size(), each);
    }
    if (store.size() == 0) {
      throw new IOException("no certificate");
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private static KeyManager @Nullable [] keys(ClusterAccess access)
      throws IOException, GeneralSecurityException {
    if (access.certificate().isEmpty() || access.key().isEmpty()) {
      return null;
    }
    KeyStore store = emptyStore();
    store.setKeyEntry(
        "client",
        privateKey(access.key().get()),
        NO_PASSWORD,
        certificates(access.certificate().get()).toArray(Certificate[]::new));
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return factory.getKeyManagers();
  }

  private static Collection<? extends Certificate> certificates(String pem)
      throws GeneralSecurityException {
    return CertificateFactory.getInstance("X.509")
        .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)));
  }

  /** In any form of PEM: kubeadm writes PKCS #1, K3s SEC 1, others PKCS #8. */
  private static PrivateKey privateKey(String text) throws IOException {
    try (PEMParser pem = new PEMParser(new StringReader(text))) {
      for (Object item = pem.readObject(); item != null; item = pem.readObject()) {
        if (item instanceof PEMKeyPair pair) {
          return new JcaPEMKeyConverter().getPrivateKey(pair.getPrivateKeyInfo());
        }
        if (item instanceof PrivateKeyInfo key) {
          return new JcaPEMKeyConverter().getPrivateKey(key);
        }
      }
    }
    throw new IOException("no private key");
  }

  private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
    // It stays in memory. PKCS12 would encrypt it under the empty password, by ten thousand hashes.
    KeyStore store = KeyStore.getInstance("JKS");
    store.load(null, null);
    return store;
  }
}
