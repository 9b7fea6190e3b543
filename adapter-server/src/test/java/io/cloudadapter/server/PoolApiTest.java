package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.api.DisruptionStatus;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

class PoolApiTest {
  private final TestServer server = new TestServer();
  private final FakePool web = server.pools.web;

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void showsThePoolAsTheSpecificationHasIt() throws Exception {
    HttpResponse<String> reply = server.get("/pool");

    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(reply.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(reply.body())
        .isEqualTo("{\"timestamp\":\"2013-11-07T13:50:00.000Z\",\"machines\":["
            + "{\"id\":\"i-123456\",\"machineState\":\"RUNNING\",\"serviceState\":\"IN_SERVICE\","
            + "\"launchtime\":\"2013-11-07T14:50:00.000Z\",\"publicIps\":[\"54.211.230.169\"],"
            + "\"privateIps\":[\"10.122.122.69\"],\"metadata\":{\"protected\":\"true\","
            + "\"scaling-group\":\"mygroup\",\"size\":\"small\",\"zone\":\"zone-a\"}},"
            + "{\"id\":\"i-123457\",\"machineState\":\"PENDING\",\"serviceState\":\"UNKNOWN\","
            + "\"publicIps\":[],\"privateIps\":[],\"metadata\":{}}]}");
  }

  @Test
  void showsThePoolSize() {
    HttpResponse<String> reply = server.get("/pool/size");

    assertThat(reply.body()).isEqualTo("{\"desiredSize\":3,\"allocated\":2,\"outOfService\":0}");
  }

  @Test
  void setsTheDesiredSizeAndAnswersWithoutContent() {
    HttpResponse<String> reply = server.post("/pool/size", "{ \"desiredSize\": 5 }");

    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(reply.body()).isEmpty();
    assertThat(web.calls).containsExactly("size 5");
  }

  @Test
  void namesTheLimitOfDisruptionThatAWriteHasExceeded() {
    web.disruption = Optional.of(new DisruptionStatus(3, OptionalInt.of(1), List.of()));

    HttpResponse<String> reply =
        server.post("/pool/i-123456/terminate", "{\"decrementDesiredSize\":true}");

    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(reply.headers().firstValue("Disruption-Exceeded"))
        .contains("disruption.maxUnavailable by 2");
    web.disruption = Optional.of(new DisruptionStatus(1, OptionalInt.of(1), List.of()));
    assertThat(server.post("/pool/size", "{\"desiredSize\":1}").headers().map())
        .doesNotContainKey("disruption-exceeded");
  }

  @Test
  void carriesOutEachOperationOnAMachine() {
    server.post("/pool/i-123456/terminate", "{\"decrementDesiredSize\":true}");
    server.post("/pool/i-123456/serviceState", "{\"serviceState\":\"OUT_OF_SERVICE\"}");
    server.post("/pool/i-123456/detach", "{\"decrementDesiredSize\":false}");
    server.post("/pool/i-9/attach", "");
    server.post("/pool/i-8/attach", "{}");
    server.post("/pool/i-123456/protection", "{\"protected\":true}");
    server.post(
        "/pool/i-123456/membershipStatus",
        "{\"membershipStatus\":{\"active\":false,\"evictable\":true}}");
    server.post("/pool/adopt", "");
    server.post("/pool/disown", "");
    server.post("/pool/thaw", "");

    assertThat(web.calls)
        .containsExactly(
            "terminate i-123456 true",
            "serviceState i-123456 OUT_OF_SERVICE",
            "detach i-123456 false",
            "attach i-9",
            "attach i-8",
            "protect i-123456 true",
            "membershipStatus i-123456 disposable",
            "adopt",
            "disown",
            "thaw");
  }

  @Test
  void servesEachPoolUnderItsName() {
    server.post("/pools/batch/pool/size", "{\"desiredSize\":7}");
    server.post("/pools/batch/pool/i-123456/terminate", "{\"decrementDesiredSize\":false}");

    assertThat(server.pools.batch.calls).containsExactly("size 7", "terminate i-123456 false");
    assertThat(web.calls).isEmpty();
    assertThat(server.get("/pools").body())
        .isEqualTo("{\"pools\":["
            + "{\"name\":\"batch\",\"url\":\"/pools/batch/pool\",\"default\":false},"
            + "{\"name\":\"web\",\"url\":\"/pools/web/pool\",\"default\":true}]}");
    assertThat(server.get("/pools/nowhere/pool").statusCode()).isEqualTo(404);
  }

  @Test
  void showsThePlanAndTheStatus() {
    assertThat(server.get("/pool/plan").body())
        .isEqualTo(
            "{\"desiredSize\":3,\"headroom\":0,\"effective\":1,\"open\":1,\"launches\":[{\"count\":1,"
                + "\"zone\":\"zone-a\",\"reason\":\"one is missing\"}],\"terminations\":[{\"machine\":"
                + "\"i-123456\",\"reason\":\"newest\"}],\"holds\":[{\"code\":\"AT_MAX_SIZE\",\"reason\":"
                + "\"at the cap\",\"until\":\"2013-11-07T14:50:00.000Z\"}],\"ongoing\":["
                + "{\"operation\":\"BOOT\",\"id\":\"i-123457\",\"machines\":1,\"waitsFor\":"
                + "\"it is pending\",\"until\":\"2013-11-07T14:50:00.000Z\"}],\"unhealthy\":[{\"machine\":"
                + "\"i-123458\",\"source\":\"probe\",\"reason\":\"no answer\",\"since\":"
                + "\"2013-11-07T14:50:00.000Z\",\"remedy\":\"REPLACE\",\"due\":\"2013-11-07T14:55:00.000Z\","
                + "\"hold\":{\"code\":\"PROTECTED\",\"reason\":\"it is protected\"}}]}");
    assertThat(server.get("/pool/status").body())
        .isEqualTo(
            "{\"pool\":\"web\",\"status\":\"ACTIVE\",\"listStatus\":\"RECENT\",\"timestamp\":"
                + "\"2013-11-07T13:50:00.000Z\",\"revision\":1,\"desiredSize\":3,\"headroom\":0,\"unhealthy\":0,"
                + "\"alarms\":[{\"code\":"
                + "\"AT_MAX_SIZE\",\"message\":\"the cap holds back 1 launch\",\"since\":"
                + "\"2013-11-07T14:50:00.000Z\"}]}");
  }

  @Test
  void theLogLinesOfARequestHaveTheIdOfItsAnswer() {
    AtomicReference<String> seen = new AtomicReference<>();
    web.onRead = () -> seen.set(MDC.get("http.request.id"));

    HttpResponse<String> answer = server.get("/pool/plan");

    assertThat(answer.headers().firstValue("Request-Id")).hasValue(seen.get());
  }

  @Test
  void showsThePlanForAnotherSizeAndRefusesASizeThatIsNone() {
    assertThat(server.get("/pool/plan?desiredSize=7").body()).startsWith("{\"desiredSize\":7,");
    assertThat(server.get("/pool/plan?desiredSize=many")).satisfies(answer -> {
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body())
          .contains("desiredSize must be a whole number from 0 to the pool's maxSize, was")
          .contains("many");
    });
    assertThat(server.get("/pool/plan?size=7").body())
        .contains("the query may have desiredSize, had")
        .contains("size");
    assertThat(web.calls).isEmpty();
  }

