package io.cloudadapter.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.ListStatus;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolSize;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.QuarantineDecision;
import io.cloudadapter.api.QuarantinedMachine;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionLease;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.AdjustmentType;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.PoolScaling;
import io.cloudadapter.api.scaling.ResizeDecision;
import io.cloudadapter.api.scaling.ResizeRequest;
import io.cloudadapter.api.scaling.ScalingDecision;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.api.scaling.ScalingView;
import io.cloudadapter.api.scaling.ScheduledSize;
import io.cloudadapter.api.scaling.TargetTrackingPolicy;
import io.cloudadapter.spi.trace.Tracing;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RemotePoolTest {
  private static final String TWO_MACHINES = """
      {"timestamp": "2013-11-07T13:50:00.000Z", "machines": [
        {"id": "i-123456", "machineState": "RUNNING", "serviceState": "IN_SERVICE",
         "launchtime": "2013-11-07T14:50:00.000+01:00",
         "publicIps": ["54.211.230.169"], "privateIps": ["10.122.122.69"],
         "metadata": {"scaling-group": "mygroup", "zone": "a", "size": "small",
                      "protected": "true", "cpus": 2, "gone": null}},
        {"id": "req-k-0", "machineState": "REQUESTED", "serviceState": "UNKNOWN",
         "launchtime": null, "publicIps": [], "privateIps": [], "metadata": null}]}
      """;
  private static final String MISSING =
      "{\"timestamp\": \"2013-11-07T13:50:00Z\", \"machines\": []}";
  private static final String DIRECTORY = """
      {"pools": [{"name": "web", "url": "/pools/web/pool", "default": true},
                 {"name": "db", "url": "/pools/db/pool", "default": false}]}
      """;

  private static final String FIRST = "W/\"web-5a17-1\"";

  private FakeServer server;
  private final FakeWait waits = new FakeWait();

  @BeforeEach
  void open() throws IOException {
    server = new FakeServer().on("GET /pools", FakeServer.json(200, DIRECTORY));
  }

  @AfterEach
  void close() {
    server.close();
  }

  private static String status(long revision, int desiredSize) {
    return """
        {"pool": "web", "status": "FROZEN", "timestamp": "2013-11-07T13:50:00Z", "revision": %d,
         "desiredSize": %d, "alarms": [{"code": "MASS_DISAPPEARANCE", "message": "4 are missing",
         "since": "2013-11-07T13:49:00Z"}]}
        """.formatted(revision, desiredSize);
  }

  private RemotePools pools() {
    return RemotePools.at(server.address()).random(new Random(7)).waits(waits).build();
  }

  private MachinePool pool() {
    return pools().defaultPool();
  }

  @ParameterizedTest
  @EnumSource(ListStatus.class)
  void readsWhetherTheLastListIsRecent(ListStatus listed) {
    String status =
        status(42, 2).replace("\"pool\"", "\"listStatus\": \"" + listed + "\", \"pool\"");
    server
        .on("GET /pool", FakeServer.json(200, TWO_MACHINES, "ETag", "W/\"web-5a17-42\""))
        .on("GET /pool/status", FakeServer.json(200, status));

    assertThat(pool().view().listStatus()).isEqualTo(listed);
  }

  @Test
  void showsAPoolThatHasNotListedItsCloudYet() {
    String refusal = "{\"message\": \"pool web has not listed its cloud yet\", \"detail\": \"\"}";
    server
        .on("GET /pool", FakeServer.json(500, refusal))
        .on(
            "GET /pool/status",
            FakeServer.json(
                200, status(1, 2).replace("\"pool\"", "\"listStatus\": \"NOT_LISTED\", \"pool\"")));

    PoolView view = pool().view();

    assertThat(view.listStatus()).isEqualTo(ListStatus.NOT_LISTED);
    assertThat(view.everListed()).isFalse();
    assertThat(view.machines()).isEmpty();
    assertThat(view.desiredSize()).isEqualTo(2);
    assertThat(view.settled()).isFalse();
    assertThatThrownBy(() -> pool().await(v -> true, Duration.ofMillis(250)))
        .as("a view of nothing fulfils no condition, as in a local pool")
        .isInstanceOf(PoolException.class);
  }

  @Test
  void listsAndSettlesTheQuarantine() {
    server
        .on("GET /pool/quarantine", FakeServer.json(200, """
            {"machines": [{"id": "i-777", "machineState": "RUNNING", "reason": "its key is not known",
              "holdsLaunches": true, "launchtime": "2013-11-07T13:50:00Z", "zone": "a",
              "publicIps": [], "privateIps": ["10.0.0.7"]}]}
            """))
        .on("POST /pool/quarantine/i-777/adopt", FakeServer.json(200, "{}"));

    assertThat(pool().quarantine())
        .containsExactly(new QuarantinedMachine(
            new MachineId("i-777"),
            MachineState.RUNNING,
            "its key is not known",
            true,
            Optional.of(Instant.parse("2013-11-07T13:50:00Z")),
            Optional.of("a"),
            List.of(),
            List.of("10.0.0.7")));
    pool().settleQuarantine(new MachineId("i-777"), QuarantineDecision.ADOPT);
  }

  @Test
  void readsAWholeView() {
    server
        .on("GET /pool", FakeServer.json(200, TWO_MACHINES, "ETag", "W/\"web-5a17-42\""))
        .on("GET /pool/status", FakeServer.json(200, status(42, 2)));

    PoolView view = pool().view();

    assertThat(view.pool().value()).isEqualTo("web");
    assertThat(view.timestamp()).isEqualTo("2013-11-07T13:50:00Z");
    assertThat(view.revision()).isEqualTo(42);
    assertThat(view.desiredSize()).isEqualTo(2);
    assertThat(view.status()).isEqualTo(PoolStatus.FROZEN);
    assertThat(view.alarms())
        .containsExactly(new Alarm(
            Alarm.Code.MASS_DISAPPEARANCE, "4 are missing", Instant.parse("2013-11-07T13:49:00Z")));
    assertThat(view.machines())
        .containsExactly(
            new Machine(
                new MachineId("i-123456"),
                MachineState.RUNNING,
                ServiceState.IN_SERVICE,
                Optional.of(Instant.parse("2013-11-07T13:50:00Z")),
                List.of("54.211.230.169"),
                List.of("10.122.122.69"),
                Optional.of("a"),
                Optional.of("small"),
                true,
                Map.of("scaling-group", "mygroup", "cpus", "2")),
            new Machine(
                new MachineId("req-k-0"),
                MachineState.REQUESTED,
                ServiceState.UNKNOWN,
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                false,
                Map.of()));
  }

  @Test
  void asksAgainUntilMachinesAndStatusAreOfOneRevision() {
    server
        .on(
            "GET /pool",
            FakeServer.json(200, MISSING, "ETag", "W/\"web-5a17-1\""),
            FakeServer.json(200, TWO_MACHINES, "ETag", "W/\"web-5a17-2\""))
        .on("GET /pool/status", FakeServer.json(200, status(2, 2)));

    PoolView view = pool().view();

    assertThat(view.revision()).isEqualTo(2);
    assertThat(view.machines()).hasSize(2);
  }

  @Test
  void readsTheMachinesOnceWhileNothingChanges() {
    server
        .on(
            "GET /pool",
            FakeServer.json(200, TWO_MACHINES, "ETag", FIRST),
            FakeServer.json(304, "", "Pool-Timestamp", "2013-11-07T14:00:00Z"))
        .on("GET /pool/status", FakeServer.json(200, status(1, 2)));
    MachinePool pool = pool();

    PoolView first = pool.view();
    PoolView second = pool.view();

    assertThat(second.machines()).isEqualTo(first.machines()).hasSize(2);
    assertThat(second.timestamp()).isEqualTo("2013-11-07T14:00:00Z");
    assertThat(server.asked())
        .extracting(FakeServer.Asked::line)
        .containsExactly("GET /pools", "GET /pool", "GET /pool/status", "GET /pool");
  }

  @Test
  void readsCompressedAnswers() {
    server.on(
        "GET /pool/size",
        FakeServer.gzipped("{\"desiredSize\": 3, \"allocated\": 4, \"outOfService\": 1}"));

    assertThat(pool().size()).isEqualTo(new PoolSize(3, 4, 1));
    assertThat(server.asked().get(1).headers()).containsEntry("Accept-encoding", "gzip");
  }

  @Test
  void readsAPlan() {
    server.on("GET /pool/plan", FakeServer.json(200, """
        {"desiredSize": 3, "effective": 1, "open": 0,
         "launches": [{"count": 2, "zone": "a", "reason": "2 missing"}],
         "terminations": [{"machine": "i-1", "reason": "late"}],
         "holds": [{"code": "QUOTA", "reason": "parked", "until": "2026-01-01T00:00:00Z"},
                   {"code": "AT_MAX_SIZE", "reason": "full"}]}
        """));

    assertThat(pool().plan())
        .isEqualTo(new PoolPlan(
            3,
            1,
            0,
            List.of(new PoolPlan.Launch(2, Optional.of("a"), "2 missing")),
            List.of(new PoolPlan.Termination(new MachineId("i-1"), "late")),
            List.of(
                new PoolPlan.Hold(
                    Alarm.Code.QUOTA, "parked", Optional.of(Instant.parse("2026-01-01T00:00:00Z"))),
                new PoolPlan.Hold(Alarm.Code.AT_MAX_SIZE, "full", Optional.empty()))));
  }

  @Test
  void worksWithAServerOfThePlainSpecification() throws IOException {
    try (FakeServer plain = new FakeServer()) {
      plain
          .on("GET /pool", FakeServer.json(200, TWO_MACHINES))
          .on(
              "GET /pool/size",
              FakeServer.json(200, "{\"desiredSize\": 5, \"allocated\": 2, \"outOfService\": 0}"));

      PoolView view = RemotePools.at(plain.address()).build().defaultPool().view();

      assertThat(view.desiredSize()).isEqualTo(5);
      assertThat(view.status()).isEqualTo(PoolStatus.ACTIVE);
      assertThat(view.pool().value()).isEqualTo("default");
    }
  }

  @Test
  void sendsEachWriteAsTheSpecificationHasIt() {
    for (String line : List.of(
        "POST /pool/size",
        "POST /pool/i-1/terminate",
        "POST /pool/i-1/detach",
        "POST /pool/i-1/attach",
        "POST /pool/i-1/serviceState",
        "POST /pool/i-1/protection",
        "POST /pool/i-1/membershipStatus",
        "POST /pool/adopt",
        "POST /pool/disown",
        "POST /pool/thaw")) {
      server.on(line, FakeServer.json(200, ""));
    }
    MachinePool pool = pool();
    MachineId machine = new MachineId("i-1");

    pool.setDesiredSize(3);
    pool.terminate(machine, true);
    pool.detach(machine, false);
    pool.attach(machine);
    pool.setServiceState(machine, ServiceState.OUT_OF_SERVICE);
    pool.protect(machine, true);
    pool.setMembershipStatus(machine, MembershipStatus.AWAITING_SERVICE);
    pool.adopt(WriteOptions.none());
    pool.disown(WriteOptions.none());
    pool.thaw(WriteOptions.none());

    assertThat(server.asked())
        .extracting(a -> a.line() + " " + a.body())
        .containsExactly(
            "GET /pools ",
            "POST /pool/size {\"desiredSize\":3}",
            "POST /pool/i-1/terminate {\"decrementDesiredSize\":true}",
            "POST /pool/i-1/detach {\"decrementDesiredSize\":false}",
            "POST /pool/i-1/attach ",
            "POST /pool/i-1/serviceState {\"serviceState\":\"OUT_OF_SERVICE\"}",
            "POST /pool/i-1/protection {\"protected\":true}",
            "POST /pool/i-1/membershipStatus"
                + " {\"membershipStatus\":{\"active\":false,\"evictable\":false}}",
            "POST /pool/adopt ",
            "POST /pool/disown ",
            "POST /pool/thaw ");
    assertThat(server.asked().stream().skip(1).map(a -> a.headers().get("Idempotency-key")))
        .allMatch(key -> key.matches("client-[0-9a-f]{32}"))
        .doesNotHaveDuplicates();
  }

  @Test
  void findsAPoolByItsName() {
    server.on("POST /pools/db/pool/size", FakeServer.json(200, ""));

    pools().find("db").orElseThrow().setDesiredSize(1);

    assertThat(pools().find("nope")).isEmpty();
    assertThat(pools().all()).extracting(p -> p.name().value()).containsExactly("db", "web");
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
  void waitsByAskingOnlyForWhatChanged() throws InterruptedException {
    server
        .on(
            "GET /pool",
            FakeServer.json(200, MISSING, "ETag", "W/\"web-5a17-1\""),
            FakeServer.json(304, ""),
            FakeServer.json(503, "{\"message\": \"restarting\", \"detail\": \"\"}"),
            FakeServer.json(200, TWO_MACHINES, "ETag", "W/\"web-5a17-2\""))
        .on(
            "GET /pool/status",
            FakeServer.json(200, status(1, 2)),
            FakeServer.json(200, status(2, 2)));

    PoolView view = pool().await(v -> v.machines().size() == 2, Duration.ofMinutes(1));

    assertThat(view.revision()).isEqualTo(2);
    assertThat(server.asked().stream()
            .filter(a -> a.line().equals("GET /pool"))
            .map(a -> a.headers().getOrDefault("If-none-match", "none")))
        .containsExactly("none", FIRST, FIRST, FIRST);
    assertThat(waits.pauses)
        .containsExactly(Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofMillis(400));
  }

  @Test
  void endsToWaitWhenTheTimeIsOver() {
    server
        .on("GET /pool", FakeServer.json(200, MISSING, "ETag", "W/\"web-5a17-1\""))
        .on("GET /pool/status", FakeServer.json(200, status(1, 2)));

    assertThatThrownBy(() -> pool().await(v -> false, Duration.ofMillis(250)))
        .isInstanceOfSatisfying(
            PoolException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNAVAILABLE))
        .hasMessageContaining("timed out after 250ms waiting for pool web");
    assertThat(waits.pauses).containsExactly(Duration.ofMillis(100), Duration.ofMillis(150));
  }

  @Test
  void showsItsTokenToTheServerOnly() {
    server.on(
        "GET /pool/size",
        FakeServer.json(200, "{\"desiredSize\": 0, \"allocated\": 0, \"outOfService\": 0}"));
    RemotePools pools =
        RemotePools.at(server.address()).token(Secret.of("hush-hush")).build();

    pools.defaultPool().size();

    assertThat(server.asked().get(1).headers()).containsEntry("Authorization", "Bearer hush-hush");
    assertThat(pools.toString() + pools.defaultPool()).doesNotContain("hush");
  }

  @Test
  void sendsNoTokenOverAnOpenWire() {
    RemotePools.Builder builder =
        RemotePools.at(URI.create("http://example.org")).token(Secret.of("hush-hush"));

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("use https")
        .hasMessageNotContaining("hush");
  }

  @ParameterizedTest
  @CsvSource({
    "https://a:1, https://a:1",
    "https://a:1/, https://a:1",
    "HTTPS://a/x/pool/, https://a/x",
    "https://a/pools/db/pool, https://a/pools/db"
  })
  void takesAnAddressAsPeopleWriteIt(URI written, URI meant) {
    assertThat(ServerAddress.checked(written)).isEqualTo(meant);
  }

  @ParameterizedTest
  @CsvSource({"ftp://a", "a:1", "https:///x", "https://a?x=1", "https://me:pw@a"})
  void refusesAnAddressThatIsNone(URI written) {
    assertThatThrownBy(() -> RemotePools.at(written))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must be like https://host:8443")
        .hasMessageNotContaining("pw");
  }

  @Test
  void readsCountersAndGauges() {
    server.on("GET /metrics", FakeServer.json(200, """
        # HELP pool_size How many.
        # TYPE pool_size gauge
        pool_size{pool="web",note="a \\"b\\""} 3
        # TYPE launches_total counter
        launches_total 12.5
        # TYPE latency histogram
        latency_bucket{le="1"} 5
        """));

    assertThat(pools().metrics())
        .extracting(m -> m.name() + m.labels() + m.value())
        .containsExactly("pool_size{note=a \"b\", pool=web}3.0", "launches_total{}12.5");
  }

  @Test
  void refusesATokenThatCannotTravelWithoutRepeatingIt() {
    for (String wrong :
        List.of("", "SECRETTOK1234567890\r", "bad\ntok", "two words", "gehe\u00efm")) {
      assertThatThrownBy(
              () -> RemotePools.at(URI.create("https://localhost:1")).token(Secret.of(wrong)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a token has printable ASCII characters only, without space or line end");
    }
  }

  // ------------------------------------------------------------------------------- scaling

  private static String decided(String status, String rest) {
    return "{\"status\":\"" + status + "\"," + rest
        + "\"capacity\":5,\"desiredSize\":5,\"pool\":{\"committed\":3,\"desiredSize\":3,"
        + "\"minSize\":1,\"maxSize\":5,\"cap\":1000,\"warming\":0,\"leaving\":0},\"steps\":[\"one\",\"two\"]}";
  }

  @Test
  void scalesAndHearsWhatWasDecided() {
    server.on(
        "POST /pool/scale",
        FakeServer.json(
            200,
            decided(
                "OK",
                "\"reason\":\"Scaling request validated.\",\"creation\":{\"count\":2},"
                    + "\"abstains\":false,")),
        FakeServer.json(
            200, decided("ERROR", "\"reason\":\"Policy out cooldown\",\"abstains\":false,")));
    MachinePool web = pool();

    ScalingDecision first =
        web.scale(ScalingRequest.out(2), PolicySelector.named("out"), WriteOptions.none());
    ScalingDecision second = web.scale(ScalingRequest.out());

    assertThat(first).hasToString("OK: scale out by 2 to 5, desired size 5");
    assertThat(first.steps()).containsExactly("one", "two");
    assertThat(second).hasToString("ERROR: Policy out cooldown");
    assertThat(second.view()).isEqualTo(ScalingView.of(3).within(1, 5));
    assertThat(bodies())
        .containsExactly(
            "{\"event\":\"out\",\"count\":2,\"policy\":\"out\"}", "{\"event\":\"out\"}");
  }

  @Test
  void readsByWhatAPoolIsScaled() {
    server.on("GET /pool/scaling", FakeServer.json(200, """
        {"minSize": 2, "maxSize": -1, "cap": 8, "configured": {"minSize": 0, "maxSize": 5},
         "policies": {"load": {"type": "adapter.policy.target", "version": "1.0",
                               "properties": {"target": 50.0, "metric": "cpu"}}},
         "cooldowns": {"more": 61},
         "schedules": {"night": {"cron": "0 20 * * *", "zone": "Europe/Berlin", "maxSize": 3,
                                 "next": "2026-11-22T19:00:00.000Z"}}}
        """));

    assertThat(pool().scaling())
        .isEqualTo(new PoolScaling(
            2,
            ScalingView.UNLIMITED,
            8,
            0,
            5,
            Map.of("load", TargetTrackingPolicy.of(50).watching("cpu")),
            Map.of("more", Duration.ofSeconds(61)),
            Map.of(
                "night",
                new ScheduledSize(
                    "0 20 * * *",
                    ZoneId.of("Europe/Berlin"),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    OptionalInt.of(3),
                    Optional.of(Instant.parse("2026-11-22T19:00:00Z"))))));
  }

  @Test
  void refusesPoliciesThatItDoesNotKnow() {
    server.on("GET /pool/scaling", FakeServer.json(200, """
        {"minSize": 2, "maxSize": 5, "cap": 8, "configured": {"minSize": 0, "maxSize": 5},
         "policies": {"magic": {"type": "magic", "version": "2.0", "properties": {}}},
         "cooldowns": {}, "schedules": {}}
        """));
    MachinePool web = pool();

    assertThatThrownBy(web::scaling)
        .isInstanceOf(PoolException.class)
        .hasMessageContaining("policy magic is none that is known here: The policy_type"
            + " 'magic-2.0' could not be found.");
  }

  @Test
  void sendsMetricsUnderTheirNames() {
    server.on(
        "POST /pool/metrics/load",
        FakeServer.json(
            200, decided("OK", "\"reason\":\"Scaling request validated.\",\"abstains\":true,")));

    ScalingDecision decision = pool().scale(ScalingRequest.measured("load", 71.5));

    assertThat(decision.changes()).isFalse();
    assertThat(decision.abstains()).isTrue();
    assertThat(bodies()).containsExactly("{\"value\":71.5}");
  }

  @Test
  void resizesAndHearsWhatWasDecided() {
    server.on(
        "POST /pool/resize",
        FakeServer.json(
            200,
            decided(
                "OK",
                "\"reason\":\"Scaling request validated.\",\"creation\":{\"count\":2},"
                    + "\"minSize\":1,\"maxSize\":-1,")));
    ResizeRequest resize = ResizeRequest.parse(Map.of(
        "adjustment_type", "CHANGE_IN_CAPACITY", "number", 2, "max_size", -1, "strict", false));

    ResizeDecision decision = pool().resize(resize);

    assertThat(decision.count()).isEqualTo(2);
    assertThat(decision.maxSize()).isEqualTo(ScalingView.UNLIMITED);
    assertThat(bodies())
        .containsExactly("{\"adjustment_type\":\"CHANGE_IN_CAPACITY\",\"number\":2.0,"
            + "\"max_size\":-1,\"strict\":false}");
  }

  @Test
  void readsAndAnswersHooks() {
    UUID token = UUID.fromString("ffbb9175-d510-4bc1-b676-c6aba2a4ca81");
    server.on("GET /pool/hooks", FakeServer.json(200, """
        {"hooks": [{"token": "ffbb9175-d510-4bc1-b676-c6aba2a4ca81", "machine": "i-1",
          "transition": "termination", "hook": "drain", "since": "2026-11-22T10:00:00.000Z",
          "deadline": "2026-11-22T10:01:00.000Z", "limit": "2026-11-22T11:40:00.000Z", "told": true}]}
        """));
    server.on("POST /pool/hooks/" + token + "/complete", FakeServer.json(200, ""));
    server.on("POST /pool/hooks/" + token + "/abandon", FakeServer.json(200, ""));
    server.on(
        "POST /pool/hooks/" + token + "/heartbeat",
        FakeServer.json(200, "{\"deadline\": \"2026-11-22T10:02:00.000Z\"}"));
    MachinePool web = pool();
    Instant since = Instant.parse("2026-11-22T10:00:00Z");

    assertThat(web.hooks())
        .containsExactly(new WaitingHook(
            token,
            new MachineId("i-1"),
            LifecycleTransition.TERMINATE,
            "drain",
            since,
            since.plusSeconds(60),
            since.plusSeconds(6000),
            true));
    web.answerHook(token, HookResult.CONTINUE);
    web.answerHook(token, HookResult.ABANDON);
    assertThat(web.heartbeat(token, WriteOptions.none())).isEqualTo(since.plusSeconds(120));
  }

  @Test
  void sendsNothingThatCannotBeSaidOverTheWire() {
    MachinePool web = pool();

    assertThatThrownBy(() -> web.scale(ScalingRequest.measured(1)))
        .isInstanceOf(PoolException.class)
        .hasMessage("a metric must have a name to be sent to a server");
    assertThatThrownBy(() -> web.scale(
            ScalingRequest.out(),
            PolicySelector.given(AdjustmentPolicy.of(
                ScalingDirection.SCALE_OUT, AdjustmentType.CHANGE_IN_CAPACITY, 1)),
            WriteOptions.none()))
        .isInstanceOf(PoolException.class)
        .hasMessage("a policy must be one of the pool's own to be sent to a server");
    assertThat(bodies()).isEmpty();
  }

  private List<String> bodies() {
    return server.asked().stream()
        .filter(asked -> asked.line().startsWith("POST"))
        .map(FakeServer.Asked::body)
        .toList();
  }

  private static String action(String phase) {
    return """
        {"id": "ffbb9175-d510-4bc1-b676-c6aba2a4ca81", "version": 17, "pool": "web",
         "machine": "i-1", "machineUid": "6f6d3b0e-0f3a-3f8e-9d61-3a2d7c5f0a11",
         "type": "Snapshot", "parameters": {"name": "s"}, "phase": "%s", "reason": "",
         "createdAt": "2026-11-22T10:00:00.000Z", "notBefore": "2026-11-22T10:00:00.000Z",
         "deadline": "2026-11-22T11:00:00.000Z", "startedAt": "2026-11-22T10:00:01.000Z",
         "attempts": [{"number": 1, "startedAt": "2026-11-22T10:00:01.000Z"}],
         "result": {"snapshotId": "snap-1"}, "cancelRequested": false, "labels": {"a": "b"},
         "requestedBy": "ops", "lease": {"holder": "pool", "epoch": 1,
         "expiresAt": "2026-11-22T10:01:00.000Z"}}
        """.formatted(phase);
  }

  @Test
  void asksForActionsAndFollowsThem() throws Exception {
    UUID uid = UUID.fromString("ffbb9175-d510-4bc1-b676-c6aba2a4ca81");
    server.on("POST /pool/i-1/actions", FakeServer.json(202, "{\"id\": \"" + uid + "\"}"));
    server.on("POST /pool/actions/" + uid + "/cancel", FakeServer.json(200, ""));
    server.on(
        "GET /pool/actions",
        FakeServer.json(200, "{\"version\": 17, \"actions\": [" + action("RUNNING") + "]}"));
    server.on("GET /pool/actions/" + uid, FakeServer.json(200, action("PENDING")));
    server.on(
        "GET /pool/actions/changes",
        FakeServer.json(
            200,
            "{\"version\": 20, \"changes\": [{\"kind\": \"MODIFIED\", \"version\": 19, \"action\": "
                + action("SUCCEEDED") + "}]}"));
    MachinePool web = pool();

    ActionRequest request = ActionRequest.of(new MachineId("i-1"), new Action.Snapshot("s"));
    assertThat(web.submit(request)).isEqualTo(uid);
    web.cancelAction(uid, WriteOptions.none());
    ActionStatus listed = web.actions().actions().get(0);
    assertThat(listed.action()).isEqualTo(request.action());
    assertThat(listed.phase()).isEqualTo(ActionPhase.RUNNING);
    assertThat(listed.lease().orElseThrow().epoch()).isEqualTo(1);
    assertThat(listed.result()).containsEntry("snapshotId", "snap-1");
    assertThat(web.action(uid).orElseThrow().phase()).isEqualTo(ActionPhase.PENDING);
    assertThat(web.action(new UUID(1, 2))).isEmpty();
    try (ActionWatch watch = web.watchActions(web.actions().version())) {
      assertThat(watch.next(Duration.ofSeconds(1)).get(0).action().phase())
          .isEqualTo(ActionPhase.SUCCEEDED);
      assertThat(watch.version()).isEqualTo(20);
    }
  }

  @Test
  void executorsOutsideTakeActionsUpAndReport() {
    UUID uid = UUID.fromString("ffbb9175-d510-4bc1-b676-c6aba2a4ca81");
    server.on(
        "POST /pool/actions/" + uid + "/claim",
        FakeServer.json(
            200,
            "{\"holder\": \"agent-7\", \"epoch\": 3, \"expiresAt\": \"2026-11-21T12:00:00Z\"}"));
    server.on("POST /pool/actions/" + uid + "/report", FakeServer.json(200, ""));
    MachinePool web = pool();

    ActionLease lease =
        web.claimAction(uid, "agent-7", Duration.ofSeconds(90), WriteOptions.none());
    web.reportAction(
        uid, lease.epoch(), ActionProgress.done(Map.of("disk", "sda")), WriteOptions.none());

    assertThat(lease)
        .isEqualTo(new ActionLease("agent-7", 3, Instant.parse("2026-11-21T12:00:00Z")));
    assertThat(server.asked().stream().filter(one -> one.line().startsWith("POST")))
        .extracting(FakeServer.Asked::body)
        .containsExactly(
            "{\"holder\":\"agent-7\",\"lease\":90}",
            "{\"epoch\":3,\"outcome\":\"DONE\",\"result\":{\"disk\":\"sda\"},\"note\":\"\"}");
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
