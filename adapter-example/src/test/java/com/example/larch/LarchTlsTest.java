package com.example.larch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.example.larch.cloud.LarchCloud;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.http.HttpExchange;
import io.cloudadapter.http.HttpTransport;
import io.cloudadapter.http.TrustMaterial;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.RequestKind;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LarchTlsTest {
  private static final String PASSWORD = "changeit";

  @TempDir
  private static Path folder;

  private static Path keys;
  private static Path pem;

  @BeforeAll
  static void makeKeys() throws Exception {
    keys = folder.resolve("keys.p12");
    pem = folder.resolve("ca.pem");
    keytool("-genkeypair", "-keyalg", "EC", "-dname", "CN=localhost", "-ext", "san=dns:localhost");
    keytool("-exportcert", "-rfc", "-file", pem.toString());
  }

  @Test
  void aPrivateAuthorityIsTrustedIfItsFileIsNamed() throws Exception {
    try (LarchCloud cloud = LarchCloud.startTls(Instant::now, 1, context());
        MachineProvider trusting =
            LarchFixture.open(cloud.url(), Map.of("caFile", pem.toString()));
        MachineProvider careful = LarchFixture.open(cloud.url());
        MachineProvider misled =
            LarchFixture.open(cloud.url(), Map.of("caFile", "/no/such/file"))) {

      assertThat(trusting.identity(FakeCall.patient())).isEqualTo("acct-7");
      assertUnavailable(careful, "its certificate is not trusted");
      assertUnavailable(misled, "/no/such/file");
      assertThat(cloud.requests()).hasSize(2);
    }
  }

  @Test
  void aFailedHandshakeHasSentNothing() throws Exception {
    try (LarchCloud cloud = LarchCloud.startTls(Instant::now, 1, context())) {
      HttpTransport transport = new HttpTransport("larch-prod", new TrustMaterial(Optional::empty));
      HttpRequest write = HttpRequest.newBuilder(cloud.url()).DELETE().build();

      CloudException error = catchThrowableOfType(
          CloudException.class,
          () -> transport.send(
              new HttpExchange(RequestKind.TERMINATE, "DELETE /"), write, FakeCall.patient()));

      assertThat(error.kind()).isEqualTo(CloudException.Kind.UNAVAILABLE);
      assertThat(error.effect()).isEqualTo(CloudException.Effect.NONE);
      transport.close();
    }
  }

  private static void assertUnavailable(MachineProvider provider, String why) {
    CloudException error =
        catchThrowableOfType(CloudException.class, () -> provider.identity(FakeCall.patient()));
    assertThat(error.kind()).isEqualTo(CloudException.Kind.UNAVAILABLE);
    assertThat(error.effect()).isEqualTo(CloudException.Effect.NONE);
    assertThat(error).hasMessageContaining(why);
  }

  private static void keytool(String... what) throws Exception {
    Stream<String> begin = Stream.of(
        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
        "-alias",
        "larch",
        "-storetype",
        "PKCS12",
        "-storepass",
        PASSWORD,
        "-keystore",
        keys.toString());
    Process process = new ProcessBuilder(Stream.concat(begin, Stream.of(what)).toList())
        .redirectErrorStream(true)
        .start();
    String said = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(said).isZero();
  }

  private static SSLContext context() throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keys)) {
      store.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }
}
