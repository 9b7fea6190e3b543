package io.cloudadapter.testkit.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A client that knows no caution comes to the harm that each fault is named for. */
class FaultsBiteTest {
  private static final Duration SOME_SECONDS = Duration.ofSeconds(30);

  private final TinyCloud cloud = TinyCloud.plain();
  private final FaultProxy wire = FaultProxy.open();
  private final URI machines = URI.create(wire.to(cloud.url()) + "/machines");
  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    wire.close();
    cloud.close();
  }

  @Test
  void withoutFaultsNothingIsSpoilt() throws Exception {
    wire.plan(List.of());

    assertThat(launch("a").statusCode()).isEqualTo(201);
    assertThat(list()).isEqualTo("a");

    assertThat(cloud.machines()).containsExactly("a");
    assertThat(wire.strikes()).isEmpty();
    assertThat(wire.exchanges())
        .extracting(RecordedExchange::toString)
        .containsExactly("#1 POST /machines → 201", "#2 GET /machines → 200");
  }

  @Test
  void aResetMakesNothing() {
    wire.plan(List.of(at(WireFault.RESET, 1)));

    assertThatThrownBy(() -> launch("a")).isInstanceOf(IOException.class);

    assertThat(cloud.requests()).isEmpty();
    assertThat(wire.exchanges().get(0).reply()).isEmpty();
    assertBitten(WireFault.RESET);
  }

  @Test
  void blindRetryOfALostReplyMakesTwo() throws Exception {
    wire.plan(List.of(at(WireFault.LOST_REPLY, 1)));

    assertThatThrownBy(() -> launch("a")).isInstanceOf(IOException.class);
    assertThat(cloud.machines()).containsExactly("a");
    launch("a");

    assertThat(cloud.machines()).containsExactly("a", "a");
    assertThat(wire.exchanges().get(0).reply()).map(ProxyReply::text).contains("made a");
    assertBitten(WireFault.LOST_REPLY);
  }

  @Test
  void anErrorBeforeMakesNothing() throws Exception {
    wire.plan(List.of(at(WireFault.ERROR_BEFORE, 1)));

    assertThat(launch("a").statusCode()).isEqualTo(503);

    assertThat(cloud.requests()).isEmpty();
    assertBitten(WireFault.ERROR_BEFORE);
  }

  @Test
  void blindRetryOfAnErrorAfterMakesTwo() throws Exception {
    wire.plan(List.of(at(WireFault.ERROR_AFTER, 1)));

    assertThat(launch("a").statusCode()).isEqualTo(503);
    assertThat(launch("a").statusCode()).isEqualTo(201);

    assertThat(cloud.machines()).containsExactly("a", "a");
    assertBitten(WireFault.ERROR_AFTER);
  }

  @Test
  void aThrottledRequestIsAskedToWait() throws Exception {
    wire.plan(List.of(at(WireFault.THROTTLED, 1)));

    HttpResponse<String> reply = launch("a");

    assertThat(reply.statusCode()).isEqualTo(429);
    assertThat(reply.headers().firstValue("Retry-After")).contains("7");
    assertThat(cloud.requests()).isEmpty();
    assertBitten(WireFault.THROTTLED);
  }

  @Test
  void aTruncatedReplyIsNoWholeOne() throws Exception {
    wire.plan(List.of());
    launch("a-machine");
    wire.plan(List.of(at(WireFault.TRUNCATED, 1)));

    assertThatThrownBy(this::list).isInstanceOf(IOException.class);

    assertThat(cloud.requests()).hasSize(2);
    assertBitten(WireFault.TRUNCATED);
  }

  @Test
  void aReplyWithoutBodyIsTruncatedInItsHead() {
    wire.plan(List.of(at(WireFault.TRUNCATED, 1)));

    assertThatThrownBy(() -> send(HttpRequest.newBuilder(machines).DELETE()))
        .isInstanceOf(IOException.class);

    assertThat(cloud.requests()).containsExactly("DELETE /machines");
    assertBitten(WireFault.TRUNCATED);
  }

  @Test
  void aReplyCanBeCutAtAnyByteOfIt() throws Exception {
    List<String> ends = new ArrayList<>();
    int cut = 0;
    do {
      wire.plan(List.of(at(WireFault.CUT, 1).detail(cut)));
      String end;
      try {
        end = launch("x").body();
      } catch (IOException e) {
        end = "broken";
      }
      ends.add(end);
      cut++;
    } while (!wire.strikes().isEmpty());

    int whole = ends.size() - 1;
    assertThat(ends.subList(0, whole)).hasSizeGreaterThan(50).containsOnly("broken");
    assertThat(ends.get(whole)).isEqualTo("made x");
    assertThat(cloud.machines()).hasSize(ends.size()).containsOnly("x");
  }

  @Test
  void aSlowReplyOutlastsTheCall() throws Exception {
    wire.plan(List.of(at(WireFault.SLOW, 1)));
    wire.callBegins();

    CompletableFuture<HttpResponse<String>> reply = launchInTheBackground("a");
    cloud.awaitMachine();
    assertThat(list()).isEqualTo("a");
    assertThat(reply).isNotDone();
    reply.cancel(true);
    wire.callEnds();

    assertThat(cloud.machines()).containsExactly("a");
    assertBitten(WireFault.SLOW);
  }

  @Test
  void aSlowRequestIsAcceptedAfterTheCall() throws Exception {
    wire.plan(List.of(at(WireFault.SLOW_BEFORE, 1)));
    wire.callBegins();

    CompletableFuture<HttpResponse<String>> reply = launchInTheBackground("a");
    awaitExchange();
    assertThat(list()).isEmpty();
    assertThat(reply).isNotDone();
    reply.cancel(true);
    wire.callEnds();

    assertThat(cloud.machines()).containsExactly("a");
    assertBitten(WireFault.SLOW_BEFORE);
  }

  @ParameterizedTest
  @EnumSource(names = {"SLOW", "SLOW_BEFORE"})
  void whoWaitsLongEnoughGetsTheSlowReply(WireFault fault) throws Exception {
    wire.plan(List.of(at(fault, 1)));
    wire.callBegins();

    CompletableFuture<HttpResponse<String>> reply = launchInTheBackground("a");
    awaitExchange();
    wire.callEnds();

    assertThat(reply.get().body()).isEqualTo("made a");
  }

  @Test
  void aReplyCanBeSlowForAWhile() throws Exception {
    wire.plan(List.of(at(WireFault.SLOW, 1).detail(1)));
    wire.callBegins();

    assertThat(launch("a").body()).isEqualTo("made a");

    assertBitten(WireFault.SLOW);
  }

  @Test
  void aReplyCanStallInItsBodyUntilTheCallIsOver() throws Exception {
    wire.plan(List.of(at(WireFault.STALL, 1)));
    wire.callBegins();

    CompletableFuture<HttpResponse<java.io.InputStream>> reply = client.sendAsync(
        HttpRequest.newBuilder(machines).POST(BodyPublishers.ofString("a")).build(),
        BodyHandlers.ofInputStream());
    try (java.io.InputStream body = reply.get().body()) {
      byte[] half = body.readNBytes("made a".length() / 2);
      assertThat(new String(half, java.nio.charset.StandardCharsets.UTF_8)).isEqualTo("mad");
      assertThat(body.available()).isZero();
      wire.callEnds();
      assertThatThrownBy(body::read).isInstanceOf(IOException.class);
    }

    assertThat(cloud.machines()).containsExactly("a");
    assertBitten(WireFault.STALL);
  }

  @Test
  void expiredCredentialsAreToldBeforeAnythingIsDone() throws Exception {
    wire.plan(List.of(at(WireFault.UNAUTHENTICATED, 1)));

    assertThat(launch("a").statusCode()).isEqualTo(401);

    assertThat(cloud.requests()).isEmpty();
    assertBitten(WireFault.UNAUTHENTICATED);
  }

  @ParameterizedTest
  @EnumSource(names = {"CAPACITY", "QUOTA"})
  void aLaunchIsRefusedAndAReadIsNot(WireFault fault) throws Exception {
    wire.plan(List.of(at(fault, 1), at(fault, 2)));

    assertThat(list()).isEmpty();
    HttpResponse<String> reply = launch("a");

    assertThat(reply.statusCode()).isIn(403, 409);
    assertThat(reply.body()).contains("\"code\":\"" + fault.name().toLowerCase(Locale.ROOT));
    assertThat(cloud.machines()).isEmpty();
    assertThat(wire.strikes()).containsExactly(at(fault, 2));
  }

  @Test
  void theDateIsAnHourOff() throws Exception {
    wire.plan(List.of(at(WireFault.SKEWED_DATE, 2), at(WireFault.SKEWED_DATE, 3).detail(-1)));

    ZonedDateTime now = date(launch("a"));

    assertThat(Duration.between(now, date(launch("b"))))
        .isCloseTo(Duration.ofHours(1), SOME_SECONDS);
    assertThat(Duration.between(now, date(launch("c"))))
        .isCloseTo(Duration.ofHours(-1), SOME_SECONDS);
    assertThat(cloud.machines()).containsExactly("a", "b", "c");
    assertThat(wire.strikes()).hasSize(2);
  }

  @Test
  void garbageLooksLikeSuccess() throws Exception {
    wire.plan(List.of(at(WireFault.GARBAGE, 1)));

    HttpResponse<String> reply = launch("a");

    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(reply.body()).startsWith("<!DOCTYPE html>");
    assertThat(cloud.machines()).containsExactly("a");
    assertBitten(WireFault.GARBAGE);
  }

  @Test
  void garbageOfABrokenProxyReachesNoCloud() throws Exception {
    wire.plan(List.of(at(WireFault.GARBAGE_ERROR, 1)));

    HttpResponse<String> reply = launch("a");

    assertThat(reply.statusCode()).isEqualTo(502);
    assertThat(reply.body()).startsWith("<!DOCTYPE html>");
    assertThat(cloud.requests()).isEmpty();
    assertBitten(WireFault.GARBAGE_ERROR);
  }

  @Test
  void whoFollowsARedirectHandsItsTokenToTheDecoy() throws Exception {
    wire.plan(List.of(at(WireFault.REDIRECT, 1)));
    HttpClient trusting =
        HttpClient.newBuilder().followRedirects(HttpClient.Redirect.ALWAYS).build();

    HttpResponse<String> reply = trusting.send(
        HttpRequest.newBuilder(machines)
            .header("X-Auth-Token", "top-secret")
            .POST(BodyPublishers.ofString("a"))
            .build(),
        BodyHandlers.ofString());

    assertThat(reply.body()).isEqualTo("{}");
    assertThat(cloud.requests()).isEmpty();
    assertThat(wire.decoyed()).hasSize(1);
    assertThat(wire.decoyed().get(0).header("x-auth-token")).contains("top-secret");
    assertThat(wire.decoyed().get(0).text()).isEqualTo("a");
    assertBitten(WireFault.REDIRECT);
  }

  @Test
  void whoFollowsNoRedirectTellsTheDecoyNothing() throws Exception {
    wire.plan(List.of(at(WireFault.REDIRECT, 1)));

    assertThat(launch("a").statusCode()).isEqualTo(307);

    assertThat(wire.decoyed()).isEmpty();
  }

  @Test
  void aStaleListMissesTheLastMachine() throws Exception {
    wire.plan(List.of(at(WireFault.STALE, 3)));

    assertThat(list()).isEmpty();
    launch("a");

    assertThat(list()).isEmpty();
    assertThat(list()).isEqualTo("a");
    assertBitten(WireFault.STALE);
  }

  @Test
  void thereIsNothingStaleAboutAFirstReadOrAWriteOrWhatDidNotChange() throws Exception {
    wire.plan(List.of(at(WireFault.STALE, 1), at(WireFault.STALE, 2), at(WireFault.STALE, 4)));

    list();
    launch("a");
    list();
    list();

    assertThat(wire.strikes()).isEmpty();
  }

  @Test
  void theFirstExchangeOfACallCanBeRefused() throws Exception {
    FaultInjection refusal = new FaultInjection(WireFault.REFUSED, 2, 2, 0);
    wire.plan(List.of(refusal));
    wire.callBegins();
    list();
    wire.callEnds();

    wire.callBegins();
    assertThatThrownBy(() -> launch("a")).isInstanceOf(ConnectException.class);
    assertThatThrownBy(() -> launch("a")).isInstanceOf(ConnectException.class);
    wire.callEnds();

    assertThat(cloud.machines()).isEmpty();
    assertThat(wire.strikes()).containsExactly(refusal);
    assertThat(launch("b").statusCode()).isEqualTo(201);
    assertThat(wire.exchanges()).extracting(RecordedExchange::number).containsExactly(1, 3);
  }

  @Test
  void theVeryFirstExchangeCanBeRefusedAlthoughAConnectionWasOpen() throws Exception {
    list();
    FaultInjection refusal = new FaultInjection(WireFault.REFUSED, 1, 1, 0);
    wire.plan(List.of(refusal));

    wire.callBegins();
    assertThatThrownBy(() -> launch("a")).isInstanceOf(ConnectException.class);
    wire.callEnds();

    assertThat(wire.strikes()).containsExactly(refusal);
    assertThat(cloud.machines()).isEmpty();
  }

  @Test
  void aLaterExchangeOfACallCanBeRefused() throws Exception {
    FaultInjection refusal = new FaultInjection(WireFault.REFUSED, 3, 1, 0);
    wire.plan(List.of(refusal));

    wire.callBegins();
    list();
    launch("a");
    assertThatThrownBy(this::list).isInstanceOf(ConnectException.class);
    wire.callEnds();

    assertThat(wire.strikes()).containsExactly(refusal);
    assertThat(list()).isEqualTo("a");
  }

  @Test
  void aFaultAtAnExchangeThatNeverComesDoesNotBite() throws Exception {
    wire.plan(List.of(at(WireFault.RESET, 2), new FaultInjection(WireFault.REFUSED, 5, 1, 0)));

    wire.callBegins();
    launch("a");
    wire.callEnds();

    assertThat(wire.strikes()).isEmpty();
  }

  @Test
  void healingEndsWhatIsPlannedAndKeepsWhatWasSeen() throws Exception {
    wire.plan(List.of(at(WireFault.RESET, 2)));
    launch("a");

    wire.heal();

    launch("b");
    assertThat(wire.exchanges()).hasSize(2);
    assertThat(wire.strikes()).isEmpty();
  }

  private static FaultInjection at(WireFault fault, int exchange) {
    return new FaultInjection(fault, exchange, 0, 0);
  }

  private void assertBitten(WireFault fault) {
    assertThat(wire.strikes()).extracting(FaultInjection::fault).containsExactly(fault);
  }

  private HttpResponse<String> launch(String name) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(machines).POST(BodyPublishers.ofString(name)));
  }

  private CompletableFuture<HttpResponse<String>> launchInTheBackground(String name) {
    return client.sendAsync(
        HttpRequest.newBuilder(machines).POST(BodyPublishers.ofString(name)).build(),
        BodyHandlers.ofString());
  }

  private void awaitExchange() {
    while (wire.exchanges().isEmpty()) {
      Thread.yield();
    }
  }

  private String list() throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(machines)).body();
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private static ZonedDateTime date(HttpResponse<String> reply) {
    return ZonedDateTime.parse(
        reply.headers().firstValue("Date").orElseThrow(), DateTimeFormatter.RFC_1123_DATE_TIME);
  }
}