  @Test
  void hasNoMachinesToSendBeforeTheCloudIsListedAndShowsThatInTheStatus() {
    web.hasNotListedItsCloud();

    for (String path : List.of("/pool", "/pool/size")) {
      assertThat(server.get(path).statusCode()).isEqualTo(500);
      assertThat(server.get(path).body())
          .contains("pool web has not listed its cloud yet", "AT_MAX_SIZE");
    }
    assertThat(server.get("/readyz").statusCode()).isEqualTo(503);
    assertThat(server.get("/pool/status").statusCode()).isEqualTo(200);
    assertThat(server.get("/pool/status").body()).contains("\"listStatus\":\"NOT_LISTED\"");
  }

  @Test
  void listsAndSettlesTheQuarantine() {
    assertThat(server.get("/pool/quarantine").body())
        .isEqualTo("{\"machines\":[{\"id\":\"i-123456\",\"machineState\":\"RUNNING\",\"reason\":"
            + "\"its key is not known\",\"holdsLaunches\":true,\"launchtime\":"
            + "\"2013-11-07T14:50:00.000Z\",\"zone\":\"zone-a\",\"publicIps\":[],"
            + "\"privateIps\":[\"10.0.0.7\"]}]}");
    for (String decision : List.of("adopt", "disown", "terminate")) {
      assertThat(server
              .post(
                  "/pools/web/pool/quarantine/i-123456/" + decision,
                  "",
                  "Idempotency-Key",
                  decision)
              .statusCode())
          .isEqualTo(200);
      assertThat(web.calls).last().asString().startsWith(decision + " quarantined i-123456");
      assertThat(web.lastOptions.idempotencyKey()).contains(decision);
    }
    assertThat(server.post("/pool/quarantine/i-1/adopt", "").statusCode()).isEqualTo(404);
    assertThat(server.post("/pool/quarantine/i-123456/adopt", "{\"x\":1}").statusCode())
        .isEqualTo(400);
  }

