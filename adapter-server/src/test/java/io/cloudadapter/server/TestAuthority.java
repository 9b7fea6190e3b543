package io.cloudadapter.server;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A certificate authority for one test. */
public final class TestAuthority {
  private static long serial = 1;
  final KeyPair keys;
  final X509Certificate certificate;

  public TestAuthority(String name) {
    try {
      keys = keyPair("EC");
      certificate = sign(name, keys, name, keys, true);
    } catch (GeneralSecurityException | IOException | OperatorException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A key with its certificate. */
  public record Issued(KeyPair keys, X509Certificate certificate) {

    public void write(Path certificateFile, Path keyFile) throws IOException {
      Files.writeString(certificateFile, pem(certificate));
      Files.writeString(keyFile, pem(new JcaPKCS8Generator(keys.getPrivate(), null)));
    }
  }

  public Issued issue(String subject) {
    return issue(subject, "EC");
  }

  public Issued issue(String subject, String algorithm) {
    try {
      KeyPair pair = keyPair(algorithm);
      return new Issued(
          pair, sign(subject, pair, certificate.getSubjectX500Principal().getName(), keys, false));
    } catch (GeneralSecurityException | IOException | OperatorException e) {
      throw new IllegalStateException(e);
    }
  }

  public Path write(Path file) throws IOException {
    return Files.writeString(file, pem(certificate));
  }

  /** TLS of a client that trusts this authority, and shows a certificate if given one. */
  public SSLContext client(Optional<Issued> shown) {
    return client(List.of(certificate), shown);
  }

  public static SSLContext client(List<X509Certificate> trusted, Optional<Issued> shown) {
    try {
      KeyStore trust = KeyStore.getInstance("PKCS12");
      trust.load(null, null);
      for (X509Certificate certificate : trusted) {
        trust.setCertificateEntry(certificate.getSerialNumber().toString(), certificate);
      }
      TrustManagerFactory trusts =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trusts.init(trust);
      KeyStore own = KeyStore.getInstance("PKCS12");
      own.load(null, null);
      if (shown.isPresent()) {
        own.setKeyEntry("own", shown.get().keys.getPrivate(), new char[0], new X509Certificate[] {
          shown.get().certificate
        });
      }
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(own, new char[0]);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trusts.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static String pem(Object thing) throws IOException {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
      writer.writeObject(thing);
    }
    return text.toString();
  }

  /** Encoded as RFC 2253 has it, the last part of the text first. */
  private static X500Name name(String text) {
    return X500Name.getInstance(new X500Principal(text).getEncoded());
  }

  private static KeyPair keyPair(String algorithm) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
    generator.initialize(algorithm.equals("RSA") ? 2048 : 256);
    return generator.generateKeyPair();
  }

  private static X509Certificate sign(
      String subject, KeyPair pair, String issuer, KeyPair signer, boolean authority)
      throws GeneralSecurityException, IOException, OperatorException {
    Instant now = Instant.now();
    JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
        name(issuer),
        BigInteger.valueOf(serial++),
        Date.from(now.minus(Duration.ofHours(1))),
        Date.from(now.plus(Duration.ofHours(1))),
        name(subject),
        pair.getPublic());
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
    List<GeneralName> names = new ArrayList<>();
    names.add(new GeneralName(GeneralName.dNSName, "localhost"));
    names.add(new GeneralName(GeneralName.iPAddress, "127.0.0.1"));
    builder.addExtension(
        Extension.subjectAlternativeName,
        false,
        new GeneralNames(names.toArray(new GeneralName[0])));
    return new JcaX509CertificateConverter()
        .getCertificate(builder.build(
            new JcaContentSignerBuilder("SHA256withECDSA").build(signer.getPrivate())));
  }
}
