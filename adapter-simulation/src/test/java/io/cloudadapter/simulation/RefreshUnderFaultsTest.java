package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.simulation.fault.FaultProfile;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A pool of 20 machines gets another image and is refreshed with at most 10 % of them out of service at once, while its
 * process is killed twice midway and at other moments, and its machines die. The simulation judges each step by its own
 * record of the machines (I17): one that leaves fewer than 18 in service breaks the rule, also while a fault has taken
 * the pool below 18.
 */
class RefreshUnderFaultsTest {
  private static final Duration NEW_IMAGE = Duration.ofHours(1);
  private static final Duration FIRST_KILL = Duration.ofMinutes(75);
  private static final Duration SECOND_KILL = Duration.ofMinutes(90);

  private static final RefreshRequest CAREFUL = RefreshRequest.builder()
      .minHealthyPercent(90)
      .warmup(Duration.ofMinutes(2))
      .failureLimit(1000)
      .build();

  /** How far the refresh was each minute. */
  private final TreeMap<Duration, RefreshStatus> seen = new TreeMap<>();

  private void follow(SimulatedPool pool) {
    Optional<RefreshStatus> status = pool.refreshStatus();
    status.ifPresent(known -> seen.put(pool.now(), known));
    if (status.isEmpty() && pool.view().drifted() > 0) {
      pool.refresh(CAREFUL);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void leavesAtLeastEighteenMachinesInServiceAndEnds(long seed) {
    PoolConfig config = PoolConfig.named("web", "here", 20)
        .initialSize(20)
        .terminationsPerHour(200)
        .launchesPerHour(400)
        .launch(LaunchConfig.builder().image("web-1").build())
        .build();

    SimulationReport report = Simulation.of(config)
        .seed(seed)
        .length(Duration.ofHours(24))
        .climate(FaultProfile.FAIR)
        .fault(FaultKind.CRASH, 0.001)
        .fault(FaultKind.MACHINE_DIES, 0.3)
        .deploy(NEW_IMAGE, RefreshUnderFaultsTest::withNewImage)
        .deploy(FIRST_KILL, same -> same)
        .deploy(SECOND_KILL, same -> same)
        .every(Duration.ofMinutes(1), this::follow)
        .run();

    assertThat(report.violation()).as(report::story).isEmpty();
    assertThat(report.faults().get(FaultKind.CRASH).strikes()).isGreaterThanOrEqualTo(2);
    assertThat(report.faults().get(FaultKind.MACHINE_DIES).strikes()).isPositive();
    for (Duration kill : List.of(FIRST_KILL, SECOND_KILL)) {
      RefreshStatus before = seen.floorEntry(kill).getValue();
      assertThat(before.remaining()).as("%s at %s", before, kill).isBetween(1, 19);
    }
    RefreshStatus end = seen.lastEntry().getValue();
    assertThat(end.state()).as(end::toString).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(end.machines()).isBetween(18, 20);
    assertThat(end.remaining()).isZero();
  }

  private static PoolConfig withNewImage(PoolConfig before) {
    return before.toBuilder()
        .launch(before.launch().toBuilder().image("web-2").build())
        .build();
  }
}
