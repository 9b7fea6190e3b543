package io.cloudadapter.cli.certify;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import org.bouncycastle.asn1.edec.EdECObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.util.PrivateKeyFactory;
import org.bouncycastle.crypto.util.SubjectPublicKeyInfoFactory;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;

/** Reads the Ed25519 keys of certificates from PEM files. Messages name the file, never its contents. */
final class SigningKeys {
  private static final String ED25519 = "Ed25519";

  private SigningKeys() {}

  /**
   * Reads the key that signs.
   *
   * @param file a PKCS #8 private key in PEM, as {@code openssl genpkey -algorithm ed25519} writes it
   * @throws IllegalArgumentException if the file holds no such key
   */
  static SigningKey signingKey(Path file) {
    Object item = firstKey(file);
    if (item instanceof SubjectPublicKeyInfo) {
      throw wrong(file, "a private key, because a public key signs nothing, was a public key");
    }
    PrivateKeyInfo info = (PrivateKeyInfo) item;
    mustBeEd25519(file, info.getPrivateKeyAlgorithm());
    try {
      Ed25519PrivateKeyParameters secret =
          (Ed25519PrivateKeyParameters) PrivateKeyFactory.createKey(info);
      return new SigningKey(
          KeyFactory.getInstance(ED25519)
              .generatePrivate(new PKCS8EncodedKeySpec(info.getEncoded())),
          publicKey(
              SubjectPublicKeyInfoFactory.createSubjectPublicKeyInfo(secret.generatePublicKey())));
    } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException("key file " + file + " holds a broken private key", e);
    }
  }

  /**
   * Reads the key that verifies.
   *
   * @param file an X.509 public key in PEM, as {@code openssl pkey -pubout} writes it
   * @throws IllegalArgumentException if the file holds no such key
   */
  static PublicKey publicKey(Path file) {
    Object item = firstKey(file);
    if (item instanceof PrivateKeyInfo) {
      throw wrong(
          file,
          "a public key, because a private key belongs to its owner alone," + " was a private key");
    }
    SubjectPublicKeyInfo info = (SubjectPublicKeyInfo) item;
    mustBeEd25519(file, info.getAlgorithm());
    try {
      return publicKey(info);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException("key file " + file + " holds a broken public key", e);
    }
  }

  private static PublicKey publicKey(SubjectPublicKeyInfo info)
      throws GeneralSecurityException, IOException {
    return KeyFactory.getInstance(ED25519)
        .generatePublic(new X509EncodedKeySpec(info.getEncoded()));
  }

  private static void mustBeEd25519(Path file, AlgorithmIdentifier algorithm) {
    if (!algorithm.getAlgorithm().equals(EdECObjectIdentifiers.id_Ed25519)) {
      throw wrong(
          file,
          "an Ed25519 key, was a key of the algorithm " + algorithm.getAlgorithm()
              + " (make one with openssl genpkey -algorithm ed25519)");
    }
  }

  /** The first key of a file: a {@link PrivateKeyInfo} or a {@link SubjectPublicKeyInfo}. */
  private static Object firstKey(Path file) {
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.US_ASCII);
        PEMParser pem = new PEMParser(reader)) {
      for (Object item = pem.readObject(); item != null; item = pem.readObject()) {
        if (item instanceof PEMEncryptedKeyPair || item instanceof PKCS8EncryptedPrivateKeyInfo) {
          throw wrong(file, "a key without a password, was an encrypted private key");
        }
        if (item instanceof PEMKeyPair pair) {
          return pair.getPrivateKeyInfo();
        }
        if (item instanceof PrivateKeyInfo || item instanceof SubjectPublicKeyInfo) {
          return item;
        }
      }
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(
          "key file " + file + " cannot be read: there is no such file", e);
    } catch (AccessDeniedException e) {
      throw new IllegalArgumentException(
          "key file " + file + " cannot be read: access is denied", e);
    } catch (CharacterCodingException e) {
      throw wrong(file, "a key in PEM, was no such text");
    } catch (IOException e) {
      // The parser's message may quote the file, which may hold a private key.
      throw wrong(file, "a key in PEM, was not understood");
    }
    throw wrong(file, "a key in PEM, was a file without a key");
  }

  private static IllegalArgumentException wrong(Path file, String problem) {
    return new IllegalArgumentException("key file " + file + " must be " + problem);
  }
}