  @Test
  void handsTheIdempotencyKeyAndTheCallerToThePool() {
    server.post("/pool/size", "{\"desiredSize\":5}", "Idempotency-Key", "abc-1");

    assertThat(web.lastOptions.idempotencyKey()).contains("abc-1");
    assertThat(web.lastOptions.caller()).isEqualTo("local");
  }

  @Test
  void refusesAMalformedIdempotencyKey() throws Exception {
    for (String key : List.of("a b", "x".repeat(129))) {
      HttpResponse<String> reply =
          server.post("/pool/size", "{\"desiredSize\":5}", "Idempotency-Key", key);

      assertThat(reply.statusCode()).isEqualTo(400);
      assertThat(message(reply)).contains("Idempotency-Key");
    }
    HttpResponse<String> twice = server.post(
        "/pool/size", "{\"desiredSize\":5}", "Idempotency-Key", "a", "Idempotency-Key", "b");
    assertThat(twice.statusCode()).isEqualTo(400);
    assertThat(web.calls).isEmpty();
  }

  @Test
  void answersEachReasonOfAPoolWithItsStatus() throws Exception {
    for (PoolException.Reason reason : PoolException.Reason.values()) {
      web.onWrite = () -> {
        throw new PoolException(reason, "no, since " + reason, "try later");
      };

      HttpResponse<String> reply = server.post("/pool/size", "{\"desiredSize\":5}");

      int expected = switch (reason) {
        case INVALID -> 400;
        case QUOTA -> 403;
        case NOT_FOUND -> 404;
        case CONFLICT, UNSUPPORTED -> 409;
        case STALE -> 412;
        case GONE -> 410;
        case THROTTLED -> 429;
        case ELSEWHERE -> 503;
        case UNAVAILABLE, UNKNOWN -> 500;
      };
      assertThat(reply.statusCode()).isEqualTo(expected);
      assertThat(reply.body())
          .isEqualTo("{\"message\":\"no, since " + reason + "\",\"detail\":\"try later\"}");
      assertThat(reply.headers().firstValue("Retry-After").isPresent()).isEqualTo(expected >= 500);
    }
  }

  @Test
  void answersAnUnexpectedFailureWithACorrelationIdOnly() throws Exception {
    web.onWrite = () -> {
      throw new IllegalStateException("secret internals");
    };

    HttpResponse<String> reply = server.post("/pool/size", "{\"desiredSize\":5}");

    assertThat(reply.statusCode()).isEqualTo(500);
    assertThat(reply.body())
        .contains(reply.headers().firstValue("Request-Id").orElseThrow())
        .doesNotContain("secret", "Exception", "at io.");
  }

