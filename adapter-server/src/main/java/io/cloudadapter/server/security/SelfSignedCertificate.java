package io.cloudadapter.server.security;

import io.cloudadapter.spi.DurableFile;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaMiscPEMGenerator;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObjectGenerator;
import org.bouncycastle.util.io.pem.PemWriter;

/**
 * A self-signed certificate for loopback: made at first start, kept, and renewed shortly before it expires. Good for
 * one machine; clients trust {@code server.pem}.
 */
public final class SelfSignedCertificate {
  private static final Duration LIFE = Duration.ofDays(825);
  private static final Duration RENEWED_BEFORE = Duration.ofDays(30);

  private SelfSignedCertificate() {}

  /**
   * Reads the certificate from a directory, after making it if need be.
   *
   * @param directory where {@code server.pem} and {@code server.key} are kept
   * @param now the time
   * @return key and certificate
   * @throws IllegalArgumentException if the files are there but cannot be read
   * @throws UncheckedIOException if they cannot be written
   */
  public static ServerIdentity in(Path directory, Instant now) {
    Path certificate = certificate(directory);
    Path key = key(directory);
    if (isThere(directory)) {
      ServerIdentity kept = PemReader.identity(certificate, key);
      if (kept.certificate().getNotAfter().toInstant().isAfter(now.plus(RENEWED_BEFORE))) {
        return kept;
      }
    }
    try {
      DurableFile.createDirectories(directory, DurableFile.Access.ALL);
      KeyPair pair = keyPair();
      // The key first: a certificate without its key would be taken for a whole pair.
      DurableFile.delete(certificate);
      write(key, new JcaPKCS8Generator(pair.getPrivate(), null), DurableFile.Access.OWNER);
      write(certificate, new JcaMiscPEMGenerator(sign(pair, now)), DurableFile.Access.ALL);
    } catch (GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException("this Java cannot make a self-signed certificate", e);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the self-signed certificate cannot be kept in " + directory, e);
    }
    return PemReader.identity(certificate, key);
  }

  /**
   * Whether there is a pair to use. A file without content is what power loss has left of one that an earlier
   * version wrote, and of the pair nothing is lost that could not be made again.
   */
  static boolean isThere(Path directory) {
    return holdsText(certificate(directory)) && holdsText(key(directory));
  }

  private static boolean holdsText(Path file) {
    try {
      for (byte b : Files.readAllBytes(file)) {
        if (b > ' ') {
          return true;
        }
      }
      return false;
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      return true; // It is there; its reader finds out what is wrong with it.
    }
  }

  /**
   * Where the certificate is kept.
   *
   * @param directory the directory
   * @return the file to give to clients
   */
  public static Path certificate(Path directory) {
    return directory.resolve("server.pem");
  }

  static Path key(Path directory) {
    return directory.resolve("server.key");
  }

  private static KeyPair keyPair() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private static X509Certificate sign(KeyPair pair, Instant now)
      throws GeneralSecurityException, OperatorCreationException, IOException {
    X500Name name = new X500Name("CN=localhost");
    JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
        name,
        new BigInteger(120, new SecureRandom()),
        Date.from(now.minus(Duration.ofDays(1))),
        Date.from(now.plus(LIFE)),
        name,
        pair.getPublic());
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
    builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
    builder.addExtension(
        Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
    builder.addExtension(
        Extension.subjectAlternativeName, false, new GeneralNames(new GeneralName[] {
          new GeneralName(GeneralName.dNSName, "localhost"),
          new GeneralName(GeneralName.iPAddress, "127.0.0.1"),
          new GeneralName(GeneralName.iPAddress, "::1")
        }));
    return new JcaX509CertificateConverter()
        .getCertificate(
            builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate())));
  }

  private static void write(Path file, PemObjectGenerator content, DurableFile.Access access)
      throws IOException {
    StringWriter text = new StringWriter();
    try (PemWriter pem = new PemWriter(text)) {
      pem.writeObject(content);
    }
    DurableFile.write(file, text.toString().getBytes(StandardCharsets.US_ASCII), access);
  }
}
