package io.cloudadapter.cli.certify;

import io.cloudadapter.cli.terminal.TextFile;
import io.cloudadapter.spi.DurableFile;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * The detached Ed25519 signature of a certificate's JSON: a file of three properties beside it. Only {@code signature}
 * proves anything; the other two explain why a signature does not fit.
 *
 * @param key the fingerprint of the key that signed
 * @param sha256 the digest of the bytes that were signed, in hexadecimal
 * @param signature of exactly those bytes, in base64
 */
record CertificateSignature(String key, String sha256, String signature) {
  private static final int LENGTH = 64;
  private static final Pattern FINGERPRINT = Pattern.compile("SHA256:[A-Za-z0-9+/]{43}");
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

  /** What a comparison of a file, its signature and a public key results in. */
  enum Outcome {
    /** The owner of the key has signed these bytes. */
    VALID,
    /** The signature names another key. */
    OTHER_KEY,
    /** The file is not the one that was signed. */
    FILE_CHANGED,
    /** The signature names this key and this file, and is not theirs. */
    FORGED
  }

  static CertificateSignature of(byte[] bytes, SigningKey key) {
    try {
      Signature signer = Signature.getInstance("Ed25519");
      signer.initSign(key.secret());
      signer.update(bytes);
      return new CertificateSignature(
          fingerprint(key.verifier()),
          sha256(bytes),
          Base64.getEncoder().encodeToString(signer.sign()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform from 15 signs with Ed25519", e);
    }
  }

  /** Where the signature of a file is. */
  static Path fileOf(Path certificate) {
    return certificate.resolveSibling(certificate.getFileName() + ".sig");
  }

  /**
   * Reads a signature.
   *
   * @throws IllegalArgumentException naming the property that is missing or malformed
   */
  static CertificateSignature read(Path file) {
    Properties found = new Properties();
    try {
      found.load(new StringReader(TextFile.read(file)));
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          file + " must be a signature of a certificate: " + e.getMessage(), e);
    }
    String text = found.getProperty("signature", "");
    int length = decoded(file, text).length;
    if (length != LENGTH) {
      throw new IllegalArgumentException(
          file + ": signature must be " + LENGTH + " bytes in base64, was " + length + " bytes");
    }
    return new CertificateSignature(
        property(file, found, "key", FINGERPRINT, "a fingerprint like SHA256:47DEQpj8HBSa…"),
        property(file, found, "sha256", SHA256, "64 hexadecimal digits"),
        text);
  }

  private static byte[] decoded(Path file, String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          file + ": signature must be base64, was \"" + text + "\"", e);
    }
  }

  private static String property(
      Path file, Properties found, String name, Pattern form, String allowed) {
    String value = found.getProperty(name, "");
    if (!form.matcher(value).matches()) {
      throw new IllegalArgumentException(
          file + ": " + name + " must be " + allowed + ", was \"" + value + "\"");
    }
    return value;
  }

  void write(Path file) throws IOException {
    String text = """
        # The Ed25519 signature of the bytes of a certificate, and what it belongs to.
        key = %s
        sha256 = %s
        signature = %s
        """.formatted(key, sha256, signature);
    DurableFile.write(file, text.getBytes(StandardCharsets.UTF_8), DurableFile.Access.ALL);
  }

  /** Compares with the bytes of a file and a key; only the signature decides whether they are VALID. */
  Outcome check(byte[] bytes, PublicKey verifier) {
    if (verifies(bytes, verifier)) {
      return Outcome.VALID;
    }
    if (!key.equals(fingerprint(verifier))) {
      return Outcome.OTHER_KEY;
    }
    return sha256.equals(sha256(bytes)) ? Outcome.FORGED : Outcome.FILE_CHANGED;
  }

  private boolean verifies(byte[] bytes, PublicKey verifier) {
    try {
      Signature check = Signature.getInstance("Ed25519");
      check.initVerify(verifier);
      check.update(bytes);
      return check.verify(Base64.getDecoder().decode(signature));
    } catch (SignatureException e) {
      // Such as bytes that are no point of the curve.
      return false;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform from 15 verifies Ed25519", e);
    }
  }

  /** SHA-256 of the public key in its X.509 form, as SSH writes fingerprints. */
  static String fingerprint(PublicKey key) {
    return "SHA256:"
        + Base64.getEncoder().withoutPadding().encodeToString(digest(key.getEncoded()));
  }

  static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(digest(bytes));
  }

  private static byte[] digest(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
