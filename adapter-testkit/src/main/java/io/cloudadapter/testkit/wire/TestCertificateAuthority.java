package io.cloudadapter.testkit.wire;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaMiscPEMGenerator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemWriter;
import org.jspecify.annotations.Nullable;

/**
 * The fault proxy's own certificate authority and the one certificate that it gave, for loopback. Its keys
 * never leave the process, of which there is one authority: making keys takes longer than a rule.
 */
final class TestCertificateAuthority {
  private static final X500Name NAME = new X500Name("CN=Fault wire authority");
  private static final X500Name HOST = new X500Name("CN=localhost");

  /** Fixed, so that no clock is read; the keys die with the process anyway. */
  private static final Date FROM = Date.from(Instant.parse("2020-01-01T00:00:00Z"));

  private static final Date UNTIL = Date.from(Instant.parse("2120-01-01T00:00:00Z"));
  private static final Date OVER = Date.from(Instant.parse("2020-02-01T00:00:00Z"));

  private final String pem;
  private final SSLContext serving;
  private final SSLContext servingElsewhere;
  private final SSLContext servingExpired;
  private final SSLContext servingSelfSigned;
  private final SSLContext trusting;

  private TestCertificateAuthority()
      throws GeneralSecurityException, OperatorCreationException, IOException {
    KeyPair authority = keyPair();
    KeyPair loopback = keyPair();
    X509Certificate root = root(authority);
    this.pem = pem(root);
    GeneralName[] here = {
      new GeneralName(GeneralName.dNSName, "localhost"),
      new GeneralName(GeneralName.iPAddress, "127.0.0.1")
    };
    GeneralName[] elsewhere = {new GeneralName(GeneralName.dNSName, "elsewhere.invalid")};
    this.serving = serving(loopback, leaf(loopback, authority, NAME, UNTIL, here), root);
    this.servingElsewhere =
        serving(loopback, leaf(loopback, authority, NAME, UNTIL, elsewhere), root);
    this.servingExpired = serving(loopback, leaf(loopback, authority, NAME, OVER, here), root);
    this.servingSelfSigned = serving(loopback, leaf(loopback, loopback, HOST, UNTIL, here));
    this.trusting = context(null, trust(root));
  }

  /** The authority of this process. */
  static TestCertificateAuthority ours() {
    return Lazily.OURS;
  }

  /** What a server proves itself with. */
  static SSLContext serving(ServerCertificate certificate) {
    return switch (certificate) {
      case OURS -> Lazily.OURS.serving;
      case OF_ANOTHER_HOST -> Lazily.OURS.servingElsewhere;
      case OF_NOBODY -> Nobodys.AUTHORITY.serving;
      case EXPIRED -> Lazily.OURS.servingExpired;
      case SELF_SIGNED -> Lazily.OURS.servingSelfSigned;
    };
  }

  String pem() {
    return pem;
  }

  SSLContext trusting() {
    return trusting;
  }

  private static KeyPair keyPair() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private static X509Certificate root(KeyPair pair)
      throws GeneralSecurityException, OperatorCreationException, CertIOException {
    JcaX509v3CertificateBuilder builder = builder(NAME, NAME, UNTIL, pair);
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
    builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign));
    return signed(builder, pair);
  }

  private static SSLContext serving(
      KeyPair pair, X509Certificate leaf, X509Certificate... authorities)
      throws GeneralSecurityException, IOException {
    return context(keys(pair.getPrivate(), leaf, authorities), null);
  }

  private static X509Certificate leaf(
      KeyPair pair, KeyPair signer, X500Name issuer, Date until, GeneralName... hosts)
      throws GeneralSecurityException, OperatorCreationException, CertIOException {
    JcaX509v3CertificateBuilder builder = builder(issuer, HOST, until, pair);
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
    builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
    builder.addExtension(
        Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
    builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(hosts));
    return signed(builder, signer);
  }

  private static JcaX509v3CertificateBuilder builder(
      X500Name issuer, X500Name subject, Date until, KeyPair pair) {
    return new JcaX509v3CertificateBuilder(
        issuer, new BigInteger(120, new SecureRandom()), FROM, until, subject, pair.getPublic());
  }

  private static X509Certificate signed(JcaX509v3CertificateBuilder builder, KeyPair by)
      throws GeneralSecurityException, OperatorCreationException {
    return new JcaX509CertificateConverter()
        .getCertificate(
            builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(by.getPrivate())));
  }

  private static String pem(X509Certificate certificate) throws IOException {
    StringWriter text = new StringWriter();
    try (PemWriter writer = new PemWriter(text)) {
      writer.writeObject(new JcaMiscPEMGenerator(certificate));
    }
    return text.toString();
  }

  private static KeyManager[] keys(
      PrivateKey key, X509Certificate leaf, X509Certificate... authorities)
      throws GeneralSecurityException, IOException {
    KeyStore store = empty();
    List<Certificate> chain = new ArrayList<>(List.of(leaf));
    chain.addAll(List.of(authorities));
    store.setKeyEntry("wire", key, new char[0], chain.toArray(Certificate[]::new));
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, new char[0]);
    return factory.getKeyManagers();
  }

  private static TrustManager[] trust(X509Certificate root)
      throws GeneralSecurityException, IOException {
    KeyStore store = empty();
    store.setCertificateEntry("wire", root);
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    // It stays in memory. PKCS12 would derive a key from the empty password for each certificate,
    // by
    // ten thousand hashes.
    KeyStore store = KeyStore.getInstance("JKS");
    store.load(null, null);
    return store;
  }

  private static SSLContext context(KeyManager @Nullable [] keys, TrustManager @Nullable [] trust)
      throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys, trust, null);
    return context;
  }

  private static TestCertificateAuthority make() {
    try {
      return new TestCertificateAuthority();
    } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
      throw new IllegalStateException("this Java cannot make certificates for the fault wire", e);
    }
  }

  private static final class Lazily {
    static final TestCertificateAuthority OURS = make();
  }

  /** An authority that no client trusts. */
  private static final class Nobodys {
    static final TestCertificateAuthority AUTHORITY = make();
  }
}
