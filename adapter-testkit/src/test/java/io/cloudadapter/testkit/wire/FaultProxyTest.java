package io.cloudadapter.testkit.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultProxyTest {
  private final TinyCloud cloud = TinyCloud.plain();
  private final FaultProxy wire = FaultProxy.open();
  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    wire.close();
    cloud.close();
  }

  @Test
  void oneServiceHasOnePortAndKeepsItsPaths() {
    URI first = wire.to(URI.create(cloud.url() + "/v2/machines?all=1"));
    URI second = wire.to(cloud.url());
    URI secured = wire.secured(URI.create(cloud.url() + "/v2"));

    assertThat(first).hasHost("127.0.0.1").hasPath("/v2/machines").hasQuery("all=1");
    assertThat(first.getPort()).isEqualTo(second.getPort()).isNotEqualTo(secured.getPort());
    assertThat(secured).hasScheme("https").hasPath("/v2");
  }

  @Test
  void whatASignatureCoversArrivesAsItWasSent() throws Exception {
    try (FaultProxy signed = FaultProxy.open().headersAsSent()) {
      URI address = signed.to(cloud.url());
      int status = client
          .send(
              HttpRequest.newBuilder(address.resolve("/machines")).build(),
              BodyHandlers.discarding())
          .statusCode();

      assertThat(status).isEqualTo(200);
      assertThat(cloud.hosts()).containsExactly(address.getAuthority());
      assertThatIllegalStateException().isThrownBy(signed::headersAsSent);
    }
  }

  @Test
  void usualPortsNeedNotBeNamed() {
    assertThat(wire.to(URI.create("http://Cloud.example/a")).getPort())
        .isEqualTo(wire.to(URI.create("http://cloud.example:80/b")).getPort())
        .isNotEqualTo(wire.to(URI.create("https://cloud.example:443")).getPort());
  }

  @ParameterizedTest
  @ValueSource(strings = {"cloud.example", "ftp://cloud.example", "http:/machines"})
  void whatIsNoAddressOfACloudIsRefused(String address) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> wire.to(URI.create(address)))
        .withMessageContaining(address);
  }

  @Test
  void twoRequestsMayComeOnOneConnection() throws Exception {
    try (RawClient raw = new RawClient(wire.to(cloud.url()))) {
      raw.says("POST /machines HTTP/1.1", "Host: x", "Content-Length: 1", "", "a");
      assertThat(raw.hearsUntil("made a")).startsWith("HTTP/1.1 201 Created\r\n");
    }
    try (RawClient raw = new RawClient(wire.to(cloud.url()))) {
      raw.says("GET /machines HTTP/1.1", "Host: x", "");
      raw.hearsUntil("\r\n\r\na");
      raw.says("GET /machines HTTP/1.1", "Host: x", "Connection: close", "");
      assertThat(raw.hearsOut()).contains("Connection: close").endsWith("\r\n\r\na");
    }
    assertThat(wire.exchanges()).extracting(RecordedExchange::number).containsExactly(1, 2, 3);
  }

  @Test
  void aRequestThatArrivesAfterItsCallIsNotOneOfBeforeTheFirstCall() throws Exception {
    wire.callBegins();
    wire.callEnds();

    get("/machines");

    assertThat(wire.exchanges()).extracting(RecordedExchange::call).containsExactly(0);
    assertThat(wire.beforeCalls()).isZero();
  }

  @Test
  void requestsBeforeTheFirstCallAreCounted() throws Exception {
    get("/machines");
    assertThat(wire.beforeCalls()).isEqualTo(1);

    wire.callBegins();
    get("/machines");
    wire.callEnds();

    assertThat(wire.beforeCalls()).isEqualTo(1);
  }

  @Test
  void aRequestInChunksArrivesWhole() throws Exception {
    try (RawClient raw = new RawClient(wire.to(cloud.url()))) {
      raw.says("POST /machines HTTP/1.1", "Host: x", "Transfer-Encoding: chunked", "");
      raw.says("3;note=1", "abc", "1", "d", "0", "Trailer: 1", "");

      raw.hearsUntil("made abcd");
    }
    assertThat(cloud.machines()).containsExactly("abcd");
    assertThat(wire.exchanges().get(0).text()).isEqualTo("abcd");
  }

  @Test
  void whoAsksFirstIsToldToSendItsBody() throws Exception {
    try (RawClient raw = new RawClient(wire.to(cloud.url()))) {
      raw.says(
          "POST /machines HTTP/1.1", "Host: x", "Content-Length: 1", "Expect: 100-continue", "");
      assertThat(raw.hearsUntil("\r\n\r\n")).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
      assertThat(wire.exchanges()).isEmpty();

      raw.says("a");

      raw.hearsUntil("made a");
    }
  }

  @Test
  void replyInChunksStaysInChunks() throws Exception {
    cloud.inChunks();
    try (RawClient raw = new RawClient(wire.to(cloud.url()))) {
      raw.says(
          "POST /machines HTTP/1.1", "Host: x", "Content-Length: 2", "Connection: close", "", "ab");

      assertThat(raw.hearsOut())
          .contains("Transfer-Encoding: chunked")
          .doesNotContain("Content-Length")
          .endsWith("\r\n\r\n3\r\nmad\r\n4\r\ne ab\r\n0\r\n\r\n");
    }
  }

  @ParameterizedTest
  @CsvSource({"TRUNCATED,0", "CUT,150", "CUT,4"})
  void aReplyInChunksCanBeBroken(WireFault fault, int detail) throws Exception {
    cloud.inChunks();
    wire.plan(List.of(new FaultInjection(fault, 1, 0, detail)));

    assertThat(answerOrFailure("/machines", client)).isEqualTo("failure");

    assertThat(wire.strikes()).hasSize(1);
  }

  @Test
  void aHeadHasNoBody() throws Exception {
    wire.plan(List.of(new FaultInjection(WireFault.ERROR_BEFORE, 2, 0, 0)));
    HttpRequest head = HttpRequest.newBuilder(URI.create(wire.to(cloud.url()) + "/machines"))
        .method("HEAD", BodyPublishers.noBody())
        .build();

    assertThat(client.send(head, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    assertThat(client.send(head, BodyHandlers.ofString()).statusCode()).isEqualTo(503);
    assertThat(client.send(head, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET http://elsewhere/ HTTP/1.1\r\n\r\n",
        "GET /machines HTTP/2\r\n\r\n",
        "GET /machines HTTP/1.1\r\nno header\r\n\r\n",
        "GET /machines HTTP/1.1\nHost: x\n\n",
        "POST /machines HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "POST /machines HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /machines HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        "POST /machines HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n"
      })
  void whatIsNoGoodRequestIsRefusedAndNotCounted(String request) throws Exception {
    try (RawClient raw = new RawClient(wire.to(cloud.url()))) {
      raw.says(request);

      assertThat(raw.hearsUntil("the fault wire: ")).startsWith("HTTP/1.1 400 Bad Request");
    }
    assertThat(wire.exchanges()).isEmpty();
    assertThat(cloud.requests()).isEmpty();
  }

  @Test
  void aCloudThatCannotBeReachedIsABadGateway() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    wire.plan(List.of(new FaultInjection(WireFault.LOST_REPLY, 1, 0, 0)));

    HttpResponse<String> reply = client.send(
        HttpRequest.newBuilder(wire.to(URI.create("http://127.0.0.1:" + free + "/")))
            .build(),
        BodyHandlers.ofString());

    assertThat(reply.statusCode()).isEqualTo(502);
    assertThat(reply.body()).contains("http://127.0.0.1:" + free, "Connection refused");
    assertThat(wire.strikes()).isEmpty();
  }

  @Test
  void aCatalogueLeadsBackThroughTheWire() throws Exception {
    try (TinyCloud other = TinyCloud.plain()) {
      URI network = wire.to(other.url());
      URI compute = wire.to(cloud.url());
      String escaped = other.url().toString().replace("/", "\\/");
      cloud.advertises("""
          {"compute": "%s/v2?x=1", "network": "%s", "too": "%s\\/v3",
           "another": "%s1/", "unknown": "http://elsewhere.example/v1", \
            "name": "naïve"}""".formatted(cloud.url(), other.url(), escaped, other.url()));

      assertThat(get("/catalogue")).isEqualTo("""
          {"compute": "%s/v2?x=1", "network": "%s", "too": "%s\\/v3",
           "another": "%s1/", "unknown": "http://elsewhere.example/v1", \
            "name": "naïve"}""".formatted(
              compute, network, network.toString().replace("/", "\\/"), other.url()));
    }
  }

  @Test
  void aLocationLeadsBackThroughTheWire() throws Exception {
    HttpResponse<String> reply = client.send(
        HttpRequest.newBuilder(URI.create(wire.to(cloud.url()) + "/elsewhere")).build(),
        BodyHandlers.ofString());

    assertThat(reply.headers().firstValue("Location")).contains(wire.to(cloud.url()) + "/machines");
  }

  @Test
  void aCloudIsNamedByItsOwnAddress() throws Exception {
    get("/machines");

    URI own = URI.create(wire.exchanges().get(0).cloud().toString());
    assertThat(own).isEqualTo(cloud.url());
    assertThat(wire.exchanges().get(0).header("host"))
        .contains("127.0.0.1:" + wire.to(cloud.url()).getPort());
    assertThat(cloud.hosts()).containsExactly(cloud.url().getAuthority());
  }

  @Test
  void exchangesKnowTheirCall() throws Exception {
    wire.plan(List.of());
    get("/machines");
    wire.callBegins();
    get("/machines");
    get("/machines");
    wire.callEnds();
    wire.callBegins();
    get("/machines");
    wire.callEnds();

    assertThat(wire.exchanges()).extracting(RecordedExchange::call).containsExactly(0, 1, 1, 2);
    FaultInjection injection =
        FaultInjection.of(WireFault.REFUSED, wire.exchanges().get(3));
    assertThat(injection).isEqualTo(new FaultInjection(WireFault.REFUSED, 4, 2, 0));
    assertThat(injection.detail(-1)).hasToString("REFUSED@4:-1");
  }

  @Test
  void aNewPlanForgetsTheRunBefore() throws Exception {
    wire.plan(List.of(new FaultInjection(WireFault.GARBAGE, 1, 0, 0)));
    wire.callBegins();
    get("/machines");
    assertThat(wire.strikes()).hasSize(1);

    wire.plan(List.of());

    assertThat(wire.strikes()).isEmpty();
    assertThat(wire.exchanges()).isEmpty();
    get("/machines");
    assertThat(wire.exchanges())
        .extracting(RecordedExchange::toString)
        .containsExactly("#1 GET /machines → 200");
    assertThat(wire.exchanges()).extracting(RecordedExchange::call).containsExactly(0);
  }

  @Test
  void aDialectSaysNoAsItsCloudDoes() throws Exception {
    ErrorDialect dialect = new ErrorDialect() {
      @Override
      public ProxyReply unavailable() {
        return ProxyReply.of(503, "text/xml", "<Unavailable/>").with("x-amzn-RequestId", "r-1");
      }

      @Override
      public ProxyReply throttled(Duration retryAfter) {
        return ProxyReply.of(503, "text/xml", "<RequestLimitExceeded/>");
      }

      @Override
      public ProxyReply unauthenticated() {
        return ProxyReply.of(401, "text/xml", "<AuthFailure/>");
      }

      @Override
      public Optional<ProxyReply> capacity() {
        return Optional.empty();
      }

      @Override
      public Optional<ProxyReply> quota() {
        return Optional.empty();
      }
    };
    try (FaultProxy spoken = FaultProxy.open(dialect)) {
      URI machines = URI.create(spoken.to(cloud.url()) + "/machines");
      spoken.plan(List.of(
          new FaultInjection(WireFault.ERROR_BEFORE, 1, 0, 0),
          new FaultInjection(WireFault.CAPACITY, 2, 0, 0)));
      HttpRequest launch =
          HttpRequest.newBuilder(machines).POST(BodyPublishers.ofString("a")).build();

      HttpResponse<String> unavailable = client.send(launch, BodyHandlers.ofString());
      HttpResponse<String> made = client.send(launch, BodyHandlers.ofString());

      assertThat(unavailable.body()).isEqualTo("<Unavailable/>");
      assertThat(unavailable.headers().firstValue("x-amzn-RequestId")).contains("r-1");
      assertThat(made.statusCode()).isEqualTo(201);
      assertThat(spoken.strikes()).extracting(FaultInjection::exchange).containsExactly(1);
    }
  }

  @Test
  void evidenceMasksTheGivenSecrets() throws Exception {
    wire.plan(List.of());
    wire.secrets(List.of("hunter2"));

    client.send(
        HttpRequest.newBuilder(URI.create(wire.to(cloud.url()) + "/echo"))
            .POST(BodyPublishers.ofString("the word is hunter2"))
            .build(),
        BodyHandlers.ofString());

    assertThat(wire.evidence())
        .contains("POST " + cloud.url() + "/echo", "the word is ***")
        .doesNotContain("hunter2");
    assertThat(wire.exchanges().get(0).text()).contains("hunter2");
  }

  @Test
  void evidenceMasksATokenAlsoWhereItWasIssued() throws Exception {
    wire.plan(List.of());
    URI echo = URI.create(wire.to(cloud.url()) + "/echo");

    client.send(
        HttpRequest.newBuilder(echo)
            .POST(BodyPublishers.ofString("take issued-4711"))
            .build(),
        BodyHandlers.ofString());
    client.send(
        HttpRequest.newBuilder(echo)
            .header("Authorization", "Bearer issued-4711")
            .build(),
        BodyHandlers.ofString());

    assertThat(wire.evidence()).contains("take ***").doesNotContain("issued-4711");
    assertThat(wire.credentials()).contains("issued-4711");
  }

  @Test
  void bytesThatAreNoTextPassUnchanged() throws Exception {
    byte[] bytes = new byte[256];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }

    HttpResponse<byte[]> reply = client.send(
        HttpRequest.newBuilder(URI.create(wire.to(cloud.url()) + "/mirror"))
            .POST(BodyPublishers.ofByteArray(bytes))
            .build(),
        BodyHandlers.ofByteArray());

    assertThat(reply.body()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SLOW", "SLOW_BEFORE", "STALL"})
  void closingEndsEveryThreadAlsoOfWhatIsHeldBack(WireFault fault) throws Exception {
    wire.secured(cloud.url());
    get("/machines");
    wire.plan(List.of(new FaultInjection(fault, 1, 0, 0)));
    URI machines = URI.create(wire.to(cloud.url()) + "/machines");
    client.sendAsync(HttpRequest.newBuilder(machines).build(), BodyHandlers.ofString());
    while (wire.exchanges().isEmpty()) {
      Thread.yield();
    }
    assertThat(threadsOfWires()).isNotEmpty();

    wire.close();
    wire.close();

    assertThat(threadsOfWires()).isEmpty();
    assertThatIllegalStateException().isThrownBy(() -> wire.to(cloud.url()));
  }

  @Test
  void idleConnectionsEndWithTheWire() throws Exception {
    try (RawClient raw = new RawClient(wire.to(cloud.url()))) {
      raw.says("GET /empty HTTP/1.1", "Host: x", "");
      raw.hearsUntil("\r\n\r\n");

      wire.close();

      assertThat(threadsOfWires()).isEmpty();
    }
  }

  @Test
  void manyRunsNeedNoMorePortsThanOne() throws Exception {
    URI before = wire.to(cloud.url());
    for (int run = 1; run <= 50; run++) {
      wire.plan(List.of(new FaultInjection(WireFault.REFUSED, 2, 1, 0)));
      wire.callBegins();
      get("/machines");
      assertThat(answerOrFailure("/machines", client)).isEqualTo("failure");
      wire.callEnds();
      assertThat(wire.strikes()).hasSize(1);
    }

    assertThat(wire.to(cloud.url())).isEqualTo(before);
    assertThat(cloud.requests()).hasSize(50);
  }

  private static List<String> threadsOfWires() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("fault-wire-"))
        .toList();
  }

  private String get(String path) throws IOException, InterruptedException {
    return client
        .send(
            HttpRequest.newBuilder(URI.create(wire.to(cloud.url()) + path)).build(),
            BodyHandlers.ofString(StandardCharsets.UTF_8))
        .body();
  }

  private String answerOrFailure(String path, HttpClient client) throws InterruptedException {
    try {
      return client
          .send(
              HttpRequest.newBuilder(URI.create(wire.to(cloud.url()) + path))
                  .POST(BodyPublishers.ofString("a"))
                  .build(),
              BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      return "failure";
    }
  }
}
