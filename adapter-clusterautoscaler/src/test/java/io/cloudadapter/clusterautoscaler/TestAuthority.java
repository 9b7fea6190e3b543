package io.cloudadapter.clusterautoscaler;

import io.grpc.ManagedChannel;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Date;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** An authority of the test's own, and the certificates that it signs. */
final class TestAuthority {
  private final KeyPair keys = newKeys();
  private final X509Certificate certificate = certificate("authority", keys, true);
  private int serial;

  private static KeyPair newKeys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(256);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private X509Certificate certificate(String name, KeyPair subject, boolean isAuthority) {
    try {
      Instant begin = Instant.parse("2020-01-01T00:00:00Z");
      JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
          new X500Principal("CN=authority"),
          BigInteger.valueOf(++serial),
          Date.from(begin),
          Date.from(begin.plus(36500, ChronoUnit.DAYS)),
          new X500Principal("CN=" + name),
          subject.getPublic());
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(isAuthority));
      builder.addExtension(
          Extension.subjectAlternativeName,
          false,
          new GeneralNames(new GeneralName(GeneralName.iPAddress, "127.0.0.1")));
      return new JcaX509CertificateConverter()
          .getCertificate(builder.build(
              new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** A key with a certificate of this authority for a name, and for 127.0.0.1. */
  KeyStore identity(String name) {
    KeyPair subject = newKeys();
    try {
      KeyStore store = emptyStore();
      store.setKeyEntry("key", subject.getPrivate(), new char[0], new X509Certificate[] {
        certificate(name, subject, false)
      });
      return store;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes the authority, and certificates with their keys for names, as PEM files. */
  void write(Path directory, String... names) {
    try {
      pem(directory.resolve("ca.pem"), "CERTIFICATE", certificate.getEncoded());
      for (String name : names) {
        KeyStore identity = identity(name);
        pem(
            directory.resolve(name + ".pem"),
            "CERTIFICATE",
            identity.getCertificate("key").getEncoded());
        pem(
            directory.resolve(name + ".key"),
            "PRIVATE KEY",
            identity.getKey("key", new char[0]).getEncoded());
      }
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void pem(Path file, String type, byte[] content) throws IOException {
    Files.writeString(
        file,
        "-----BEGIN " + type + "-----\n"
            + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content) + "\n-----END "
            + type + "-----\n");
  }

  /** Trusts this authority. */
  KeyStore trust() {
    try {
      KeyStore store = emptyStore();
      store.setCertificateEntry("authority", certificate);
      return store;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyStore emptyStore() {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, new char[0]);
      return store;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Connects to a listener by its IP address, with a certificate for a name, or with none. */
  ManagedChannel connect(int port, Optional<String> name)
      throws GeneralSecurityException, IOException {
    TrustManagerFactory trusted =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trusted.init(trust());
    SslContextBuilder tls = GrpcSslContexts.configure(
            SslContextBuilder.forClient(), SslProvider.JDK)
        .trustManager(trusted);
    if (name.isPresent()) {
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(identity(name.get()), new char[0]);
      tls.keyManager(keys);
    }
    return NettyChannelBuilder.forAddress("127.0.0.1", port)
        .sslContext(tls.build())
        .build();
  }
}
