package io.cloudadapter.aws.asg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.api.refresh.RefreshRequest;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A pool of 20 machines as an Auto Scaling group: what its machines are made from is in the group, so the pool refuses
 * to refresh them, and leaves alone what Auto Scaling replaces.
 */
@Timeout(240)
class AsgRefreshTest {
  private static final int MACHINES = 20;
  private static final Duration WHILE = Duration.ofMinutes(10);

  private final AsgPoolFixture web = new AsgPoolFixture(MACHINES);

  private void refuses() {
    refuses(() -> web.pool().refresh(RefreshRequest.defaults()));
    for (RefreshControl control : RefreshControl.values()) {
      refuses(() -> web.pool().controlRefresh(control, WriteOptions.none()));
    }
    assertThat(web.pool().refreshStatus()).isEmpty();
  }

  private static void refuses(Runnable command) {
    assertThatThrownBy(command::run)
        .isInstanceOfSatisfying(PoolException.class, e -> {
          assertThat(e.reason()).isEqualTo(Reason.UNSUPPORTED);
          assertThat(e.detail()).contains("The group decides what its machines are made from");
        })
        .hasMessage("pool web is a group that its cloud sizes by itself");
  }

  /** What was asked of Auto Scaling and EC2 that changes something. */
  private long changes() {
    Map<String, Long> requests = web.requests();
    requests.keySet().removeIf(action -> action.startsWith("Describe") || action.startsWith("Get"));
    return requests.values().stream().mapToLong(Long::longValue).sum();
  }

  @Test
  @Tag("proof")
  void refusesToRefreshWithTheReasonAndChangesNothing() {
    try (web) {
      web.grown(MACHINES);
      Set<String> before = web.staying();
      long changes = changes();

      refuses();
      web.pass(WHILE);
      web.die();
      web.pass(WHILE);
      refuses();
      web.pass(WHILE);

      assertThat(web.pool().view().drifted()).isZero();
      assertThat(web.staying()).isEqualTo(before);
      assertThat(changes()).isEqualTo(changes);
      web.isAtRestWith(MACHINES, MACHINES);
    }
  }

  @Test
  @Tag("proof")
  void countsWhatAutoScalingReplacesTwoAtATimeAndLaunchesAndEndsNothingItself() {
    try (web) {
      web.grown(MACHINES);
      Set<String> old = new TreeSet<>(web.staying());
      long changes = changes();

      int replaced = 0;
      for (String machine : old) {
        web.cloud.dropFromGroup(machine);
        replaced++;
        if (replaced % 2 == 0) {
          web.pass(Duration.ofMinutes(2));
        }
        if (replaced == 7 || replaced == 14) {
          web.die();
        }
      }
      web.pass(WHILE);

      assertThat(web.staying()).doesNotContainAnyElementsOf(old);
      assertThat(changes()).isEqualTo(changes);
      web.isAtRestWith(MACHINES, 2 * MACHINES);
    }
  }
}
