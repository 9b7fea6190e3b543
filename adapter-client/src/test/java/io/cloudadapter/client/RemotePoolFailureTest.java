package io.cloudadapter.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.spi.trace.Tracing;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a remote pool makes of answers that are lost, late, refused, or none of a server of pools. */
class RemotePoolFailureTest extends RemotePoolTests {
  @Test
  void repeatsALostWriteUnderTheSameKey() {
    server.on("POST /pool/size", FakeServer.lost(), FakeServer.lost(), FakeServer.json(200, ""));

    pool().setDesiredSize(3);

    List<FakeServer.Asked> writes = server.asked().subList(1, server.asked().size());
    assertThat(writes.stream().map(a -> a.headers().get("Idempotency-key")).distinct())
        .hasSize(1);
    assertThat(waits.pauses).hasSizeBetween(1, 2).allMatch(p -> p.toMillis() >= 200);
  }

  @Test
  void saysUnknownAndTheKeyWhenNoAnswerEverComes() {
    server.on("POST /pool/i-1/terminate", FakeServer.lost());

    PoolException failure = catchThrowableOfType(
        PoolException.class,
        () -> pool()
            .terminate(new MachineId("i-1"), true, WriteOptions.none().idempotencyKey("mine")));

    assertThat(failure.reason()).isEqualTo(Reason.UNKNOWN);
    assertThat(failure.detail()).contains("idempotency key mine");
    assertThat(waits.pauses).hasSize(2);
  }

  @Test
  void doesNotTakeARefusalOfTheMomentForAnAnswerToALostWrite() {
    server.on(
        "POST /pool/size",
        FakeServer.lost(),
        FakeServer.lost(),
        FakeServer.json(503, "{\"message\": \"busy\", \"detail\": \"\"}"));

    assertThatThrownBy(() -> pool().setDesiredSize(3))
        .isInstanceOfSatisfying(
            PoolException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNKNOWN));
  }

  @Test
  void saysUnavailableWhenTheWriteCannotHaveArrived() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    RequestExchange exchange = new RequestExchange(
        java.net.http.HttpClient.newHttpClient(),
        URI.create("http://127.0.0.1:" + free),
        Optional.empty(),
        Duration.ofSeconds(5),
        Tracing.none());
    WriteRetry writes = new WriteRetry(exchange, new Random(7), waits);

    assertThatThrownBy(() -> writes.write("/pool/thaw", WriteOptions.none()))
        .isInstanceOfSatisfying(
            PoolException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNAVAILABLE))
        .hasMessageContaining("cannot connect to http://127.0.0.1:" + free);
    assertThat(waits.pauses).hasSize(2);
  }

  @Test
  void givesUpOnAnAnswerThatBeginsAndNeverEnds() {
    server.on("GET /pool/size", exchange -> {
      exchange.sendResponseHeaders(200, 1000);
      exchange.getResponseBody().write('{');
      exchange.getResponseBody().flush();
    });
    MachinePool pool =
        RemotePools.at(server.address()).timeout(Duration.ofMillis(300)).build().defaultPool();

    assertThatThrownBy(pool::size)
        .isInstanceOfSatisfying(
            PoolException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNAVAILABLE))
        .hasMessageContaining("did not answer GET /pool/size within 300ms");
  }

  @ParameterizedTest
  @CsvSource({
    "400, INVALID", "401, INVALID", "403, INVALID", "404, NOT_FOUND", "405, INVALID",
    "409, CONFLICT", "413, INVALID", "415, INVALID", "429, UNAVAILABLE", "500, UNAVAILABLE",
    "501, UNSUPPORTED", "502, UNAVAILABLE", "503, UNAVAILABLE"
  })
  void mapsEachStatusToItsReason(int status, Reason reason) {
    server.on(
        "POST /pool/size",
        FakeServer.json(status, "{\"message\": \"no, because\", \"detail\": \"try so\"}"));

    assertThatThrownBy(() -> pool().setDesiredSize(3))
        .isInstanceOfSatisfying(PoolException.class, e -> {
          assertThat(e.reason()).isEqualTo(reason);
          assertThat(e).hasMessage("no, because");
          assertThat(e.detail()).isEqualTo("try so");
        });
  }

  @ParameterizedTest
  @CsvSource({"409, UNSUPPORTED", "500, UNKNOWN", "500, UNAVAILABLE"})
  void believesTheReasonThatTheServerNames(int status, Reason reason) {
    server.on(
        "POST /pool/size",
        FakeServer.json(status, "{\"message\": \"no\"}", "Pool-Reason", reason.name()));

    assertThatThrownBy(() -> pool().setDesiredSize(3))
        .isInstanceOfSatisfying(PoolException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  @Test
  void showsWhatAProxySaysThatKnowsNoErrorBody() {
    server.on("GET /pool/size", FakeServer.json(502, "<html>Bad Gateway</html>"));

    assertThatThrownBy(() -> pool().size())
        .isInstanceOfSatisfying(
            PoolException.class, e -> assertThat(e.detail()).contains("Bad Gateway"))
        .hasMessage("the server answered GET /pool/size with 502");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "RUNNING|SLEEPING|machines[0].machineState must be one of [REQUESTED,",
        "\"id\": \"i-123456\"|\"id\": 7|machines[0].id must be a text, was 7",
        "i-123456|../etc|machines[0].id must be 1 to 128 of",
        "2013-11-07T13:50:00.000Z|yesterday|timestamp must be an ISO-8601 time",
        "\"publicIps\": [],|\"publicIps\": null,|machines[1].publicIps must be a list",
        "\"machines\"|\"machine\"|machines must be a list, was missing",
        "]}|]|is not a JSON object",
      })
  void refusesAMessageThatDoesNotKeepToTheSpecification(
      String right, String wrong, String problem) {
    server.on("GET /pool", FakeServer.json(200, TWO_MACHINES.replace(right, wrong)));

    assertThatThrownBy(() -> pool().view())
        .isInstanceOfSatisfying(
            PoolException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNAVAILABLE))
        .hasMessageContaining(problem);
  }

  @Test
  void showsNoTokenOfAHookWhoseAnswerWasLost() {
    UUID token = UUID.fromString("ffbb9175-d510-4bc1-b676-c6aba2a4ca81");
    server.on("POST /pool/hooks/" + token + "/complete", FakeServer.lost());

    assertThatThrownBy(() -> pool().answerHook(token, HookResult.CONTINUE))
        .isInstanceOf(PoolException.class)
        .hasMessageContaining("/pool/hooks/ffbb9175…/complete")
        .satisfies(
            failed -> assertThat(failed.toString() + failed.getCause()).doesNotContain("d510"));
  }

  @Test
  void tellsHowLongToWaitWhereThereIsTooMuch() {
    server.on(
        "POST /pool/i-1/actions",
        FakeServer.json(
            429,
            "{\"message\": \"enough\", \"detail\": \"\"}",
            "Pool-Reason",
            "THROTTLED",
            "Retry-After",
            "10"));

    PoolException refused = catchThrowableOfType(
        PoolException.class,
        () -> pool().submit(ActionRequest.of(new MachineId("i-1"), new Action.Stop())));

    assertThat(refused.reason()).isEqualTo(Reason.THROTTLED);
    assertThat(refused.retryAfter()).contains(Duration.ofSeconds(10));
  }
}
