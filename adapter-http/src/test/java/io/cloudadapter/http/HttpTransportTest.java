package io.cloudadapter.http;

import static io.cloudadapter.fake.RawServer.SILENCE;
import static io.cloudadapter.fake.RawServer.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.fake.RawServer;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.RequestKind;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class HttpTransportTest {
  private static final String THREADS = "cloud-prod";

  private final HttpTransport transport =
      new HttpTransport(THREADS, new TrustMaterial(Optional::empty), 1_000_000);

  private HttpReply end(URI cloud, FakeCall call) {
    HttpRequest request = HttpRequest.newBuilder(cloud.resolve("/m-1")).DELETE().build();
    return transport.send(new HttpExchange(RequestKind.TERMINATE, "DELETE /m-1"), request, call);
  }

  private HttpReply read(URI cloud, FakeCall call) {
    HttpRequest request = HttpRequest.newBuilder(cloud.resolve("/m-1")).build();
    return transport.send(new HttpExchange(RequestKind.READ, "GET /m-1"), request, call);
  }

  @Test
  void aReplyComesBackWithAnyStatus() {
    try (RawServer cloud = new RawServer(path -> reply("404 No", "gone"))) {
      HttpReply reply = end(cloud.url(), FakeCall.patient());

      assertThat(reply.status()).isEqualTo(404);
      assertThat(new String(reply.body(), StandardCharsets.UTF_8)).isEqualTo("gone");
      assertThat(reply.header("content-length")).contains("4");
      assertThat(reply).hasToString("HttpReply[404]");
    }
  }

  @Test
  void bodyAndHeadersOfTheRequestArrive() {
    try (RawServer cloud = new RawServer(path -> reply("200 OK", "{}"))) {
      HttpRequest request = HttpRequest.newBuilder(cloud.url())
          .header("X-Trace-Id", "t")
          .POST(BodyPublishers.ofString("four"))
          .build();
      HttpExchange exchange = new HttpExchange(RequestKind.LAUNCH, "POST /");
      transport.send(exchange, request, FakeCall.patient());

      assertThat(cloud.heads).contains("Content-Length: 4", "X-Trace-Id: t");
      assertThatThrownBy(() -> transport.send(exchange, request, FakeCall.patient()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("POST / was sent already");
      assertThat(cloud.seen).containsExactly("POST / HTTP/1.1");
    }
  }

  @Test
  void aRefusedConnectionHasSentNothing() {
    URI gone;
    try (RawServer closed = new RawServer(path -> SILENCE)) {
      gone = closed.url();
    }

    CloudException error = error(() -> end(gone, FakeCall.patient()));

    assertThat(error.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(error.effect()).isEqualTo(Effect.NONE);
  }

  @Test
  void aWriteWithoutAReplyIsSentOnceAndItsEffectIsUnknown() {
    try (RawServer cloud = new RawServer(path -> "")) {
      CloudException error = error(() -> end(cloud.url(), FakeCall.patient()));

      assertThat(error.kind()).isEqualTo(Kind.UNAVAILABLE);
      assertThat(error.effect()).isEqualTo(Effect.UNKNOWN);
      assertThat(cloud.seen).hasSize(1);
    }
  }

  @Test
  void noReadIsSentTwiceForOneUnitOfTheBudget() {
    try (RawServer cloud = new RawServer(path -> "")) {
      FakeCall call = FakeCall.patient();

      CloudException error = error(() -> read(cloud.url(), call));

      assertThat(error.kind()).isEqualTo(Kind.UNAVAILABLE);
      assertThat(error.effect()).isEqualTo(Effect.NONE);
      assertThat(cloud.seen).hasSize(1);
      assertThat(call.acquired).containsExactly(RequestKind.READ);
    }
  }

  @Test
  void theDeadlineHoldsToTheEndOfTheBody() {
    try (RawServer cloud = new RawServer(path -> SILENCE)) {
      expiresInTime(cloud);
    }
    String half = "HTTP/1.1 202 Accepted\r\nContent-Length: 100\r\n\r\n{";
    try (RawServer cloud = new RawServer(path -> half + SILENCE)) {
      expiresInTime(cloud);
    }
  }

  private void expiresInTime(RawServer cloud) {
    // The cloud is silent for ever: what comes back comes by the call's own deadline.
    CloudException error = error(() -> end(cloud.url(), new FakeCall(Duration.ofMillis(700))));
    if (cloud.seen.isEmpty()) {
      // A busy machine has spent the time before the request was out.
      assertThat(error.effect()).isEqualTo(Effect.NONE);
      error = error(() -> end(cloud.url(), new FakeCall(Duration.ofSeconds(20))));
    }

    assertThat(cloud.seen).hasSize(1);
    assertThat(error.kind()).isEqualTo(Kind.TIMEOUT);
    assertThat(error.effect()).isEqualTo(Effect.UNKNOWN);
  }

  @Test
  void cancellingInterruptingAndClosingEndACallAtOnce() throws Exception {
    try (RawServer cloud = new RawServer(path -> SILENCE)) {
      FakeCall call = FakeCall.patient();
      Waiting cancelled = new Waiting(call, cloud);
      call.cancel();
      assertThat(cancelled.error().kind()).isEqualTo(Kind.CANCELLED);

      Waiting interrupted = new Waiting(FakeCall.patient(), cloud);
      interrupted.thread.interrupt();
      assertThat(interrupted.error().kind()).isEqualTo(Kind.CANCELLED);

      Waiting closed = new Waiting(FakeCall.patient(), cloud);
      closesWithoutATrace();
      assertThat(closed.error().kind()).isEqualTo(Kind.CANCELLED);
      assertThat(closed.error().effect()).isEqualTo(Effect.UNKNOWN);
      transport.close();
      assertThatThrownBy(transport::checkOpen).isInstanceOf(IllegalStateException.class);
      CloudException late = error(() -> end(cloud.url(), FakeCall.patient()));
      assertThat(late.kind()).isEqualTo(Kind.CANCELLED);
      assertThat(late.effect()).isEqualTo(Effect.NONE);
    }
  }

  /** A termination in flight on its own thread. */
  private final class Waiting {
    final Thread thread;
    private final CompletableFuture<CloudException> outcome = new CompletableFuture<>();

    Waiting(FakeCall call, RawServer cloud) throws InterruptedException {
      thread =
          new Thread(() -> outcome.complete(HttpTransportTest.error(() -> end(cloud.url(), call))));
      thread.setDaemon(true);
      thread.start();
      assertThat(cloud.seen.poll(120, TimeUnit.SECONDS)).startsWith("DELETE");
    }

    CloudException error() throws Exception {
      return outcome.get(120, TimeUnit.SECONDS);
    }
  }

  @Test
  void abortEndsTheWaitOfAnotherThread() throws Exception {
    try (RawServer cloud = new RawServer(path -> SILENCE)) {
      HttpExchange exchange = new HttpExchange(RequestKind.ACT, "PUT /");
      HttpRequest request =
          HttpRequest.newBuilder(cloud.url()).PUT(BodyPublishers.noBody()).build();
      CompletableFuture<CloudException> outcome = new CompletableFuture<>();
      Thread sender = new Thread(() ->
          outcome.complete(error(() -> transport.send(exchange, request, FakeCall.patient()))));
      sender.start();
      assertThat(cloud.seen.poll(120, TimeUnit.SECONDS)).startsWith("PUT");

      exchange.abort();

      assertThat(outcome.get(120, TimeUnit.SECONDS).effect()).isEqualTo(Effect.UNKNOWN);
      assertThat(exchange.effect()).isEqualTo(Effect.UNKNOWN);
    }
  }

  @Test
  void aRedirectIsAReplyAndIsNotFollowed() {
    String moved = "HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n";
    try (RawServer cloud = new RawServer(path -> moved)) {
      assertThat(read(cloud.url(), FakeCall.patient()).status()).isEqualTo(302);
      assertThat(cloud.seen).hasSize(1);
    }
  }

  @Test
  void aReplyThatIsTooLongIsCutOff() {
    String flood = "HTTP/1.1 200 OK\r\n\r\n" + "x".repeat(1_200_000);
    try (RawServer cloud = new RawServer(path -> flood + SILENCE)) {
      CloudException error = error(() -> read(cloud.url(), FakeCall.patient()));

      assertThat(error.kind()).isEqualTo(Kind.UNAVAILABLE);
      assertThat(error).hasMessageContaining("more than 1000000 bytes");
    }
  }

  @Test
  void aSpentCallSendsNothing() {
    try (RawServer cloud = new RawServer(path -> SILENCE)) {
      FakeCall call = FakeCall.patient();
      call.cancel();

      CloudException cancelled = error(() -> end(cloud.url(), call));
      CloudException late = error(() -> end(cloud.url(), new FakeCall(Duration.ZERO)));

      assertThat(cancelled.kind()).isEqualTo(Kind.CANCELLED);
      assertThat(cancelled.effect()).isEqualTo(Effect.NONE);
      assertThat(late.kind()).isEqualTo(Kind.TIMEOUT);
      assertThat(late.effect()).isEqualTo(Effect.NONE);
      assertThat(cloud.seen).isEmpty();
    }
  }

  @Test
  void aPausePassesUnlessItsCallEndsFirst() {
    transport.pause(Duration.ofMillis(1), "a pause", FakeCall.patient());

    CloudException late =
        error(() -> transport.pause(Duration.ofDays(1), "a pause", new FakeCall(Duration.ZERO)));
    assertThat(late.kind()).isEqualTo(Kind.TIMEOUT);
    FakeCall cancelled = FakeCall.patient();
    cancelled.cancel();
    assertThat(error(() -> transport.pause(Duration.ofDays(1), "a pause", cancelled))
            .kind())
        .isEqualTo(Kind.CANCELLED);
  }

  @Test
  void closingAmongManyCallsCancelsThemAllAndLeavesNoThread() throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(6);
    try (RawServer cloud = new RawServer(path -> reply("202 Accepted", "{}"))) {
      for (int round = 0; round < 20; round++) {
        HttpTransport each =
            new HttpTransport(THREADS, new TrustMaterial(Optional::empty), 1_000_000);
        List<Future<Throwable>> ends = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
          ends.add(callers.submit(() -> lastErrorOf(each, cloud)));
        }
        long until = System.nanoTime() + round * 1_000_000L;
        while (System.nanoTime() < until) {
          Thread.onSpinWait();
        }
        each.close();
        assertNoThreadIsLeft();
        for (Future<Throwable> end : ends) {
          assertThat(end.get(120, TimeUnit.SECONDS))
              .isInstanceOfSatisfying(
                  CloudException.class,
                  error -> assertThat(error.kind()).isEqualTo(Kind.CANCELLED));
        }
      }
    } finally {
      callers.shutdown();
    }
  }

  private static Throwable lastErrorOf(HttpTransport transport, RawServer cloud) {
    HttpRequest request = HttpRequest.newBuilder(cloud.url()).DELETE().build();
    return catchThrowable(() -> {
      while (true) {
        transport.send(
            new HttpExchange(RequestKind.TERMINATE, "DELETE /"), request, FakeCall.patient());
      }
    });
  }

  @AfterEach
  void closesWithoutATrace() {
    transport.close();
    assertNoThreadIsLeft();
  }

  /** Gives the threads the five seconds that the SPI gives them, and waits instead of spinning. */
  private static void assertNoThreadIsLeft() {
    List<Thread> left = threadsOfTheTransport();
    for (int i = 0; i < 50 && !left.isEmpty(); i++) {
      joins(left.get(0));
      left = threadsOfTheTransport();
    }
    assertThat(left).as("threads of the transport after its close").isEmpty();
  }

  private static List<Thread> threadsOfTheTransport() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(HttpTransportTest::isTheTransports)
        .toList();
  }

  private static void joins(Thread thread) {
    try {
      thread.join(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isTheTransports(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    // A thread that Java lends to all of a program stays in the group in which it was first needed.
    boolean common = thread instanceof ForkJoinWorkerThread worker
        && worker.getPool() == ForkJoinPool.commonPool();
    return thread.isAlive() && !common && group != null && group.getName().equals(THREADS);
  }

  private static CloudException error(ThrowingCallable call) {
    CloudException error = catchThrowableOfType(CloudException.class, call);
    assertThat(error).as("an error").isNotNull();
    return error;
  }
}
