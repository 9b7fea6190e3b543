package io.cloudadapter.core.template;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key of the digests of launch templates. User data and an adapter's own values may hold secrets, which a digest
 * without a key would let a reader of the ledger guess. Any number of threads may use it.
 */
public final class TemplateKey {
  private static final String ALGORITHM = "HmacSHA256";
  private static final String ID = "cloud adapter template key";

  private final SecretKeySpec key;
  private final String id;

  private TemplateKey(byte[] key) {
    this.key = new SecretKeySpec(key, ALGORITHM);
    this.id = digest(ID, 8);
  }

  /**
   * Derives the key of digests from a secret.
   *
   * @param secret what is drawn for the store, 1 byte or more
   * @return a key that reveals nothing about the secret
   */
  public static TemplateKey derive(byte[] secret) {
    return new TemplateKey(hmac(new SecretKeySpec(secret, ALGORITHM), "cloud adapter templates"));
  }

  /**
   * A fixed key, for pools that keep no secrets: simulations and tests.
   *
   * @return always the same key
   */
  public static TemplateKey fixed() {
    return derive(new byte[1]);
  }

  /** A text that is equal for equal keys and reveals nothing else about them. */
  String id() {
    return id;
  }

  /** The first bytes of the keyed digest of a text, in hexadecimal digits. */
  String digest(String text, int bytes) {
    return HexFormat.of().formatHex(hmac(key, text), 0, bytes);
  }

  private static byte[] hmac(SecretKeySpec key, String text) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }

  @Override
  public String toString() {
    return "TemplateKey[" + id + "]";
  }
}
