package io.cloudadapter.server.security;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;

/** The server's identity towards clients: a private key, and the chain of certificates for it. */
public final class ServerIdentity {
  private static final char[] NO_PASSWORD = new char[0];

  private final PrivateKey key;
  private final List<X509Certificate> chain;

  ServerIdentity(PrivateKey key, List<X509Certificate> chain) {
    this.key = key;
    this.chain = List.copyOf(chain);
  }

  /**
   * The server's own certificate.
   *
   * @return the first of the chain
   */
  X509Certificate certificate() {
    return chain.get(0);
  }

  /** Whether key and certificate belong together, tried by a signature. */
  boolean fits() {
    try {
      String algorithm = key.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA";
      byte[] text = "does it fit".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key, new SecureRandom());
      signature.update(text);
      byte[] signed = signature.sign();
      signature.initVerify(certificate());
      signature.update(text);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false; // A key of another kind than the certificate's.
    }
  }

  /**
   * Key and chain as TLS wants them.
   *
   * @return a key store in memory, with an empty password
   */
  public KeyStore keyStore() {
    try {
      // PKCS12 would encrypt it under the empty password, by ten thousand hashes.
      KeyStore store = KeyStore.getInstance("JKS");
      store.load(null, NO_PASSWORD);
      store.setKeyEntry("server", key, NO_PASSWORD, chain.toArray(new X509Certificate[0]));
      return store;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("a key store in memory could not be made", e);
    }
  }

  @Override
  public String toString() {
    return "ServerIdentity[" + certificate().getSubjectX500Principal().getName() + "]";
  }
}