  @Test
  void isReadyOnceEachPoolCanBeRead() {
    assertThat(server.get("/readyz").statusCode()).isEqualTo(200);
    assertThat(server.get("/healthz").body()).isEqualTo("{\"status\":\"ok\"}");

    server.pools.batch.onRead = () -> {
      throw new PoolException(PoolException.Reason.UNAVAILABLE, "not listed yet", "");
    };

    HttpResponse<String> reply = server.get("/readyz");
    assertThat(reply.statusCode()).isEqualTo(503);
    assertThat(reply.body()).contains("1 of 2").doesNotContain("batch");
    assertThat(server.get("/healthz").statusCode()).isEqualTo(200);
    assertThat(server.get("/pools/batch/pool").statusCode()).isEqualTo(500);
  }

  @Test
  void isHealthyAndNotReadyWhileItsLedgerCannotBeWritten() {
    server.pools.unready = Optional.of("the ledger cannot be written");

    HttpResponse<String> ready = server.get("/readyz");

    assertThat(server.get("/healthz").statusCode()).isEqualTo(200);
    assertThat(ready.statusCode()).isEqualTo(503);
    assertThat(ready.body())
        .isEqualTo(
            "{\"message\":\"the ledger cannot be written\",\"detail\":\"ask GET /pool for the reason\"}");
    assertThat(ready.headers().firstValue("Retry-After")).contains("1");
  }

  @Test
  void isUnhealthyOnlyIfARestartWouldHelp() {
    server.pools.beyondHelp = Optional.of("the library has been closed");

    HttpResponse<String> health = server.get("/healthz");

    assertThat(health.statusCode()).isEqualTo(503);
    assertThat(health.body()).contains("the library has been closed", "restart this server");
  }

  @Test
  void measuresPoolsAndRequests() {
    server.get("/pool/size");
    server.get("/nowhere");

    String page = server.get("/metrics").body();

    assertThat(page)
        .contains("# TYPE cloudadapter_desired_size gauge\n")
        .containsOnlyOnce("# HELP cloudadapter_desired_size ")
        .contains("cloudadapter_desired_size{pool=\"we\\\"b\\n\"} 3.0\n")
        .contains("cloudadapter_desired_size{pool=\"batch\"} 0.5\n")
        .contains(
            "cloudadapter_http_request_seconds_count{method=\"GET\",route=\"/pool/size\"} 1\n")
        .contains("cloudadapter_http_request_seconds_count{method=\"GET\",route=\"none\"} 1\n")
        .contains("cloudadapter_http_answers_total{method=\"GET\",status=\"200\"} 1.0\n")
        .contains("cloudadapter_http_answers_total{method=\"GET\",status=\"404\"} 1.0\n")
        .contains("le=\"+Inf\"")
        .contains("# TYPE cloudadapter_cloud_call_seconds summary\n")
        .contains("cloudadapter_cloud_call_seconds_count{verb=\"read\"} 4\n")
        .contains("cloudadapter_cloud_call_seconds_sum{verb=\"read\"} 1.5\n")
        .contains("# TYPE jvm_memory_used_bytes gauge\n")
        .contains("process_uptime_seconds ")
        .contains("process_files_open_files ");
  }

  @Test
  void headTellsWhatGetWouldWithoutItsBody() {
    HttpResponse<String> head = server.send("HEAD", "/pool", "");

    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(head.headers().firstValue("Content-Length"))
        .contains(Integer.toString(server.get("/pool").body().length()));
  }

  @Test
  void optionsTellTheMethods() {
    HttpResponse<String> reply = server.send("OPTIONS", "/pool/size", "");

    assertThat(reply.statusCode()).isEqualTo(204);
    assertThat(reply.headers().firstValue("Allow")).contains("GET, HEAD, OPTIONS, POST");
    assertThat(reply.headers().map().keySet()).noneMatch(name -> name.startsWith("access-control"));
  }

  @Test
  void namesMachinesOfEveryForm() {
    web.changeMachines(List.of(FakePool.bare("a~b@1_2.3-4", MachineState.RUNNING)));

    assertThat(server
            .post("/pool/a%7Eb%401_2.3-4/terminate", "{\"decrementDesiredSize\":true}")
            .statusCode())
        .isEqualTo(200);
    assertThat(web.calls).containsExactly("terminate a~b@1_2.3-4 true");
  }

  private static String message(HttpResponse<String> reply) throws Exception {
    return new ObjectMapper().readTree(reply.body()).get("message").asText();
  }
}
