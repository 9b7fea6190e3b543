package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.simulation.fault.FaultProfile;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A pool of 20 machines is refreshed with at most 10 % of them out of service at once, while its process is killed and
 * its machines die. The simulation judges each step by its own record of the machines (I17).
 */
class RefreshUnderFaultsTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private static final RefreshRequest CAREFUL = RefreshRequest.builder()
      .minHealthyPercent(90)
      .skipMatching(false)
      .warmup(Duration.ofMinutes(2))
      .failureLimit(1000)
      .build();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void leavesAtLeastEighteenMachinesInServiceAndEnds(long seed) {
    AtomicReference<Optional<RefreshStatus>> last = new AtomicReference<>(Optional.empty());
    PoolConfig config = PoolConfig.named("web", "here", 20)
        .initialSize(20)
        .terminationsPerHour(200)
        .launchesPerHour(400)
        .build();

    SimulationReport report = Simulation.of(config)
        .seed(seed)
        .length(Duration.ofHours(24))
        .climate(FaultProfile.FAIR)
        .fault(FaultKind.CRASH, 0.001)
        .fault(FaultKind.MACHINE_DIES, 0.3)
        .every(Duration.ofMinutes(10), pool -> {
          last.set(pool.refreshStatus());
          if (pool.now().compareTo(HOUR) > 0 && last.get().isEmpty()) {
            pool.refresh(CAREFUL);
          }
        })
        .run();

    assertThat(report.violation()).as(report::story).isEmpty();
    assertThat(report.faults().get(FaultKind.CRASH).strikes()).isGreaterThanOrEqualTo(2);
    assertThat(report.faults().get(FaultKind.MACHINE_DIES).strikes()).isPositive();
    RefreshStatus end = last.get().orElseThrow();
    assertThat(end.state()).as(end::toString).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(end.machines()).isBetween(18, 20);
  }
}
