package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.simulated.CloudFault;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.ResourceSighting;
import io.cloudadapter.spi.config.ConfigSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The library keeps a pool on the simulated cloud, where machines have two disks and an address beside them. */
class ResourcePoolTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final SimulatedClock clock =
      SimulatedClock.startingAt(Instant.parse("2026-11-28T10:00:00Z"));
  private final SimulatedCloud cloud =
      SimulatedCloud.builder(1, clock).machineResources(true).build();
  private final ManualPool web = new ManualPool(
      cloud.provider(),
      PoolConfig.named("web", "here", 10).build(),
      ConfigSpec.none().parse(Map.of()),
      clock,
      7);

  @AfterEach
  void close() {
    web.close();
  }

  /** How many resources each machine has, and how many belong to none. */
  private Map<Optional<MachineId>, Long> resources() {
    return cloud.resources().stream()
        .collect(Collectors.groupingBy(ResourceSighting::machine, Collectors.counting()));
  }

  private void grows(int size) {
    web.pass(Duration.ofMinutes(1));
    web.pool().setDesiredSize(size);
    web.pass(Duration.ofMinutes(10));
  }

  @Test
  void each_machine_has_its_resources_and_they_go_with_it() {
    grows(3);
    assertThat(resources().values()).containsExactly(3L, 3L, 3L);

    web.pool().setDesiredSize(1);
    web.pass(Duration.ofMinutes(10));
    assertThat(resources().values()).containsExactly(3L);

    web.pool().setDesiredSize(0);
    web.pass(Duration.ofMinutes(10));
    assertThat(resources()).isEmpty();
  }

  @Test
  void requests_and_replies_that_are_lost_make_no_second_resource() {
    cloud.faults().rate(RequestKind.ACT, CloudFault.LOSE_REPLY, 0.3);
    cloud.faults().rate(RequestKind.ACT, CloudFault.LOSE_REQUEST, 0.2);
    grows(4);
    web.pass(HOUR);

    assertThat(resources().values()).containsExactly(3L, 3L, 3L, 3L);
  }

  @Test
  void the_disk_of_a_launch_that_is_refused_is_released() {
    cloud.faults().nextCalls(3, RequestKind.LAUNCH, CloudFault.NO_QUOTA);
    grows(1);
    web.pass(HOUR);

    assertThat(resources().values()).containsExactly(3L);
  }
}
