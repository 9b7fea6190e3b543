package io.cloudadapter.server.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.server.ErrorAssertions;
import io.cloudadapter.server.ManyMachines;
import io.cloudadapter.server.RawClient;
import io.cloudadapter.server.TestServer;
import io.cloudadapter.server.http.WaitingWrite;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nothing that a client does makes the server hold more, or wait longer, than its limits say. */
@Tag("proof")
@Timeout(300)
class ServerLimitsTest {
  private static final Duration LONG = Duration.ofSeconds(40);
  private final List<AutoCloseable> open = new ArrayList<>();
  private final CountDownLatch gate = new CountDownLatch(1);

  @AfterEach
  void close() throws Exception {
    gate.countDown();
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  private TestServer server(ServerLimits limits) {
    TestServer server = new TestServer(builder -> builder.limits(limits));
    open.add(server);
    return server;
  }

  private RawClient client(TestServer server) {
    RawClient client = new RawClient(server.uri("/"));
    open.add(client);
    return client;
  }

  private void holdWrites(TestServer server, CountDownLatch entered) {
    server.pools.web.onWrite = () -> {
      entered.countDown();
      try {
        gate.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    };
  }

  @Test
  void aBodyTooLongByItsOwnAccountIsRefusedUnread() {
    TestServer server = server(ServerLimits.defaults());

    RawClient.Raw reply = client(server)
        .send("POST /pool/size HTTP/1.1\r\nHost: localhost\r\nContent-Length: 65537\r\n\r\n")
        .reply();

    assertThat(reply.status()).isEqualTo(413);
    assertThat(ErrorAssertions.message(reply.body())).contains("65536 bytes");
  }

  @Test
  void aBodyOfTenMegabytesIsRefusedWithAnAnswer() {
    TestServer server = server(ServerLimits.defaults());
    byte[] tenMegabytes = new byte[10_000_000];

    HttpResponse<String> reply = server.send(HttpRequest.newBuilder(server.uri("/pool/size"))
        .POST(HttpRequest.BodyPublishers.ofByteArray(tenMegabytes))
        .build());
    HttpResponse<String> chunked = server.send(HttpRequest.newBuilder(server.uri("/pool/size"))
        .POST(HttpRequest.BodyPublishers.ofInputStream(
            () -> new java.io.ByteArrayInputStream(tenMegabytes)))
        .build());

    assertThat(List.of(reply.statusCode(), chunked.statusCode())).containsOnly(413);
    ErrorAssertions.read(reply.body());
    ErrorAssertions.read(chunked.body());
    assertThat(server.pools.web.calls).isEmpty();
  }

  @Test
  void aClientThatOnlyWritesGetsToTheAnswer() {
    TestServer server = server(ServerLimits.defaults());
    RawClient client = client(server);

    client.send(
        "POST /pool/size HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
    String chunk = "10000\r\n" + "x".repeat(0x10000) + "\r\n";
    for (int i = 0; i < 160; i++) {
      client.send(chunk);
    }
    client.send("0\r\n\r\n");

    assertThat(client.reply().status()).isEqualTo(413);
  }

  @Test
  void theLongestBodyIsTaken() {
    TestServer server = server(ServerLimits.defaults().withBytes(100, 1024));

    String fits = WaitingWrite.size(5) + " ".repeat(100 - WaitingWrite.size(5).length());

    assertThat(server.post("/pool/size", fits).statusCode()).isEqualTo(200);
    assertThat(server.post("/pool/size", fits + " ").statusCode()).isEqualTo(413);
  }

  @Test
  void aHeadThatTricklesIsEnded() throws Exception {
    TestServer server =
        server(ServerLimits.defaults().withTimes(LONG, Duration.ofSeconds(2), LONG, LONG));
    RawClient client = client(server).send("GET /pool HTTP/1.1\r\n");

    RawClient.Raw reply = client.reply();

    assertThat(reply.status()).isEqualTo(408);
    ErrorAssertions.read(reply.body());
    assertThat(client.ended()).isTrue();
  }

  @Test
  void aSecondHeadThatTricklesIsEnded() {
    TestServer server =
        server(ServerLimits.defaults().withTimes(LONG, Duration.ofSeconds(2), LONG, LONG));
    RawClient client = client(server);

    assertThat(client.send(WaitingWrite.get("/pool/size")).reply().status()).isEqualTo(200);
    client.send("GET");

    assertThat(client.reply().status()).isEqualTo(408);
  }

  @Test
  void aConnectionThatSaysNothingIsEnded() {
    TestServer server =
        server(ServerLimits.defaults().withTimes(LONG, Duration.ofMillis(300), LONG, LONG));

    assertThat(client(server).ended()).isTrue();
  }

  @Test
  void aConnectionAtRestOutlivesTheTimeForHeads() {
    TestServer server =
        server(ServerLimits.defaults().withTimes(LONG, Duration.ofSeconds(1), LONG, LONG));
    RawClient resting = client(server);
    assertThat(resting.send(WaitingWrite.get("/pool/size")).reply().status()).isEqualTo(200);

    // Long enough: another connection is opened and ended for its silence meanwhile, twice.
    assertThat(client(server).ended()).isTrue();
    assertThat(client(server).ended()).isTrue();

    assertThat(resting.send(WaitingWrite.get("/pool/size")).reply().status()).isEqualTo(200);
  }

  @Test
  void aBodyThatStopsIsAnswered() {
    TestServer server = server(ServerLimits.defaults()
        .withTimes(Duration.ofSeconds(2), LONG, Duration.ofSeconds(2), LONG));

    RawClient.Raw reply = client(server)
        .send("POST /pool/size HTTP/1.1\r\nHost: localhost\r\nContent-Length: 17\r\n\r\n{\"desi")
        .reply();

    assertThat(reply.status()).isEqualTo(408);
    ErrorAssertions.read(reply.body());
  }

  @Test
  void aBodyThatTricklesIsAnswered() {
    TestServer server =
        server(ServerLimits.defaults().withTimes(LONG, LONG, Duration.ofMillis(300), LONG));
    RawClient client = client(server)
        .send("POST /pool/size HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n");
    Thread trickle = new Thread(() -> {
      try {
        while (true) {
          client.send(" ");
          Thread.yield();
        }
      } catch (java.io.UncheckedIOException e) {
        return; // The server has had enough.
      }
    });
    trickle.start();

    // 60,000 single bytes take longer than 300 ms, or else come in whole and are not JSON.
    assertThat(client.reply().status()).isIn(408, 400);
    client.close();
  }

  @Test
  void manySlowClientsHinderNoOther() {
    TestServer server = server(ServerLimits.defaults().withThreads(2, 2, 4));
    for (int i = 0; i < 200; i++) {
      client(server)
          .send(
              i % 2 == 0
                  ? "GET /pool HT"
                  : "POST /pool/size HTTP/1.1\r\nHost: localhost\r\nContent-Length: 17\r\n\r\n{");
    }

    assertThat(server.get("/pool").statusCode()).isEqualTo(200);
    assertThat(server.post("/pool/size", WaitingWrite.size(4)).statusCode()).isEqualTo(200);
  }

  @Test
  void aReaderThatDoesNotReadHindersNoOther() {
    TestServer server = server(ServerLimits.defaults());
    server.pools.web.changeMachines(ManyMachines.many(10_000));
    for (int i = 0; i < 20; i++) {
      client(server).send(WaitingWrite.get("/pool"));
    }

    assertThat(server.get("/pool/size").statusCode()).isEqualTo(200);
    assertThat(server.get("/pool").body()).endsWith("]}");
  }

  @Test
  void writesThatWaitHoldUpNeitherReadsNorAttaches() throws Exception {
    TestServer server = server(ServerLimits.defaults().withThreads(2, 2, 4));
    CountDownLatch entered = new CountDownLatch(2);
    holdWrites(server, entered);
    for (int i = 0; i < 2; i++) {
      client(server).send(WaitingWrite.post("/pool/size", WaitingWrite.size(4)));
    }
    assertThat(entered.await(120, TimeUnit.SECONDS)).isTrue();

    assertThat(server.get("/pool").statusCode()).isEqualTo(200);
    assertThat(server.post("/pools/batch/pool/i-9/attach", "").statusCode()).isEqualTo(200);
  }

  @Test
  void moreThanMayWaitGetA503() throws Exception {
    TestServer server = server(ServerLimits.defaults().withThreads(1, 1, 1));
    CountDownLatch entered = new CountDownLatch(1);
    holdWrites(server, entered);
    RawClient first = client(server).send(WaitingWrite.post("/pool/size", WaitingWrite.size(4)));
    assertThat(entered.await(120, TimeUnit.SECONDS)).isTrue();

    CompletableFuture<HttpResponse<String>> second = posted(server, 5);
    CompletableFuture<HttpResponse<String>> third = posted(server, 6);
    CompletableFuture.anyOf(second, third).join(); // One of them waits, the other may not.
    HttpResponse<String> refused = second.isDone() ? second.join() : third.join();

    assertThat(refused.statusCode()).isEqualTo(503);
    ErrorAssertions.read(refused.body());
    assertThat(refused.headers().firstValue("Retry-After")).isPresent();
    assertThat(server.get("/healthz").statusCode()).isEqualTo(200);
    gate.countDown();
    assertThat(first.reply().status()).isEqualTo(200);
    assertThat(List.of(second.join().statusCode(), third.join().statusCode()))
        .containsExactlyInAnyOrder(200, 503);
  }

  private static CompletableFuture<HttpResponse<String>> posted(TestServer server, int size) {
    return CompletableFuture.supplyAsync(
        () -> server.post("/pool/size", WaitingWrite.size(size)), task -> new Thread(task).start());
  }

  @Test
  void anAnswerThatTakesTooLongIsReplacedByAnError() throws Exception {
    TestServer server =
        server(ServerLimits.defaults().withTimes(LONG, LONG, LONG, Duration.ofMillis(300)));
    holdWrites(server, new CountDownLatch(1));

    HttpResponse<String> reply = server.post("/pool/size", WaitingWrite.size(4));

    assertThat(reply.statusCode()).isEqualTo(500);
    assertThat(ErrorAssertions.read(reply.body()).get("detail").asText())
        .contains("may still take effect");
  }

  @Test
  void aHandlerMayTakeLongerThanAConnectionMayBeSilent() throws Exception {
    TestServer server =
        server(ServerLimits.defaults().withTimes(Duration.ofSeconds(1), LONG, LONG, LONG));
    CountDownLatch entered = new CountDownLatch(1);
    holdWrites(server, entered);
    RawClient client = client(server).send(WaitingWrite.post("/pool/size", WaitingWrite.size(4)));
    assertThat(entered.await(120, TimeUnit.SECONDS)).isTrue();

    // Another connection is opened and ended for its silence meanwhile, twice.
    assertThat(client(server).send("GET").ended()).isTrue();
    assertThat(client(server).send("GET").ended()).isTrue();
    gate.countDown();

    assertThat(client.reply().status()).isEqualTo(200);
  }

  @Test
  void connectionsBeyondTheLimitWait() {
    TestServer server = server(ServerLimits.defaults().withConnections(2));
    RawClient first = client(server);
    RawClient second = client(server);
    assertThat(first.send(WaitingWrite.get("/healthz")).reply().status()).isEqualTo(200);
    assertThat(second.send(WaitingWrite.get("/healthz")).reply().status()).isEqualTo(200);
    RawClient third = client(server).send(WaitingWrite.get("/healthz"));

    first.close();

    assertThat(third.reply().status()).isEqualTo(200);
  }

  @Test
  void aWaiterForChangesIsAnsweredAtOnceWhenTheServerStops() {
    TestServer server = server(ServerLimits.defaults().withStopTime(LONG));
    server.pools.web.waitsLong = true;
    CountDownLatch waits = new CountDownLatch(1);
    server.pools.web.onWatch = waits::countDown;
    RawClient client = client(server)
        .send(WaitingWrite.get(
            "/pool/actions/changes?since=" + server.pools.web.actions().version() + "&wait=25"));
    assertThat(await(waits)).isTrue();

    server.server.stop();

    RawClient.Raw reply = client.reply();
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body()).contains("\"changes\":[]");
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(2, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void transferCodingsBesideChunkedAreRefused() {
    TestServer server = server(ServerLimits.defaults());
    for (String coding : List.of(
        "gzip, chunked",
        "chunked, chunked",
        "gzip\r\nTransfer-Encoding: chunked",
        "identity, chunked")) {
      RawClient.Raw reply = client(server)
          .send("POST /pool/size HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: " + coding
              + "\r\n\r\n11\r\n{\"desiredSize\": 4}\r\n0\r\n\r\n")
          .reply();

      assertThat(reply.status()).as(coding).isIn(400, 501);
      assertThat(reply.head()).containsIgnoringCase("Connection: close");
    }
    assertThat(server.pools.web.calls).isEmpty();
  }

  @Test
  void onlyLoopbackAddressesAreLoopbackHosts() {
    TestServer server = server(ServerLimits.defaults());
    for (String host :
        List.of("127.999.1.1", "127.1.1.256", "127.1.1", "127.01.1.1", "127.0.0.1.x")) {
      assertThat(status(server, host)).as(host).isEqualTo(403);
    }
    for (String host : List.of("127.0.0.1", "127.255.0.9", "localhost", "[::1]")) {
      assertThat(status(server, host)).as(host).isEqualTo(200);
    }
  }

  private int status(TestServer server, String host) {
    return client(server)
        .send("GET /pool/size HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
        .reply()
        .status();
  }

  @Test
  void requestsUnderWayFinishWhenTheServerStops() throws Exception {
    TestServer server = server(ServerLimits.defaults());
    CountDownLatch entered = new CountDownLatch(1);
    holdWrites(server, entered);
    RawClient client = client(server).send(WaitingWrite.post("/pool/size", WaitingWrite.size(4)));
    assertThat(entered.await(120, TimeUnit.SECONDS)).isTrue();
    Thread stopping = new Thread(server.server::stop);
    stopping.start();

    gate.countDown();

    assertThat(client.reply().status()).isEqualTo(200);
    stopping.join();
    assertThatThrownBy(() -> server.get("/healthz")).isInstanceOf(IllegalStateException.class);
    assertThat(server.pools.web.calls).containsExactly("size 4");
  }

  @Test
  void stoppingEndsEvenWhenARequestDoesNot() throws Exception {
    TestServer server = server(ServerLimits.defaults().withStopTime(Duration.ofMillis(200)));
    CountDownLatch entered = new CountDownLatch(1);
    holdWrites(server, entered);
    RawClient client = client(server).send(WaitingWrite.post("/pool/size", WaitingWrite.size(4)));
    assertThat(entered.await(120, TimeUnit.SECONDS)).isTrue();

    server.server.stop();

    assertThat(client.ended()).isTrue();
  }
}
