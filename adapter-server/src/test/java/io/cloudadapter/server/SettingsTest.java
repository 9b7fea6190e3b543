package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.options.ServerLimits;
import io.cloudadapter.server.options.TlsConfig;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Settings that would leave the server open or mute are refused before it starts. */
@Timeout(300)
class SettingsTest {
  private static final BearerToken TOKEN =
      BearerToken.sha256("ci", Role.READ, HashedTokens.sha256("right-token-12345"));
  private @TempDir Path directory;

  private static AdapterServer.Builder builder() {
    return AdapterServer.builder(new FakePools());
  }

  private static void refused(AdapterServer.Builder builder, String... saying) {
    assertThatThrownBy(builder::start)
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .contains(saying);
  }

  @Test
  void refusesToBeReachableWithoutCredentials() {
    refused(
        builder().address("0.0.0.0", 0).tls(TlsConfig.selfSigned(directory)),
        "without credentials",
        "loopback only",
        "0.0.0.0");
  }

  @Test
  void refusesPlainHttpBeyondLoopback() {
    refused(
        builder().address("0.0.0.0", 0).tls(TlsConfig.off()).tokens(List.of(TOKEN)),
        "plain HTTP",
        "0.0.0.0");
  }

  @Test
  void refusesTheLocalhostCertificateBeyondLoopback() {
    refused(
        builder().address("0.0.0.0", 0).tls(TlsConfig.selfSigned(directory)).tokens(List.of(TOKEN)),
        "self-signed",
        "0.0.0.0");
  }

  @Test
  void refusesToStartWithoutACertificate() {
    refused(builder(), "needs a certificate");
  }

  @Test
  void refusesClientCertificatesThatCannotBeUsed() throws IOException {
    Path ca = new TestAuthority("CN=a").write(directory.resolve("ca.pem"));
    refused(
        builder().tls(TlsConfig.selfSigned(directory)).clientCertificates(ca, Map.of()),
        "no subject");
    refused(
        builder().tls(TlsConfig.off()).clientCertificates(ca, Map.of("a", Role.READ)), "need TLS");
  }

  @Test
  void refusesTwoTokensOfOneName() {
    refused(builder().tls(TlsConfig.off()).tokens(List.of(TOKEN, TOKEN)), "ci", "twice");
  }

  @Test
  void refusesAnUnknownHost() {
    refused(builder().address("no such host", 0).tls(TlsConfig.off()), "no such host");
    refused(builder().address("127.0.0.1", 70_000).tls(TlsConfig.off()), "70000");
  }

  @Test
  void namesThePortThatIsInUse() throws IOException {
    try (ServerSocket taken = new ServerSocket(0)) {
      assertThatThrownBy(() -> builder()
              .address("127.0.0.1", taken.getLocalPort())
              .tls(TlsConfig.off())
              .start())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("127.0.0.1:" + taken.getLocalPort());
    }
  }

  @Test
  void refusesTokenFilesThatOthersCanReadOrThatHoldNone() throws IOException {
    Path open = Files.writeString(directory.resolve("open"), "token-in-a-file-1\n");
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
    Path shortOne = secret("short", "abc");
    Path two = secret("two", "token-in-a-file-1 token-in-a-file-2");

    for (Path file : List.of(open, shortOne, two, directory.resolve("missing"))) {
      assertThatThrownBy(() -> builder()
              .tls(TlsConfig.off())
              .tokens(List.of(BearerToken.file("ci", Role.READ, file)))
              .start())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(file.toString())
          .hasMessageNotContaining("token-in-a-file")
          .hasMessageNotContaining("abc");
    }
  }

  @Test
  void refusesHashesThatAreNone() {
    assertThatThrownBy(() -> BearerToken.sha256("ci", Role.READ, "the-token-itself"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("64 hex digits")
        .hasMessageNotContaining("the-token-itself");
    assertThat(TOKEN.toString()).doesNotContain(HashedTokens.sha256("right-token-12345"));
  }

  @Test
  void readsAChangedTokenFileAnew() throws IOException {
    Path file = secret("token", "token-in-a-file-1\n");
    try (TestServer server = new TestServer(
        builder -> builder.tokens(List.of(BearerToken.file("ci", Role.READ, file))))) {
      assertThat(
              server.get("/pool", "Authorization", "Bearer token-in-a-file-1").statusCode())
          .isEqualTo(200);

      Files.writeString(file, "token-in-a-file-2\n");
      Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(10)));

      while (server.get("/pool", "Authorization", "Bearer token-in-a-file-2").statusCode() != 200) {
        Thread.yield(); // The test's time limit ends this.
      }
      assertThat(
              server.get("/pool", "Authorization", "Bearer token-in-a-file-1").statusCode())
          .isEqualTo(401);
    }
  }

  @Test
  void revokesATokenWhoseFileIsDeleted() throws IOException {
    Path file = secret("token", "token-in-a-file-1\n");
    try (TestServer server = new TestServer(
        builder -> builder.tokens(List.of(TOKEN, BearerToken.file("ops", Role.READ, file))))) {
      assertThat(
              server.get("/pool", "Authorization", "Bearer token-in-a-file-1").statusCode())
          .isEqualTo(200);

      Files.delete(file);

      while (server.get("/pool", "Authorization", "Bearer token-in-a-file-1").statusCode() != 401) {
        Thread.yield(); // The test's time limit ends this.
      }
      assertThat(
              server.get("/pool", "Authorization", "Bearer right-token-12345").statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void refusesLimitsThatAreNone() {
    assertThatThrownBy(() -> ServerLimits.defaults().withBytes(0, 1))
        .hasMessageContaining("bodyBytes")
        .hasMessageContaining("0");
    assertThatThrownBy(() -> ServerLimits.defaults().withStopTime(Duration.ZERO))
        .hasMessageContaining("stopTime");
    assertThatThrownBy(() -> ServerLimits.defaults().withConnections(-1))
        .hasMessageContaining("connections");
  }

  private Path secret(String name, String text) throws IOException {
    Path file = Files.writeString(directory.resolve(name), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return file;
  }
}
