package io.cloudadapter.server.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.ErrorAssertions;
import io.cloudadapter.server.FakePools;
import io.cloudadapter.server.HashedTokens;
import io.cloudadapter.server.RawClient;
import io.cloudadapter.server.TestAuthority;
import io.cloudadapter.server.security.CredentialFileCheck;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class TlsConfigTest {
  private final List<AdapterServer> started = new ArrayList<>();
  private final TestAuthority authority = new TestAuthority("CN=Test authority");
  private @TempDir Path directory;

  @AfterEach
  void stop() {
    started.forEach(AdapterServer::stop);
  }

  private AdapterServer start(AdapterServer.Builder builder) throws IOException {
    AdapterServer server = builder.start();
    started.add(server);
    return server;
  }

  private static AdapterServer.Builder builder() {
    return AdapterServer.builder(new FakePools());
  }

  private static HttpResponse<String> get(SSLContext tls, URI uri, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HttpClient.newBuilder()
        .sslContext(tls)
        .build()
        .send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static X509Certificate read(Path pem) throws Exception {
    try (var in = Files.newInputStream(pem)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  @Test
  void aSelfSignedCertificateIsMadeAtFirstStartAndKept() throws Exception {
    Path files = directory.resolve("tls/own");
    AdapterServer first = start(builder().tls(TlsConfig.selfSigned(files)));
    Path pem = first.selfSignedCertificate().orElseThrow();
    X509Certificate made = read(pem);
    SSLContext tls = TestAuthority.client(List.of(made), Optional.empty());

    assertThat(first.uri().getScheme()).isEqualTo("https");
    assertThat(get(tls, first.uri().resolve("/pool")).statusCode()).isEqualTo(200);
    URI byName = URI.create("https://localhost:" + first.uri().getPort() + "/pool/size");
    assertThat(get(tls, byName).statusCode()).isEqualTo(200);
    assertThat(PosixFilePermissions.toString(
            Files.getPosixFilePermissions(files.resolve("server.key"))))
        .isEqualTo("rw-------");
    assertThat(made.getSubjectAlternativeNames())
        .extracting(name -> String.valueOf(name.get(1)))
        .containsExactly("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1");

    AdapterServer second = start(builder().tls(TlsConfig.selfSigned(files)));
    assertThat(read(pem)).isEqualTo(made);
    assertThat(get(tls, second.uri().resolve("/pool")).statusCode()).isEqualTo(200);
  }

  /** What a power loss soon after the first start of an earlier version has left. */
  @ParameterizedTest
  @ValueSource(strings = {"server.pem", "server.key", "server.pem server.key"})
  void anEmptySelfSignedPairIsMadeAgain(String emptied) throws Exception {
    for (byte[] nothing : List.of(new byte[0], new byte[300])) {
      start(builder().tls(TlsConfig.selfSigned(directory))).close();
      for (String name : emptied.split(" ")) {
        Files.write(directory.resolve(name), nothing);
      }
      assertThat(CredentialFileCheck.faults(
              TlsConfig.selfSigned(directory), Optional.empty(), Map.of(), List.of()))
          .isEmpty();

      AdapterServer again = start(builder().tls(TlsConfig.selfSigned(directory)));

      SSLContext tls = TestAuthority.client(
          List.of(read(again.selfSignedCertificate().orElseThrow())), Optional.empty());
      assertThat(get(tls, again.uri().resolve("/healthz")).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aSelfSignedPairThatIsDamagedIsRefusedWithItsFilesAndWhatToDo() throws Exception {
    start(builder().tls(TlsConfig.selfSigned(directory))).close();
    Files.writeString(directory.resolve("server.key"), "no key");

    assertThat(CredentialFileCheck.faults(
            TlsConfig.selfSigned(directory), Optional.empty(), Map.of(), List.of()))
        .singleElement()
        .satisfies(fault -> {
          assertThat(fault.key()).isEqualTo("tls");
          assertThat(fault.problem())
              .contains(directory.resolve("server.key").toString())
              .endsWith("; delete " + directory.resolve("server.pem") + " and "
                  + directory.resolve("server.key") + ", and the server makes both again");
        });
  }

  @Test
  void aSelfSignedCertificateIsMadeAnewBeforeItExpires() throws Exception {
    Clock then = Clock.fixed(Instant.now().minus(Duration.ofDays(800)), ZoneOffset.UTC);
    Path pem = start(builder().clock(then).tls(TlsConfig.selfSigned(directory)))
        .selfSignedCertificate()
        .orElseThrow();
    X509Certificate old = read(pem);

    start(builder().tls(TlsConfig.selfSigned(directory)));

    assertThat(read(pem)).isNotEqualTo(old);
  }

  @Test
  void aCertificateFromElsewhereIsShown() throws Exception {
    for (String algorithm : List.of("EC", "RSA")) {
      Path certificate = directory.resolve(algorithm + ".pem");
      Path key = directory.resolve(algorithm + ".key");
      authority.issue("CN=server", algorithm).write(certificate, key);

      AdapterServer server = start(builder().tls(TlsConfig.pem(certificate, key)));

      assertThat(get(authority.client(Optional.empty()), server.uri().resolve("/pool"))
              .statusCode())
          .isEqualTo(200);
      assertThat(server.selfSignedCertificate()).isEmpty();
    }
  }

  @Test
  void aChangedCertificateIsReadAnew() throws Exception {
    Path certificate = directory.resolve("server.pem");
    Path key = directory.resolve("server.key");
    authority.issue("CN=before").write(certificate, key);
    AdapterServer server = start(builder().tls(TlsConfig.pem(certificate, key)));
    assertThat(shown(server)).isEqualTo("CN=before");

    authority.issue("CN=after").write(certificate, key);
    FileTime later = FileTime.from(Instant.now().plusSeconds(10));
    Files.setLastModifiedTime(certificate, later);
    Files.setLastModifiedTime(key, later);

    while (!shown(server).equals("CN=after")) { // The test's time limit ends this.
      Thread.yield();
    }
  }

  private String shown(AdapterServer server) throws IOException {
    try (SSLSocket socket = (SSLSocket) authority
        .client(Optional.empty())
        .getSocketFactory()
        .createSocket("127.0.0.1", server.uri().getPort())) {
      socket.startHandshake();
      return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
          .getSubjectX500Principal()
          .getName();
    }
  }

  @Test
  void brokenFilesAreNamedAtStart() throws Exception {
    Path certificate = directory.resolve("server.pem");
    Path key = directory.resolve("server.key");
    TestAuthority.Issued issued = authority.issue("CN=server");
    issued.write(certificate, key);
    Path otherKey = directory.resolve("other.key");
    authority.issue("CN=other").write(directory.resolve("other.pem"), otherKey);
    Path rsaKey = directory.resolve("rsa.key");
    authority.issue("CN=rsa", "RSA").write(directory.resolve("rsa.pem"), rsaKey);
    Path empty = Files.writeString(directory.resolve("empty"), "");

    for (TlsConfig tls : List.of(
        TlsConfig.pem(certificate, otherKey),
        TlsConfig.pem(certificate, rsaKey),
        TlsConfig.pem(certificate, empty),
        TlsConfig.pem(empty, key),
        TlsConfig.pem(certificate, certificate),
        TlsConfig.pem(certificate, directory.resolve("missing")))) {
      assertThatThrownBy(() -> builder().tls(tls).start())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(directory.toString())
          .hasMessageNotContaining("BEGIN");
    }
  }

  @Test
  void aClientIsKnownByItsCertificate() throws Exception {
    AdapterServer server = start(builder()
        .tls(TlsConfig.selfSigned(directory.resolve("tls")))
        .clientCertificates(
            authority.write(directory.resolve("ca.pem")),
            Map.of("watcher", Role.READ, "CN=ops,O=Example", Role.ADMIN)));
    X509Certificate shown = read(server.selfSignedCertificate().orElseThrow());
    URI pool = server.uri().resolve("/pool");

    assertThat(status(shown, pool, "CN=watcher")).isEqualTo(200);
    assertThat(status(shown, pool, "CN=ops,O=Example")).isEqualTo(200);
    assertThat(status(shown, pool, "O=Example,CN=watcher")).isEqualTo(200);
    assertThat(status(shown, pool, "CN=ops")).isEqualTo(401);
    assertThat(status(shown, pool, "CN=ops,O=Other")).isEqualTo(401);
    assertThat(status(shown, pool, "CN=watcher+CN=ops")).isEqualTo(401);
    assertThat(status(shown, pool, "CN=stranger")).isEqualTo(401);
    SSLContext none = TestAuthority.client(List.of(shown), Optional.empty());
    HttpResponse<String> reply = get(none, pool);
    assertThat(reply.statusCode()).isEqualTo(401);
    ErrorAssertions.read(reply.body());
    assertThat(get(none, server.uri().resolve("/healthz")).statusCode()).isEqualTo(200);
  }

  @Test
  void aCallerKeepsItsNameWhenItsCertificateIsReplaced() throws Exception {
    FakePools pools = new FakePools();
    AdapterServer server = start(AdapterServer.builder(pools)
        .tls(TlsConfig.selfSigned(directory.resolve("tls")))
        .clientCertificates(
            authority.write(directory.resolve("ca.pem")), Map.of("ci", Role.OPERATE)));
    X509Certificate shown = read(server.selfSignedCertificate().orElseThrow());
    for (String subject : List.of("CN=ci,O=Example,OU=2025", "CN=ci,O=Example,OU=2026")) {
      SSLContext tls = TestAuthority.client(List.of(shown), Optional.of(authority.issue(subject)));
      HttpRequest write = HttpRequest.newBuilder(server.uri().resolve("/pool/size"))
          .POST(HttpRequest.BodyPublishers.ofString("{\"desiredSize\":5}"))
          .build();
      HttpClient client = HttpClient.newBuilder().sslContext(tls).build();

      assertThat(client.send(write, HttpResponse.BodyHandlers.ofString()).statusCode())
          .isEqualTo(200);
      assertThat(pools.web.lastOptions.caller()).isEqualTo("certificate:ci");
    }
  }

  private int status(X509Certificate server, URI uri, String subject) throws Exception {
    SSLContext tls = TestAuthority.client(List.of(server), Optional.of(authority.issue(subject)));
    return get(tls, uri).statusCode();
  }

  @Test
  void aCertificateOfAnotherAuthorityDoesNotConnect() throws Exception {
    AdapterServer server = start(builder()
        .tls(TlsConfig.selfSigned(directory.resolve("tls")))
        .clientCertificates(
            authority.write(directory.resolve("ca.pem")), Map.of("watcher", Role.READ)));
    X509Certificate shown = read(server.selfSignedCertificate().orElseThrow());
    TestAuthority foreign = new TestAuthority("CN=Test authority");

    assertThatThrownBy(() -> {
          // The JDK's client does not offer a certificate of an authority that was not asked for;
          // one of the same name it does offer.
          SSLContext tls =
              TestAuthority.client(List.of(shown), Optional.of(foreign.issue("CN=watcher")));
          get(tls, server.uri().resolve("/pool"));
        })
        .isInstanceOf(IOException.class);
  }

  @Test
  void aTokenDecidesBesideACertificate() throws Exception {
    AdapterServer server = start(builder()
        .tls(TlsConfig.selfSigned(directory.resolve("tls")))
        .clientCertificates(
            authority.write(directory.resolve("ca.pem")), Map.of("watcher", Role.READ))
        .tokens(List.of(
            BearerToken.sha256("ci", Role.READ, HashedTokens.sha256("right-token-12345")))));
    SSLContext tls = TestAuthority.client(
        List.of(read(server.selfSignedCertificate().orElseThrow())),
        Optional.of(authority.issue("CN=watcher")));
    URI pool = server.uri().resolve("/pool");

    assertThat(get(tls, pool).statusCode()).isEqualTo(200);
    assertThat(get(tls, pool, "Authorization", "Bearer right-token-12345").statusCode())
        .isEqualTo(200);
    assertThat(get(tls, pool, "Authorization", "Bearer wrong-token-12345").statusCode())
        .isEqualTo(401);
  }

  @Test
  void onlyModernTlsIsSpoken() throws Exception {
    AdapterServer server = start(builder().tls(TlsConfig.selfSigned(directory)));
    SSLContext tls = TestAuthority.client(
        List.of(read(server.selfSignedCertificate().orElseThrow())), Optional.empty());

    assertThat(handshake(tls, server, "TLSv1.3", null)).startsWith("TLSv1.3 TLS_");
    assertThat(handshake(tls, server, "TLSv1.2", null))
        .contains("TLS_ECDHE_ECDSA_")
        .contains("GCM");
    assertThatThrownBy(() -> handshake(tls, server, "TLSv1.1", null))
        .isInstanceOf(SSLException.class);
    for (String weak : List.of(
        "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
        "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384",
        "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256")) {
      assertThatThrownBy(() -> handshake(tls, server, "TLSv1.2", weak))
          .as(weak)
          .isInstanceOf(SSLException.class);
    }
    for (String strong : List.of(
        "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
        "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
        "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256")) {
      assertThat(handshake(tls, server, "TLSv1.2", strong)).contains(strong);
    }
  }

  private static String handshake(
      SSLContext tls, AdapterServer server, String protocol, String cipher) throws IOException {
    try (SSLSocket socket = (SSLSocket)
        tls.getSocketFactory().createSocket("127.0.0.1", server.uri().getPort())) {
      socket.setEnabledProtocols(new String[] {protocol});
      if (cipher != null) {
        assertThat(Arrays.asList(socket.getSupportedCipherSuites())).contains(cipher);
        socket.setEnabledCipherSuites(new String[] {cipher});
      }
      socket.startHandshake();
      return socket.getSession().getProtocol() + " " + socket.getSession().getCipherSuite();
    }
  }

  @Test
  void earlyAnswersReachClientsThatOnlyWrite() throws Exception {
    AdapterServer server = start(builder().tls(TlsConfig.selfSigned(directory)));
    SSLContext tls = TestAuthority.client(
        List.of(read(server.selfSignedCertificate().orElseThrow())), Optional.empty());
    byte[] megabyte = new byte[1_000_000];

    try (RawClient client = new RawClient(server.uri(), tls.getSocketFactory())) {
      client.send(
          "POST /pool/size HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000000\r\n\r\n");
      for (int i = 0; i < 10; i++) {
        client.send(megabyte);
      }
      RawClient.Raw reply = client.reply();

      assertThat(reply.status()).isEqualTo(413);
      ErrorAssertions.read(reply.body());
    }
  }

  @Test
  void slowHandshakesAndHeadsAreEnded() throws Exception {
    AdapterServer server = start(builder()
        .tls(TlsConfig.selfSigned(directory))
        .limits(ServerLimits.defaults()
            .withTimes(
                Duration.ofSeconds(40),
                Duration.ofSeconds(4),
                Duration.ofSeconds(40),
                Duration.ofSeconds(40))));
    SSLContext tls = TestAuthority.client(
        List.of(read(server.selfSignedCertificate().orElseThrow())), Optional.empty());

    try (RawClient halfHello = new RawClient(server.uri());
        RawClient halfHead = new RawClient(server.uri(), tls.getSocketFactory())) {
      halfHello.send(new byte[] {0x16, 0x03, 0x01});
      halfHead.send("GET /pool HTTP/1.1\r\n");

      assertThat(halfHello.endedAtLast()).isTrue();
      assertThat(halfHead.reply().status()).isEqualTo(408);
    }
  }
}
