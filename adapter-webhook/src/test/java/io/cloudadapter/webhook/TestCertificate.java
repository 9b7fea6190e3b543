package io.cloudadapter.webhook;

import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A certificate that signs itself, for one name. */
record TestCertificate(X509Certificate certificate, KeyPair keys) {
  private static final char[] PASSWORD = "password".toCharArray();

  static TestCertificate forHost(String host) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    KeyPair keys = generator.generateKeyPair();
    X500Name name = new X500Name("CN=" + host);
    JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
        name,
        BigInteger.ONE,
        Date.from(Instant.parse("2020-01-01T00:00:00Z")),
        Date.from(Instant.parse("2100-01-01T00:00:00Z")),
        name,
        keys.getPublic());
    builder.addExtension(
        Extension.subjectAlternativeName,
        false,
        new GeneralNames(new GeneralName(GeneralName.dNSName, host)));
    return new TestCertificate(
        new JcaX509CertificateConverter()
            .getCertificate(builder.build(
                new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate()))),
        keys);
  }

  String pem() throws Exception {
    return "-----BEGIN CERTIFICATE-----\n"
        + Base64.getMimeEncoder().encodeToString(certificate.getEncoded())
        + "\n-----END CERTIFICATE-----\n";
  }

  SSLContext tls() throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry(
        "key", keys.getPrivate(), PASSWORD, new java.security.cert.Certificate[] {certificate});
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }
}
