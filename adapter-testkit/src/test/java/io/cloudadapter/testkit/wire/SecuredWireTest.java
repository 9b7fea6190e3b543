package io.cloudadapter.testkit.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The wire speaks TLS to the adapter and to the cloud, and spoils what is inside. */
class SecuredWireTest {
  private final TinyCloud cloud = TinyCloud.secured();
  private final FaultProxy wire = FaultProxy.open(ErrorDialect.plain(), FaultProxy.trust());
  private final HttpClient client = trusting(FaultProxy.trust());

  @AfterEach
  void close() {
    wire.close();
    cloud.close();
  }

  @Test
  void anyMixOfPlainAndSecuredWorks() throws Exception {
    try (TinyCloud plain = TinyCloud.plain()) {
      for (URI address : List.of(
          wire.secured(cloud.url()),
          wire.to(cloud.url()),
          wire.secured(plain.url()),
          wire.to(plain.url()))) {
        assertThat(launch(address, "a").body()).isEqualTo("made a");
      }
      assertThat(cloud.machines()).hasSize(2);
      assertThat(plain.machines()).hasSize(2);
    }
  }

  @Test
  void aSecuredReplyLeadsToSecuredAddresses() throws Exception {
    wire.to(cloud.url());
    URI secured = wire.secured(cloud.url());
    cloud.advertises("see " + cloud.url() + "/v2.");

    HttpResponse<String> reply = client.send(
        HttpRequest.newBuilder(URI.create(secured + "/catalogue")).build(),
        BodyHandlers.ofString());

    assertThat(reply.body()).isEqualTo("see " + secured + "/v2.");
  }

  @ParameterizedTest
  @CsvSource({"RESET,0,0", "LOST_REPLY,0,1", "TRUNCATED,0,1", "CUT,0,1", "CUT,100,1"})
  void aConnectionBreaksUnderTls(WireFault fault, int detail, int made) throws Exception {
    URI address = wire.secured(cloud.url());
    wire.plan(List.of(new FaultInjection(fault, 2, 0, detail)));
    launch(address, "first");

    assertThatThrownBy(() -> launch(address, "second")).isInstanceOf(IOException.class);

    assertThat(cloud.machines()).hasSize(1 + made);
    assertThat(wire.strikes()).hasSize(1);
  }

  @Test
  void aConnectionIsRefusedUnderTlsAlthoughOneWasOpen() throws Exception {
    URI address = wire.secured(cloud.url());
    launch(address, "first");
    wire.plan(List.of(new FaultInjection(WireFault.REFUSED, 1, 1, 0)));

    wire.callBegins();
    // Java may use its open connection once more before it drops it; every later connection is
    // refused.
    assertThatThrownBy(() -> launch(address, "second")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> launch(address, "second")).isInstanceOf(ConnectException.class);
    wire.callEnds();

    assertThat(wire.strikes()).hasSize(1);
    assertThat(launch(address, "third").statusCode()).isEqualTo(201);
    assertThat(cloud.machines()).containsExactly("first", "third");
  }

  @Test
  void aRedirectUnderTlsLeadsToADecoyUnderTls() throws Exception {
    URI address = wire.secured(cloud.url());
    wire.plan(List.of(new FaultInjection(WireFault.REDIRECT, 1, 0, 0)));

    HttpResponse<String> reply = launch(address, "a");

    URI decoy = URI.create(reply.headers().firstValue("Location").orElseThrow());
    assertThat(decoy).hasScheme("https").hasPath("/machines");
    assertThat(launch(URI.create("https://" + decoy.getAuthority()), "a").body())
        .isEqualTo("{}");
    assertThat(wire.decoyed()).extracting(RecordedExchange::text).containsExactly("a");
    assertThat(cloud.requests()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = "OURS", mode = EnumSource.Mode.EXCLUDE)
  void anotherCertificateIsRefusedUntilTheNextPlan(ServerCertificate shown) throws Exception {
    URI secured = wire.secured(cloud.url());
    wire.shows(shown);

    assertThatThrownBy(() -> launch(secured, "a")).isInstanceOf(SSLHandshakeException.class);
    assertThat(wire.isSecured()).isTrue();
    assertThat(wire.exchanges()).isEmpty();

    wire.plan(List.of());
    assertThat(launch(secured, "a").body()).isEqualTo("made a");
  }

  @Test
  void aClientThatRefusesOldTlsIsNotCounted() throws Exception {
    URI secured = wire.secured(cloud.url());

    int accepted = wire.oldTlsAcceptedDuring(() -> assertThatThrownBy(() -> launch(secured, "a"))
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageContaining("TLS11"));

    assertThat(accepted).isZero();
    assertThat(wire.exchanges()).isEmpty();
    assertThat(launch(secured, "a").body()).isEqualTo("made a");
  }

  @Test
  void aClientThatGoesOnWithOldTlsIsCounted() {
    URI secured = wire.secured(cloud.url());

    int accepted = wire.oldTlsAcceptedDuring(() -> goOnWithOldTls(secured));

    assertThat(accepted).isEqualTo(1);
  }

  private static void goOnWithOldTls(URI server) {
    // TLS 1.1, 32 bytes of chance, no session, RSA with AES, no compression.
    String hello = "160301002d010000290302" + "07".repeat(32) + "000002002f0100";
    try (Socket socket = new Socket(server.getHost(), server.getPort())) {
      socket.getOutputStream().write(HexFormat.of().parseHex(hello));
      byte[] answer = socket.getInputStream().readNBytes(11);
      assertThat(HexFormat.of().formatHex(answer)).startsWith("1603020").endsWith("0302");
      // A record of a handshake, as the next message of a client is.
      socket.getOutputStream().write(HexFormat.of().parseHex("1603020000"));
      assertThat(socket.getInputStream().readAllBytes()).isNotEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theCertificateOfTheAuthorityIsAFileUntilTheEnd() throws Exception {
    Path file = wire.authority();

    assertThat(launch(trusting(trustIn(file)), wire.secured(cloud.url())).statusCode())
        .isEqualTo(201);
    wire.close();

    assertThat(file).doesNotExist();
  }

  @Test
  void whoDoesNotTrustTheAuthorityGetsNowhere() {
    URI address = wire.secured(cloud.url());

    assertThatThrownBy(() -> launch(HttpClient.newHttpClient(), address))
        .isInstanceOf(SSLHandshakeException.class);

    assertThat(wire.exchanges()).isEmpty();
  }

  @Test
  void aCloudThatIsNotTrustedGetsNothing() throws Exception {
    try (FaultProxy distrusting = FaultProxy.open()) {
      HttpResponse<String> reply = launch(distrusting.to(cloud.url()), "a");

      assertThat(reply.statusCode()).isEqualTo(502);
      assertThat(reply.body()).contains("SSLHandshakeException");
    }
    assertThat(cloud.requests()).isEmpty();
  }

  private HttpResponse<String> launch(URI address, String name)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(address + "/machines"))
            .POST(BodyPublishers.ofString(name))
            .build(),
        BodyHandlers.ofString());
  }

  private static HttpResponse<String> launch(HttpClient client, URI address)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(address + "/machines"))
            .POST(BodyPublishers.ofString("a"))
            .build(),
        BodyHandlers.ofString());
  }

  private static HttpClient trusting(SSLContext trust) {
    return HttpClient.newBuilder().sslContext(trust).build();
  }

  private static SSLContext trustIn(Path file) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (InputStream in = Files.newInputStream(file)) {
      store.setCertificateEntry(
          "wire", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, factory.getTrustManagers(), null);
    return context;
  }
}
