package io.cloudadapter.kubernetes;

import io.cloudadapter.fake.kubernetes.ApiObjects;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Date;
import java.util.HexFormat;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A cluster that kubeadm has made, as far as machines that join it need one: its cluster-info. */
final class JoinCluster {
  static final String ENDPOINT = "cluster.example:6443";

  private final X509CertificateHolder authority;

  JoinCluster() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(256);
      KeyPair keys = generator.generateKeyPair();
      X500Principal name = new X500Principal("CN=kubernetes");
      authority = new JcaX509v3CertificateBuilder(
              name,
              BigInteger.ONE,
              new Date(0),
              new Date(4_000_000_000_000L),
              name,
              keys.getPublic())
          .build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate()));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  void publish(ApiObjects objects) {
    objects.configMap("kube-public", "cluster-info", "kubeconfig", """
        apiVersion: v1
        kind: Config
        clusters:
        - name: ""
          cluster:
            server: https://%s
            certificate-authority-data: %s
        users: []
        """.formatted(
            ENDPOINT, Base64.getEncoder().encodeToString(pem().getBytes(StandardCharsets.UTF_8))));
  }

  private String pem() {
    try (StringWriter text = new StringWriter();
        JcaPEMWriter pem = new JcaPEMWriter(text)) {
      pem.writeObject(authority);
      pem.flush();
      return text.toString();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** The pin of the authority, as kubeadm prints it. */
  String pin() {
    try {
      byte[] key = authority.getSubjectPublicKeyInfo().getEncoded();
      return "sha256:"
          + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(key));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
