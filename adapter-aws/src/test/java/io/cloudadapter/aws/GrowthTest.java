package io.cloudadapter.aws;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.aws.cloud.FakeAws;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.simulation.ManualPool;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.ProviderEnvironment;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a large pool costs by EC2's buckets, kept by the library itself, in the fake's time. */
@Timeout(300)
@Tag("proof")
class GrowthTest {
  private static final int MACHINES = 3000;
  private static final int BATCH = 100;

  /** A thousand at once, and two a second from then on. */
  private static final Duration PERMITTED = Duration.ofSeconds((MACHINES - 1000) / 2);

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration LOOKS = Duration.ofSeconds(30);

  private final SimulatedClock clock =
      SimulatedClock.startingAt(Instant.parse("2026-11-22T10:00:00Z"));
  private final FakeAws cloud = FakeAws.start(clock, 42);
  private final ManualPool web = pool();

  private ManualPool pool() {
    // A large pool is looked at less often while it grows: else most of the test's time would go
    // there.
    PoolConfig config = PoolConfig.named("web", "prod", MACHINES)
        .listInterval(Duration.ofSeconds(30), LOOKS)
        .launch(LaunchConfig.builder()
            .zones(List.of("eu-north-1a"))
            .size("t3.small")
            .image("debian")
            .template(AwsFixture.TEMPLATE)
            .build())
        .build();
    return new ManualPool(
        open(), config, new AwsProviderFactory().template().parse(AwsFixture.TEMPLATE), clock, 7);
  }

  private MachineProvider open() {
    AwsProviderFactory factory = new AwsProviderFactory();
    return factory.open(
        factory
            .config()
            .parse(Map.of(
                "region", FakeAws.REGION,
                "endpoint", cloud.url().toString(),
                "accessKeyId", FakeAws.KEY,
                "secretAccessKey", FakeAws.SECRET)),
        new ProviderEnvironment("prod", clock, clock, new Random(1)));
  }

  @AfterEach
  void close() {
    web.close();
    cloud.close();
  }

  private long requests(String action) {
    return cloud.requests().stream().filter(each -> each.startsWith(action)).count();
  }

  @Test
  void growsAsFastAsTheBucketsPermitWithTheFewestLaunches() {
    cloud.meter();
    web.pass(HOUR);

    web.pool().setDesiredSize(MACHINES);
    Duration took = web.passUntil(() -> web.pool().view().settled(), HOUR);

    assertThat(cloud.made()).isEqualTo(MACHINES);
    assertThat(requests("RunInstances")).isEqualTo(MACHINES / BATCH);
    assertThat(cloud.throttled()).isZero();
    assertThat(took).isBetween(PERMITTED, PERMITTED.multipliedBy(11).dividedBy(10));
  }

  @Test
  void aPoolAtRestCostsOneRequestALook() {
    web.pool().setDesiredSize(5);
    web.pass(Duration.ofMinutes(20));
    long lists = requests("DescribeInstances");
    long all = requests("");

    web.pass(LOOKS.multipliedBy(20));

    assertThat(requests("DescribeInstances") - lists).isEqualTo(20);
    assertThat(requests("") - requests("GetCallerIdentity") - all).isLessThanOrEqualTo(20);
  }

  @Test
  void endsByHundreds() {
    cloud.meter();
    web.pool().setDesiredSize(5 * BATCH);
    Duration unused = web.passUntil(() -> web.pool().view().settled(), HOUR);

    web.pool().setDesiredSize(0);
    unused = web.passUntil(() -> web.pool().view().size().allocated() == 0, HOUR);

    assertThat(requests("TerminateInstances")).isEqualTo(5);
    assertThat(cloud.throttled()).isZero();
  }
}
