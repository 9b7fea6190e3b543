package io.cloudadapter.core.runtime;

import io.cloudadapter.spi.PreparedLaunch;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Encrypts secrets for the ledger, such as prepared launches (AES-256-GCM, a fresh nonce each). It writes under one key
 * and opens what any of its keys has made. Any number of threads may use it.
 *
 * <pre>
 *   BASE64         a text of a ledger whose key was never rotated
 *   KEY-ID:BASE64  a text of one whose key was
 * </pre>
 */
public final class LaunchEncryptor {
  /** The length of the key. */
  public static final int KEY_BYTES = LedgerKey.BYTES;

  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final char AFTER_ID = ':';

  private final LedgerKey writing;
  private final Map<String, LedgerKey> keys = new LinkedHashMap<>();
  private final boolean named;
  private final RandomGenerator random;

  /**
   * An encryptor under one key, whose texts do not name it, as long as a ledger has had no other.
   *
   * @param key {@link #KEY_BYTES} bytes
   * @param random nonces; cryptographically strong
   */
  public LaunchEncryptor(byte[] key, RandomGenerator random) {
    this(LedgerKey.of(key), List.of(), false, random);
  }

  /**
   * An encryptor under several keys.
   *
   * @param writing encrypts
   * @param reading open texts beside it
   * @param named whether texts name their key, so that a ledger shows which one each needs
   * @param random nonces; cryptographically strong
   */
  public LaunchEncryptor(
      LedgerKey writing, List<LedgerKey> reading, boolean named, RandomGenerator random) {
    this.writing = writing;
    this.named = named;
    this.random = random;
    keys.put(writing.id(), writing);
    reading.forEach(key -> keys.putIfAbsent(key.id(), key));
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
    byte[] sealed;
    try {
      sealed = apply(Cipher.ENCRYPT_MODE, writing, nonce, plain);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a text of the ledger cannot be encrypted", e);
    }
    String text = Base64.getEncoder()
        .encodeToString(ByteBuffer.allocate(NONCE_BYTES + sealed.length)
            .put(nonce)
            .put(sealed)
            .array());
    return named ? writing.id() + AFTER_ID + text : text;
  }

  /** Opens what {@link #seal} made under one of its keys; an illegal state under any other. */
  PreparedLaunch open(String text) {
    return PreparedLaunch.of(openBytes(text));
  }

  /**
   * Decrypts what {@link #sealBytes} made under one of its keys.
   *
   * @param text the encrypted bytes as text
   * @return the bytes
   * @throws IllegalStateException if the text is none, or was made under another key; the message names the key if the
   *     text does
   */
  public byte[] openBytes(String text) {
    int colon = text.indexOf(AFTER_ID);
    if (colon < 0) {
      return openUnnamed(text);
    }
    LedgerKey key = keys.get(text.substring(0, colon));
    if (key == null) {
      throw new IllegalStateException("a text of the ledger needs the ledger key "
          + text.substring(0, colon) + "; this process has " + String.join(", ", keys.keySet()));
    }
    return opened(key, ByteBuffer.wrap(decoded(text.substring(colon + 1))))
        .orElseThrow(this::foreign);
  }

  /** Whether a text was made under the key that writes, and names it. */
  public boolean isCurrent(String text) {
    return text.startsWith(writing.id() + AFTER_ID);
  }

  private byte[] openUnnamed(String text) {
    byte[] bytes = decoded(text);
    return keys.values().stream()
        .flatMap(key -> opened(key, ByteBuffer.wrap(bytes)).stream())
        .findFirst()
        .orElseThrow(this::foreign);
  }

  private IllegalStateException foreign() {
    return new IllegalStateException(
        "a text of the ledger cannot be opened; does the ledger's key belong to this ledger?");
  }

  private static Optional<byte[]> opened(LedgerKey key, ByteBuffer bytes) {
    if (bytes.remaining() < NONCE_BYTES + TAG_BITS / Byte.SIZE) {
      throw new IllegalStateException("a sealed text in the ledger is cut short");
    }
    byte[] nonce = new byte[NONCE_BYTES];
    bytes.get(nonce);
    byte[] sealed = new byte[bytes.remaining()];
    bytes.get(sealed);
    try {
      return Optional.of(apply(Cipher.DECRYPT_MODE, key, nonce, sealed));
    } catch (GeneralSecurityException e) {
      return Optional.empty(); // Another key made it, or it is damaged.
    }
  }

  private static byte[] decoded(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException("a sealed text in the ledger is no base 64", e);
    }
  }

  private static byte[] apply(int mode, LedgerKey key, byte[] nonce, byte[] bytes)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key.secret(), new GCMParameterSpec(TAG_BITS, nonce));
    return cipher.doFinal(bytes);
  }
}
