package io.cloudadapter.core.runtime;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** A key that encrypts secrets in the ledger, with the id under which errors and backups name it. */
public final class LedgerKey {
  /** The length of a key. */
  public static final int BYTES = 32;

  private final String id;
  private final SecretKeySpec key;

  private LedgerKey(String id, SecretKeySpec key) {
    this.id = id;
    this.key = key;
  }

  /**
   * Makes a key of its bytes.
   *
   * @param bytes {@value #BYTES} bytes; copied
   * @return the key
   * @throws IllegalArgumentException if there are more bytes or fewer
   */
  public static LedgerKey of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "the ledger's key must have " + BYTES + " bytes, has " + bytes.length);
    }
    return new LedgerKey(fingerprint(bytes), new SecretKeySpec(bytes, "AES"));
  }

  /**
   * Returns the id: equal for equal keys, and it reveals nothing else about them.
   *
   * @return 32 hexadecimal digits
   */
  public String id() {
    return id;
  }

  SecretKey secret() {
    return key;
  }

  private static String fingerprint(byte[] key) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update("cloud adapter ledger key".getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest(key), 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return "ledger key " + id;
  }
}
