package io.cloudadapter.aws;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.aws.InstanceRecord.End;
import io.cloudadapter.aws.cloud.FakeAws;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.simulation.ManualPool;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.testkit.wire.FaultInjection;
import io.cloudadapter.testkit.wire.FaultProxy;
import io.cloudadapter.testkit.wire.WireFault;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A pool of 20 machines on EC2 gets another image and is refreshed with at most 10 % of them out of service, while one
 * exchange in 25 fails, lists lag, machines die, and the pool's process dies twice. EC2's own record of its instances
 * judges each end.
 */
@Timeout(300)
@Tag("proof")
class PoolRefreshTest {
  private static final int MACHINES = 20;
  private static final int LEAST = 18;
  private static final String OLD = "ami-0a000000000000001";
  private static final String NEW = "ami-0a000000000000002";
  private static final int FAILED_BOOTS = 1;
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration BUSY = Duration.ofSeconds(10);
  private static final Duration LAG = Duration.ofSeconds(30);

  /** A list shows a death once it does not lag any more; some lists fail. */
  private static final Duration UNSEEN_FOR = LAG.plus(BUSY.multipliedBy(3));

  private static final int ONE_IN = 25;
  private static final int MANY = 100_000;
  private static final List<WireFault> FAULTS = List.of(
      WireFault.RESET,
      WireFault.LOST_REPLY,
      WireFault.ERROR_BEFORE,
      WireFault.ERROR_AFTER,
      WireFault.THROTTLED,
      WireFault.TRUNCATED,
      WireFault.GARBAGE_ERROR);

  private static final RefreshRequest CAREFUL = RefreshRequest.builder()
      .minHealthyPercent(90)
      .warmup(Duration.ofMinutes(1))
      .failureLimit(100)
      .build();

  private final SimulatedClock clock =
      SimulatedClock.startingAt(Instant.parse("2026-11-22T10:00:00Z"));
  private final FakeAws cloud = FakeAws.start(clock, 42);
  private final FaultProxy wire = FaultProxy.open(AwsDialect.AWS).headersAsSent();
  private final URI address = wire.to(cloud.url());
  private final AwsProviderFactory factory = new AwsProviderFactory();
  private Map<String, String> template = Map.of();
  private ManualPool web;
  private int processes;

  private MachineProvider open() {
    return factory.open(
        factory
            .config()
            .parse(Map.of(
                "region", FakeAws.REGION,
                "endpoint", address.toString(),
                "accessKeyId", FakeAws.KEY,
                "secretAccessKey", FakeAws.SECRET,
                "listLag", LAG.toSeconds() + "s")),
        new ProviderEnvironment("prod", clock, clock, new Random(++processes)));
  }

  private PoolConfig config(String image) {
    LaunchConfig.Builder launch = LaunchConfig.builder()
        .zones(List.of("eu-north-1a", "eu-north-1b"))
        .image(image)
        .template(template);
    if (!template.containsKey("fleetSizes")) {
      launch.size("t3.small");
    }
    return PoolConfig.named("web", "prod", MACHINES)
        .listInterval(BUSY, LAG)
        .launchesPerHour(200)
        .terminationsPerHour(200)
        .launch(launch.build())
        .build();
  }

  private List<FaultInjection> faults(SplittableRandom random) {
    List<FaultInjection> faults = new ArrayList<>();
    for (int exchange = 1; exchange < MANY; exchange++) {
      if (random.nextInt(ONE_IN) == 0) {
        faults.add(new FaultInjection(FAULTS.get(random.nextInt(FAULTS.size())), exchange, 0, 0));
      }
    }
    return faults;
  }

  @AfterEach
  void close() {
    web.close();
    wire.close();
    cloud.close();
  }

