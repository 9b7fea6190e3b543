package io.cloudadapter.core.runtime;

import io.cloudadapter.core.template.TemplateKey;
import io.cloudadapter.spi.PreparedLaunch;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.random.RandomGenerator;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts prepared launches for the ledger, because they may contain secrets (AES-256-GCM, a fresh nonce each). Any
 * number of threads may use it.
 */
public final class LaunchEncryptor {
  /** The length of the key. */
  public static final int KEY_BYTES = 32;

  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final SecretKeySpec key;
  private final RandomGenerator random;

  /**
   * A sealer under a key.
   *
   * @param key {@link #KEY_BYTES} bytes
   * @param random nonces; cryptographically strong
   */
  public LaunchEncryptor(byte[] key, RandomGenerator random) {
    if (key.length != KEY_BYTES) {
      throw new IllegalArgumentException(
          "the ledger's key must have " + KEY_BYTES + " bytes, has " + key.length);
    }
    this.key = new SecretKeySpec(key, "AES");
    this.random = random;
  }

  /** The key of the digests of launch templates, which goes with this key. */
  public TemplateKey templateKey() {
    return TemplateKey.derive(key.getEncoded());
  }

  String seal(PreparedLaunch launch) {
    return sealBytes(launch.bytes());
  }

  /**
   * Encrypts bytes for the ledger.
   *
   * @param plain any bytes
   * @return the encrypted bytes as text
   */
  public String sealBytes(byte[] plain) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    byte[] sealed = apply(Cipher.ENCRYPT_MODE, nonce, plain);
    return Base64.getEncoder()
        .encodeToString(ByteBuffer.allocate(NONCE_BYTES + sealed.length)
            .put(nonce)
            .put(sealed)
            .array());
  }

  /** Opens what {@link #seal} made under the same key; an illegal state under any other. */
  PreparedLaunch open(String text) {
    return PreparedLaunch.of(openBytes(text));
  }

  /**
   * Decrypts what {@link #sealBytes} made under the same key.
   *
   * @param text the encrypted bytes as text
   * @return the bytes
   * @throws IllegalStateException if the text is none, or was made under another key
   */
  public byte[] openBytes(String text) {
    ByteBuffer bytes = ByteBuffer.wrap(decoded(text));
    if (bytes.remaining() < NONCE_BYTES + TAG_BITS / Byte.SIZE) {
      throw new IllegalStateException("a sealed text in the ledger is cut short");
    }
    byte[] nonce = new byte[NONCE_BYTES];
    bytes.get(nonce);
    byte[] sealed = new byte[bytes.remaining()];
    bytes.get(sealed);
    return apply(Cipher.DECRYPT_MODE, nonce, sealed);
  }

  private static byte[] decoded(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException("a sealed text in the ledger is no base 64", e);
    }
  }

  private byte[] apply(int mode, byte[] nonce, byte[] bytes) {
    try {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
      return cipher.doFinal(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(
          "a text of the ledger cannot be " + (mode == Cipher.ENCRYPT_MODE ? "sealed" : "opened")
              + "; does the ledger's key belong to this ledger?",
          e);
    }
  }
}
