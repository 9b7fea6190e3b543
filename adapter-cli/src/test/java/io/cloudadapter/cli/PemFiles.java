package io.cloudadapter.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A self-signed certificate for some addresses, made with the JDK's keytool. */
record PemFiles(Path store, Path chain, Path key) {
  private static final String PASSWORD = "changeit";

  static PemFiles of(Path home, List<String> addresses) throws Exception {
    PemFiles files =
        new PemFiles(home.resolve("team.p12"), home.resolve("team.pem"), home.resolve("team.key"));
    Process keytool = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            "team",
            "-keyalg",
            "EC",
            "-dname",
            "CN=team",
            "-ext",
            "san=" + addresses.stream().map(a -> "ip:" + a).collect(Collectors.joining(",")),
            "-storetype",
            "PKCS12",
            "-storepass",
            PASSWORD,
            "-keystore",
            files.store.toString())
        .redirectErrorStream(true)
        .start();
    String said = new String(keytool.getInputStream().readAllBytes(), US_ASCII);
    if (keytool.waitFor() != 0) {
      throw new AssertionError(said);
    }
    KeyStore made = files.read();
    write(files.chain, "CERTIFICATE", made.getCertificate("team").getEncoded());
    write(files.key, "PRIVATE KEY", made.getKey("team", PASSWORD.toCharArray()).getEncoded());
    return files;
  }

  private KeyStore read() throws GeneralSecurityException, IOException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return keys;
  }

  private static void write(Path file, String kind, byte[] bytes) throws IOException {
    String body = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(bytes);
    Files.writeString(
        file, "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n");
    file.toFile().setReadable(false, false);
    file.toFile().setReadable(true, true);
  }

  /** Believes this certificate, and no other. */
  SSLContext context() {
    try {
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      trusted.setCertificateEntry("team", read().getCertificate("team"));
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new AssertionError("the certificate was made a moment ago", e);
    }
  }
}
