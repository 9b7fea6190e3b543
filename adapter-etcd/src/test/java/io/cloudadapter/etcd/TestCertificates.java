package io.cloudadapter.etcd;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.core.store.quorum.ClusterAddress;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** An authority of the test's own, made with the JDK's keytool, and what it has signed. */
final class TestCertificates {
  private static final String PASSWORD = "changeit";

  private final Path directory;
  private final Path keys;

  /** Makes an authority that no server trusts yet. */
  TestCertificates(Path directory) throws Exception {
    this.directory = Files.createDirectories(directory);
    this.keys = directory.resolve("keys.p12");
    keytool("ca", "-genkeypair", "-dname", "CN=authority", "-ext", "bc:c");
    write(directory.resolve("ca.pem"), "CERTIFICATE", certificate("ca"));
  }

  /** Signs a new certificate for loopback, which is good for servers and clients. */
  ClusterAddress.Certificate sign(String name) throws Exception {
    keytool(
        name,
        "-genkeypair",
        "-signer",
        "ca",
        "-dname",
        "CN=" + name,
        "-ext",
        "san=ip:127.0.0.1,dns:localhost",
        "-ext",
        "eku=serverAuth,clientAuth");
    Path chain = directory.resolve(name + ".pem");
    Path key = directory.resolve(name + ".key");
    write(chain, "CERTIFICATE", certificate(name));
    write(key, "PRIVATE KEY", store().getKey(name, PASSWORD.toCharArray()).getEncoded());
    return new ClusterAddress.Certificate(chain, key);
  }

  /** The authority's own certificate, PEM. */
  Path authority() {
    return directory.resolve("ca.pem");
  }

  /** Trusts this authority, and shows a certificate. */
  ClusterAddress.Tls tls(ClusterAddress.Certificate shown) {
    return new ClusterAddress.Tls(Optional.of(authority()), Optional.of(shown));
  }

  /** What has an etcd ask its clients for a certificate of this authority. */
  String[] options(ClusterAddress.Certificate own) {
    return new String[] {
      "--client-cert-auth",
      "--trusted-ca-file=" + authority(),
      "--cert-file=" + own.chain(),
      "--key-file=" + own.key()
    };
  }

  private byte[] certificate(String name) throws Exception {
    Certificate found = store().getCertificate(name);
    return found.getEncoded();
  }

  private KeyStore store() throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keys)) {
      store.load(in, PASSWORD.toCharArray());
    }
    return store;
  }

  private static void write(Path file, String kind, byte[] bytes) throws Exception {
    String body = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(bytes);
    Files.writeString(
        file, "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n");
  }

  private void keytool(String alias, String... what) throws Exception {
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
        "-alias",
        alias,
        "-keyalg",
        "EC",
        "-storetype",
        "PKCS12",
        "-storepass",
        PASSWORD,
        "-keystore",
        keys.toString()));
    command.addAll(List.of(what));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), US_ASCII);
    assertThat(process.waitFor()).as(said).isZero();
  }
}