  @ParameterizedTest
  @CsvSource({"RunInstances, 2", "CreateFleet, 3"})
  void leavesEighteenMachinesInServiceAndReplacesEachOnce(String action, long seed) {
    template = action.equals("CreateFleet")
        ? Map.of(
            "subnets",
            FakeTestCloud.SUBNETS,
            "launchTemplate",
            "web",
            "fleetSizes",
            "t3.small,m6i.large")
        : AwsFixture.TEMPLATE;
    web = new ManualPool(open(), config("debian"), factory.template().parse(template), clock, seed);
    web.pool().setDesiredSize(MACHINES);
    Duration unused = web.passUntil(() -> web.pool().view().settled(), Duration.ofMinutes(20));
    cloud.meter();
    cloud.lag(LAG);

    web = web.dies(open(), config("alpine"), seed);
    unused = web.passUntil(() -> web.pool().view().drifted() == MACHINES, Duration.ofMinutes(20));
    SplittableRandom random = new SplittableRandom(seed);
    wire.plan(faults(random));
    web.pool().refresh(CAREFUL);
    InstanceRecord record = new InstanceRecord(cloud, clock, UNSEEN_FOR);
    refresh(record, random);

    judge(record, action);
  }

  /** Lets the refresh go to its end, while machines die every four minutes and the process at two moments. */
  private void refresh(InstanceRecord record, SplittableRandom random) {
    int deaths = 0;
    int kills = 0;
    for (int second = 1; remaining() > 0 || !web.pool().view().settled(); second++) {
      assertThat(second).as("seconds of %s", web.pool().refreshStatus()).isLessThan(6 * 3600);
      if (remaining() <= 14 - 7 * deaths && deaths < 2) {
        deaths++;
        web = web.dies(open(), config("alpine"), random.nextLong());
      }
      if (second % 240 == 0 && remaining() > 0) {
        kills++;
        // Three at once take it below the least number.
        kill(record, kills == 2 ? 3 : 1, random);
      }
      if (second == 300) {
        cloud.failNext("Server.InternalError"); // One machine ends as it boots.
      }
      web.pass(SECOND);
      record.note();
    }
    assertThat(deaths).as("deaths of the process").isEqualTo(2);
    assertThat(kills).as("times that machines died").isGreaterThanOrEqualTo(2);
  }

  private static void kill(InstanceRecord record, int machines, SplittableRandom random) {
    for (int i = 0; i < machines; i++) {
      List<String> running = List.copyOf(record.running());
      record.kill(running.get(random.nextInt(running.size())));
    }
  }

  private int remaining() {
    return web.pool().refreshStatus().map(RefreshStatus::remaining).orElse(0);
  }

  private void judge(InstanceRecord record, String action) {
    RefreshStatus status = web.pool().refreshStatus().orElseThrow();
    assertThat(status.state()).as(status::toString).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(record.running()).hasSize(MACHINES).isEqualTo(record.running(NEW));
    assertThat(record.ends()).isNotEmpty().allSatisfy(end -> {
      assertThat(end.left() + end.unseen()).as("%s", end).isGreaterThanOrEqualTo(LEAST);
    });
    assertThat(record.fewest()).as("instances after three deaths at once").isLessThan(LEAST);
    assertThat(record.endedByPool(NEW)).as("new machines that the pool ended").isEmpty();
    assertThat(record.endedByPool(OLD).size() + record.deaths(OLD).size())
        .as("old machines, each ended once")
        .isEqualTo(MACHINES);
    assertThat(cloud.made())
        .as("one machine for each at first, for each that was replaced, and for each that died")
        .isEqualTo(2 * MACHINES + record.deaths(NEW).size() + FAILED_BOOTS);
    assertThat(cloud.requests()).anyMatch(request -> request.startsWith(action));
    assertThat(wire.strikes()).extracting(FaultInjection::fault).contains(WireFault.LOST_REPLY);
    System.out.printf(
        "refresh by %s: %d ends, at least %d instances left by one, %d at the worst moment,"
            + " %d and %d deaths, %d made, %d of %d exchanges failed, %d throttled%n",
        action,
        record.endedByPool(OLD).size(),
        record.ends().stream().mapToInt(End::left).min().orElseThrow(),
        record.fewest(),
        record.deaths(OLD).size(),
        record.deaths(NEW).size(),
        cloud.made(),
        wire.strikes().size(),
        wire.exchanges().size(),
        cloud.throttled());
  }
}
