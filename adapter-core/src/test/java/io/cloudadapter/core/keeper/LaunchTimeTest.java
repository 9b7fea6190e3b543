package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.Metric;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The time from the plan of a launch to its running machine is measured once for each machine. */
class LaunchTimeTest {

  private static Metric launches(KeeperHarness pool) {
    return pool.metricOf("pool_launch_to_running_seconds");
  }

  private static KeeperHarness bootingMachine() {
    KeeperHarness pool = KeeperHarness.begins();
    pool.cloud.born = MachineState.PENDING;
    pool.resize(1).settles();
    assertThat(launches(pool).count()).isZero();
    return pool;
  }

  private static void runs(KeeperHarness pool) {
    pool.cloud.boxes.values().forEach(box -> box.state = MachineState.RUNNING);
    pool.run(Duration.ofMinutes(5));
  }

  @Test
  void aMachineIsMeasuredWhenItIsFirstSeenRunning() {
    KeeperHarness pool = bootingMachine();

    pool.run(Duration.ofSeconds(40));
    runs(pool);

    assertThat(launches(pool).count()).isEqualTo(1);
    assertThat(launches(pool).value()).isBetween(40.0, 120.0);
  }

  @Test
  void aRestartWhileItBootsChangesNothing() {
    KeeperHarness pool = bootingMachine();

    pool.run(Duration.ofSeconds(40));
    pool.crashAndRestart();
    runs(pool);

    assertThat(launches(pool).count()).isEqualTo(1);
    assertThat(launches(pool).value()).isBetween(40.0, 120.0);
  }
}
