package com.example.larch;

import static com.example.larch.RawServer.SILENCE;
import static com.example.larch.RawServer.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.RequestKind;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class LarchHttpClientTest {
  private static final MachineId MACHINE = new MachineId("m-1");

  @Test
  void aRefusedConnectionHasSentNothing() {
    URI nobody;
    try (RawServer gone = new RawServer(path -> SILENCE)) {
      nobody = gone.url();
    }
    MachineProvider provider = LarchFixture.open(nobody);

    CloudException error = error(() -> provider.terminate(MACHINE, FakeCall.patient()));

    assertThat(error.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(error.effect()).isEqualTo(Effect.NONE);
    closesWithoutATrace(provider);
  }

  @Test
  void aWriteWithoutAnAnswerIsSentOnceAndNobodyKnows() {
    try (RawServer cloud = new RawServer(path -> "")) {
      MachineProvider provider = LarchFixture.open(cloud.url());

      CloudException error = error(() -> provider.terminate(MACHINE, FakeCall.patient()));

      assertThat(error.kind()).isEqualTo(Kind.UNAVAILABLE);
      assertThat(error.effect()).isEqualTo(Effect.UNKNOWN);
      assertThat(cloud.seen).hasSize(1);
      closesWithoutATrace(provider);
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

  private static void expiresInTime(RawServer cloud) {
    MachineProvider provider = LarchFixture.open(cloud.url());

    // The cloud is silent for ever: what comes back comes by the call's own deadline.
    CloudException error =
        error(() -> provider.terminate(MACHINE, new FakeCall(Duration.ofMillis(700))));
    if (cloud.seen.isEmpty()) {
      // A busy machine has spent the time before the request was out.
      assertThat(error.effect()).isEqualTo(Effect.NONE);
      error = error(() -> provider.terminate(MACHINE, new FakeCall(Duration.ofSeconds(20))));
    }

    assertThat(cloud.seen).hasSize(1);
    assertThat(error.kind()).isEqualTo(Kind.TIMEOUT);
    assertThat(error.effect()).isEqualTo(Effect.UNKNOWN);
    closesWithoutATrace(provider);
  }

  @Test
  void cancellingInterruptingAndClosingEndACallAtOnce() throws Exception {
    try (RawServer cloud = new RawServer(path -> SILENCE)) {
      MachineProvider provider = LarchFixture.open(cloud.url());

      FakeCall call = FakeCall.patient();
      Waiting cancelled = new Waiting(provider, call, cloud);
      call.cancel();
      assertThat(cancelled.error().kind()).isEqualTo(Kind.CANCELLED);

      Waiting interrupted = new Waiting(provider, FakeCall.patient(), cloud);
      interrupted.thread.interrupt();
      assertThat(interrupted.error().kind()).isEqualTo(Kind.CANCELLED);

      Waiting closed = new Waiting(provider, FakeCall.patient(), cloud);
      closesWithoutATrace(provider);
      assertThat(closed.error().kind()).isEqualTo(Kind.CANCELLED);
      assertThat(closed.error().effect()).isEqualTo(Effect.UNKNOWN);
      provider.close();
      assertThatThrownBy(() -> provider.terminate(MACHINE, FakeCall.patient()))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  /** A termination in flight on its own thread. */
  private static final class Waiting {
    final Thread thread;
    private final CompletableFuture<CloudException> outcome = new CompletableFuture<>();

    Waiting(MachineProvider provider, FakeCall call, RawServer cloud) throws InterruptedException {
      thread = new Thread(() ->
          outcome.complete(LarchHttpClientTest.error(() -> provider.terminate(MACHINE, call))));
      thread.setDaemon(true);
      thread.start();
      assertThat(cloud.seen.poll(120, TimeUnit.SECONDS)).startsWith("DELETE");
    }

    CloudException error() throws Exception {
      return outcome.get(120, TimeUnit.SECONDS);
    }
  }

  @Test
  void onlyLarchsOwnWordsProveThatNothingWasDone() {
    String larch = "{\"code\":\"%s\",\"message\":\"no\"}";
    assertAnswer(reply("409 No", larch.formatted("BUSY")), Kind.CONFLICT, Effect.NONE);
    assertAnswer(reply("418 No", larch.formatted("NEW")), Kind.UNCLASSIFIED, Effect.UNKNOWN);
    assertAnswer(reply("503 No", larch.formatted("UNAVAILABLE")), Kind.UNAVAILABLE, Effect.UNKNOWN);
    assertAnswer(reply("404 No", "<html>"), Kind.UNCLASSIFIED, Effect.UNKNOWN);
    assertAnswer(reply("404 No", larch.formatted("NO_SUCH_PATH")), Kind.NOT_FOUND, Effect.NONE);
    assertAnswer(reply("502 No", "<html>"), Kind.UNAVAILABLE, Effect.UNKNOWN);
    assertAnswer(reply("200 OK", "<html>"), Kind.UNCLASSIFIED, Effect.UNKNOWN);
    assertAnswer("garbage\r\n\r\n", Kind.UNAVAILABLE, Effect.UNKNOWN);
    assertAnswer(
        "HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n",
        Kind.UNCLASSIFIED,
        Effect.UNKNOWN);
    CloudException slow = assertAnswer(
        "HTTP/1.1 429 Slow\r\nRetry-After: 7\r\nContent-Length: 35\r\n\r\n"
            + "{\"code\":\"SLOW_DOWN\",\"message\":\"no\"}",
        Kind.THROTTLED,
        Effect.NONE);
    assertThat(slow.retryAfter()).contains(Duration.ofSeconds(7));
    CloudException dated = assertAnswer(
        "HTTP/1.1 503 No\r\nDate: Sat, 21 Nov 2026 09:59:30 GMT\r\n"
            + "Retry-After: Sat, 21 Nov 2026 10:00:00 GMT\r\nContent-Length: 0\r\n\r\n",
        Kind.UNAVAILABLE,
        Effect.UNKNOWN);
    assertThat(dated.retryAfter()).contains(Duration.ofSeconds(30));
  }

  private static CloudException assertAnswer(String answer, Kind kind, Effect effect) {
    try (RawServer cloud = new RawServer(path -> answer)) {
      MachineProvider provider = LarchFixture.open(cloud.url());
      CloudException error = error(() -> provider.terminate(MACHINE, FakeCall.patient()));
      assertThat(error.kind()).as(answer).isEqualTo(kind);
      assertThat(error.effect()).as(answer).isEqualTo(effect);
      assertThat(cloud.seen).hasSize(1);
      provider.close();
      return error;
    }
  }

  @Test
  void noReadIsSentTwiceForOneAskingOfTheBudget() {
    try (RawServer cloud = new RawServer(path -> "")) {
      MachineProvider provider = LarchFixture.open(cloud.url());
      FakeCall call = FakeCall.patient();

      CloudException error = error(() -> provider.identity(call));

      assertThat(error.kind()).isEqualTo(Kind.UNAVAILABLE);
      assertThat(error.effect()).isEqualTo(Effect.NONE);
      assertThat(cloud.seen).hasSize(1);
      assertThat(call.acquired).containsExactly(RequestKind.READ, RequestKind.READ);
      closesWithoutATrace(provider);
    }
  }

  @Test
  void aReplyWithoutEndIsCutOff() {
    String flood = "HTTP/1.1 200 OK\r\n\r\n" + "x".repeat(9 * 1024 * 1024);
    try (RawServer cloud = new RawServer(path -> flood + SILENCE)) {
      MachineProvider provider = LarchFixture.open(cloud.url());

      CloudException error = error(() -> provider.identity(FakeCall.patient()));

      assertThat(error.kind()).isEqualTo(Kind.UNAVAILABLE);
      assertThat(error).hasMessageContaining("more than");
      closesWithoutATrace(provider);
    }
  }

  @Test
  void whatIsNoListIsAnError() {
    assertNoList(path -> reply("200 OK", "<html>"));
    assertNoList(path -> reply("200 OK", "{}"));
    assertNoList(path -> reply("200 OK", "{\"machines\":[]} trailing"));
    assertNoList(path -> reply("404 No", "{\"code\":\"NO_SUCH_PATH\",\"message\":\"no\"}"));
    assertNoList(path -> reply("200 OK", "{\"machines\":[],\"next\":7}"));
    assertNoList(path -> "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{\"machines\":[]}");
    assertNoList(path -> "HTTP/1.1 200 OK\r\n\r\n{\"machines\":[");
    assertNoList(path -> reply("200 OK", "{\"machines\":[],\"next\":\"again\"}"));
  }

  private static void assertNoList(Function<String, String> answers) {
    try (RawServer cloud = new RawServer(answers)) {
      MachineProvider provider = LarchFixture.open(cloud.url());
      CloudException error = error(
          () -> provider.list(ListQuery.all(LarchFixture.WEB), machine -> {}, FakeCall.patient()));
      assertThat(error.effect()).isEqualTo(Effect.NONE);
      provider.close();
    }
  }

  @Test
  void aRowThatNobodyUnderstandsIsAGap() {
    String rows = "{\"machines\":[{\"id\":\"a/b\",\"state\":\"ACTIVE\",\"tags\":{}},"
        + "{\"id\":\"m-2\",\"tags\":{\"ca-pool\":\"web\"}}]}";
    try (RawServer cloud = new RawServer(path -> reply("200 OK", rows))) {
      MachineProvider provider = LarchFixture.open(cloud.url());
      var seen = new java.util.ArrayList<io.cloudadapter.spi.MachineSighting>();

      var result = provider.list(ListQuery.all(LarchFixture.WEB), seen::add, FakeCall.patient());

      assertThat(result.complete()).isFalse();
      assertThat(seen).singleElement().satisfies(machine -> {
        assertThat(machine.id()).isEqualTo(new MachineId("m-2"));
        assertThat(machine.stateKnown()).isFalse();
      });
      provider.close();
    }
  }

  @Test
  void aSpentCallSendsNothing() {
    try (RawServer cloud = new RawServer(path -> SILENCE)) {
      MachineProvider provider = LarchFixture.open(cloud.url());
      FakeCall call = FakeCall.patient();
      call.cancel();

      assertThat(error(() -> provider.terminate(MACHINE, call)).effect()).isEqualTo(Effect.NONE);
      CloudException late = error(() -> provider.terminate(MACHINE, new FakeCall(Duration.ZERO)));

      assertThat(late.kind()).isEqualTo(Kind.TIMEOUT);
      assertThat(late.effect()).isEqualTo(Effect.NONE);
      assertThat(cloud.seen).isEmpty();
      provider.close();
    }
  }

  @Test
  void nobodyWaitsLongForATokenThatSomebodyElseFetches() throws Exception {
    String account = "{\"id\":\"acct-7\"}";
    try (RawServer cloud = new RawServer(path -> reply("200 OK", account))) {
      cloud.silentTokens.set(1);
      MachineProvider provider = LarchFixture.open(cloud.url());
      // It waits much longer than the other call may: that would end without an answer if it waited
      // for this one.
      FakeCall stuck = new FakeCall(Duration.ofHours(1));
      Thread first = new Thread(() -> error(() -> provider.identity(stuck)));
      first.start();
      while (cloud.silentTokens.get() > 0) {
        Thread.onSpinWait();
      }

      assertThat(provider.identity(FakeCall.patient())).isEqualTo("acct-7");

      stuck.cancel();
      first.join(120_000);
      assertThat(first.isAlive()).isFalse();
      closesWithoutATrace(provider);
    }
  }

  @Test
  void closingAmongManyCallsCancelsThemAllAndLeavesNoThread() throws Exception {
    try (LarchFixture scene = new LarchFixture()) {
      ExecutorService callers = Executors.newFixedThreadPool(6);
      for (int round = 0; round < 20; round++) {
        MachineProvider provider = LarchFixture.open(scene.cloud.url());
        List<Future<Throwable>> ends = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
          ends.add(callers.submit(() -> lastErrorOf(provider)));
        }
        long until = System.nanoTime() + round * 1_000_000L;
        while (System.nanoTime() < until) {
          Thread.onSpinWait();
        }
        closesWithoutATrace(provider);
        for (Future<Throwable> end : ends) {
          assertThat(end.get(120, TimeUnit.SECONDS))
              .satisfiesAnyOf(
                  error -> assertThat(error).isInstanceOf(IllegalStateException.class),
                  error -> assertThat(((CloudException) error).kind()).isEqualTo(Kind.CANCELLED));
        }
      }
      callers.shutdown();
    }
  }

  private static Throwable lastErrorOf(MachineProvider provider) {
    return catchThrowable(() -> {
      while (true) {
        provider.terminate(MACHINE, FakeCall.patient());
      }
    });
  }

  @Test
  void noErrorTellsASecret() {
    try (RawServer cloud = new RawServer(path -> "")) {
      MachineProvider provider = LarchFixture.open(cloud.url());
      String secret = com.example.larch.cloud.LarchCloud.SECRET;

      CloudException error = error(() -> provider.terminate(MACHINE, FakeCall.patient()));

      assertThat(error.summary() + error.getCause()).doesNotContain(secret);
      assertThat(LarchFixture.FACTORY
              .config()
              .parse(Map.of("endpoint", "http://x", "user", "u", "secret", secret))
              .toString())
          .doesNotContain(secret);
      provider.close();
    }
  }

  /** Gives the threads the five seconds that the SPI gives them, and waits instead of spinning. */
  private static void closesWithoutATrace(MachineProvider provider) {
    provider.close();
    List<Thread> left = threadsOfTheAdapter();
    for (int i = 0; i < 50 && !left.isEmpty(); i++) {
      joins(left.get(0));
      left = threadsOfTheAdapter();
    }
    assertThat(left).as("threads of the adapter after its close").isEmpty();
  }

  private static List<Thread> threadsOfTheAdapter() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(LarchHttpClientTest::isTheAdapters)
        .toList();
  }

  private static void joins(Thread thread) {
    try {
      thread.join(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isTheAdapters(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    // A thread that Java lends to all of a program stays in the group in which it was first needed.
    boolean common = thread instanceof ForkJoinWorkerThread worker
        && worker.getPool() == ForkJoinPool.commonPool();
    return thread.isAlive() && !common && group != null && group.getName().equals("larch-prod");
  }

  private static CloudException error(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    CloudException error = catchThrowableOfType(CloudException.class, call);
    assertThat(error).as("an error").isNotNull();
    return error;
  }
}
