package io.cloudadapter.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.WarmConfig;
import io.cloudadapter.core.config.WarmPoolState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How much sooner a pool that grows by 10 is at its size with a warm pool, in virtual time, and what that costs. */
class WarmGrowthTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int BEFORE = 5;
  private static final int AFTER = 15;
  private static final int SEEDS = 20;

  /** How a growth went. */
  private record Growth(
      Duration took, double hours, double stoppedHours, int launches, int warmAtTheEnd) {}

  private static Growth grows(WarmConfig warm, long seed) {
    PoolConfig pool = PoolConfig.named("web", "here", 30)
        .initialSize(BEFORE)
        .listInterval(Duration.ofSeconds(5), Duration.ofSeconds(30))
        .warm(warm)
        .build();
    List<Duration> there = new ArrayList<>();
    List<Integer> ready = new ArrayList<>();
    SimulationReport report = Simulation.of(pool)
        .seed(seed)
        .length(HOUR.multipliedBy(2))
        .every(SECOND, web -> {
          boolean grown = web.now().compareTo(HOUR) >= 0;
          if (grown && web.view().desiredSize() == BEFORE) {
            web.setDesiredSize(AFTER);
          } else if (grown && there.isEmpty() && inService(web.view()) == AFTER) {
            there.add(web.now().minus(HOUR));
          }
          ready.add(web.view().warm(WarmState.WARM));
        })
        .run();
    assertThat(report.violation()).as(report.story()).isEmpty();
    return new Growth(
        there.get(0),
        report.hours(),
        report.stoppedHours(),
        report.launches(),
        ready.get(ready.size() - 1));
  }

  private static long inService(PoolView view) {
    return view.machines().stream()
        .filter(Machine::effective)
        .filter(machine -> machine.warm().isEmpty())
        .filter(machine -> machine.machineState() == MachineState.RUNNING)
        .count();
  }

  /** The growth in the middle of all by its time. */
  private static Growth median(WarmConfig warm) {
    List<Growth> all = new ArrayList<>();
    for (long seed = 1; seed <= SEEDS; seed++) {
      all.add(grows(warm, seed));
    }
    all.sort(Collections.reverseOrder((one, other) -> other.took().compareTo(one.took())));
    return all.get(SEEDS / 2);
  }

  @Test
  void ten_machines_of_a_warm_pool_are_in_service_sooner_than_ten_new_ones() {
    Growth cold = median(WarmConfig.none());
    Growth stopped = median(WarmConfig.of(WarmPoolState.STOPPED, 10));
    Growth running = median(WarmConfig.of(WarmPoolState.RUNNING, 10));

    assertThat(cold.took()).isBetween(Duration.ofSeconds(110), Duration.ofSeconds(130));
    assertThat(stopped.took()).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(35));
    assertThat(running.took()).isLessThanOrEqualTo(Duration.ofSeconds(2));
    assertThat(List.of(stopped.warmAtTheEnd(), running.warmAtTheEnd())).containsOnly(10);
    assertThat(stopped.launches()).isEqualTo(cold.launches() + 10);
    assertThat(cold.hours()).isCloseTo(5 + 15, within(0.5));
    assertThat(stopped.hours()).isCloseTo(15 + 25, within(0.5));
    assertThat(stopped.hours() - stopped.stoppedHours()).isCloseTo(cold.hours(), within(1.5));
    assertThat(running.hours() - running.stoppedHours()).isCloseTo(15 + 25, within(0.5));
  }
}
