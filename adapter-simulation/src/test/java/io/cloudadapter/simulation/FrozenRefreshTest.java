package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.simulation.fault.FaultProfile;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * A pool is frozen while its refresh has machines above the desired size. What a policy decides then rests on the
 * machines without these, and the simulation judges it so.
 */
class FrozenRefreshTest {
  private static final RefreshRequest DOUBLE = RefreshRequest.builder()
      .minHealthyPercent(50)
      .maxHealthyPercent(200)
      .skipMatching(false)
      .failureLimit(1000)
      .build();

  @Test
  void a_policy_of_a_frozen_pool_does_not_build_on_the_surge_of_its_refresh() {
    AtomicInteger decisions = new AtomicInteger();

    SimulationReport report = tell(1, decisions);

    assertThat(report.violation()).as(report::story).isEmpty();
    assertThat(decisions).as("decisions amid a surge").hasPositiveValue();
  }

  static SimulationReport tell(long seed) {
    return tell(seed, new AtomicInteger());
  }

  private static SimulationReport tell(long seed, AtomicInteger decisions) {
    PoolConfig config = PoolConfig.named("web", "here", 20)
        .initialSize(4)
        .terminationsPerHour(1000)
        .launchesPerHour(1000)
        .build();
    return Simulation.of(config)
        .seed(seed)
        .length(Duration.ofHours(3))
        .climate(FaultProfile.FAIR)
        .fault(FaultKind.CRASH, 0.02)
        .fault(FaultKind.WRONG_ACCOUNT, 0.8)
        .every(Duration.ofSeconds(30), pool -> {
          Optional<RefreshStatus> refresh = pool.refreshStatus();
          PoolView view = pool.view();
          if (view.status() == PoolStatus.ACTIVE
              && refresh.filter(known -> known.state().active()).isEmpty()) {
            pool.refresh(DOUBLE);
          } else if (view.status() == PoolStatus.FROZEN
              && view.size().effective() > view.size().desiredSize()) {
            pool.scale(ScalingRequest.out(1));
            decisions.incrementAndGet();
          }
        })
        .run();
  }
}
