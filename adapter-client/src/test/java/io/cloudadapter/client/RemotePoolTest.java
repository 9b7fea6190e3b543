package io.cloudadapter.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.api.health.MachineHealth;
import io.cloudadapter.api.health.UnhealthyMachine;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a remote pool reads and writes. */
class RemotePoolTest extends RemotePoolTests {
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
  void readsTheUnhealthyMachinesOfAPlan() {
    server.on("GET /pool/plan", FakeServer.json(200, """
        {"desiredSize": 3, "effective": 3, "open": 0, "launches": [], "terminations": [], "holds": [],
         "unhealthy": [
           {"machine": "i-1", "source": "load-balancer", "reason": "timeout",
            "since": "2026-01-01T00:00:00Z", "remedy": "REBOOT", "due": "2026-01-01T00:05:00Z",
            "hold": {"code": "RATE_LIMITED", "reason": "the window is closed",
                     "until": "2026-01-02T00:00:00Z"}},
           {"machine": "i-2", "source": "caller", "reason": "", "remedy": "NONE"}]}
        """));

    assertThat(pool().plan().unhealthy())
        .containsExactly(
            new UnhealthyMachine(
                new MachineId("i-1"),
                new MachineHealth(HealthSource.LOAD_BALANCER, "timeout"),
                Optional.of(Instant.parse("2026-01-01T00:00:00Z")),
                UnhealthyMachine.Remedy.REBOOT,
                Optional.of(Instant.parse("2026-01-01T00:05:00Z")),
                Optional.of(new PoolPlan.Hold(
                    Alarm.Code.RATE_LIMITED,
                    "the window is closed",
                    Optional.of(Instant.parse("2026-01-02T00:00:00Z"))))),
            new UnhealthyMachine(
                new MachineId("i-2"),
                new MachineHealth(HealthSource.CALLER, ""),
                Optional.empty(),
                UnhealthyMachine.Remedy.NONE,
                Optional.empty(),
                Optional.empty()));
  }

  @Test
  void refusesAnUnhealthyMachineOfASourceThatIsUnknown() {
    server.on("GET /pool/plan", FakeServer.json(200, """
        {"desiredSize": 3, "effective": 3, "open": 0, "launches": [], "terminations": [], "holds": [],
         "unhealthy": [{"machine": "i-1", "source": "oracle", "reason": "", "remedy": "NONE"}]}
        """));

    assertThatThrownBy(() -> pool().plan())
        .isInstanceOf(PoolException.class)
        .hasMessageContaining("source")
        .hasMessageContaining("caller, agent, load-balancer, probe, cloud");
  }

  @Test
  void readsTheHeadroomOfAPlan() {
    server.on("GET /pool/plan", FakeServer.json(200, """
        {"desiredSize": 3, "headroom": 2, "effective": 5, "open": 0,
         "launches": [], "terminations": [], "holds": []}
        """));

    assertThat(pool().plan().headroom()).isEqualTo(2);
  }

  @Test
  void readsThePlanForAnotherSizeAndBelievesNoServerThatLeavesTheSizeOut() {
    String plan = "{\"desiredSize\": 3, \"effective\": 1, \"open\": 0, \"launches\": [],"
        + " \"terminations\": [], \"holds\": []}";
    server.on("GET /pool/plan", FakeServer.json(200, plan));

    assertThat(pool().planFor(3).desiredSize()).isEqualTo(3);
    assertThatThrownBy(() -> pool().planFor(5))
        .isInstanceOfSatisfying(
            PoolException.class,
            refusal -> assertThat(refusal.reason()).isEqualTo(Reason.UNSUPPORTED));
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
        "POST /pool/i-1/health",
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
    pool.reportHealth(new HealthReport(machine, HealthVerdict.BAD, "disk full"));
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
            "POST /pool/i-1/health {\"verdict\":\"BAD\",\"reason\":\"disk full\"}",
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
  void severalReportsOfHealthUnderOneIdempotencyKeyAreRefused() {
    List<HealthReport> two = List.of(
        new HealthReport(new MachineId("i-1"), HealthVerdict.BAD, ""),
        new HealthReport(new MachineId("i-2"), HealthVerdict.BAD, ""));
    WriteOptions once = new WriteOptions(Optional.of("key-1"), "agent");

    assertThatThrownBy(() -> pool().reportHealth(HealthSource.AGENT, two, once))
        .isInstanceOf(PoolException.class)
        .hasMessageContaining("idempotencyKey must be given with one report alone, there are 2");
    assertThat(server.asked()).noneMatch(asked -> asked.line().startsWith("POST"));
  }
}
