package io.cloudadapter.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/** A client certificate that signs itself, made by the JDK's keytool. */
final class ClientCertificate {
  private static final String PASSWORD = "changeit";

  private final Path store;

  /** What a server is to trust: the certificate as PEM. */
  final Path pem;

  ClientCertificate(Path directory, String commonName) throws IOException, InterruptedException {
    store = directory.resolve(commonName + ".p12");
    pem = directory.resolve(commonName + ".pem");
    keytool("-genkeypair", "-keyalg", "EC", "-dname", "CN=" + commonName, "-validity", "2");
    keytool("-exportcert", "-rfc", "-file", pem.toString());
  }

  private void keytool(String... arguments) throws IOException, InterruptedException {
    List<String> command = Stream.concat(
            Stream.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()),
            Stream.concat(
                Stream.of(arguments),
                Stream.of("-alias", "own", "-keystore", store.toString(), "-storepass", PASSWORD)))
        .toList();
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
  }

  /** Shows the certificate to servers that ask for one. */
  KeyManager[] managers() throws IOException, GeneralSecurityException {
    try (var in = Files.newInputStream(store)) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, PASSWORD.toCharArray());
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(keys, PASSWORD.toCharArray());
      return factory.getKeyManagers();
    }
  }
}
