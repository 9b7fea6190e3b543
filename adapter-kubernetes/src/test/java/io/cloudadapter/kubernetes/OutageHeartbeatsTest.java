package io.cloudadapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.kubernetes.OutageHeartbeats.ClusterHooks;
import io.cloudadapter.kubernetes.OutageHeartbeats.HookSetting;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How long hooks wait while their cluster cannot be asked. */
class OutageHeartbeatsTest {
  private static final Duration TIMEOUT = Duration.ofMinutes(15);
  private static final String AWAY = "the API server is away";

  private Optional<String> trouble = Optional.of(AWAY);
  private Optional<Duration> drainLimit = Optional.empty();
  private boolean working;

  private FakePool pool(LifecycleTransition transition) {
    return new FakePool(transition, TIMEOUT, Duration.ofHours(10));
  }

  private void pass(FakePool pool, OutageHeartbeats heartbeats, Duration time) {
    for (Duration end = pool.passed().plus(time); pool.passed().compareTo(end) < 0; ) {
      heartbeats.beat(
          List.of(new ClusterHooks(
              pool, Map.of("drain", new HookSetting(TIMEOUT, drainLimit)), trouble)),
          working ? Set.of(FakePool.TOKEN) : Set.of());
      pool.pass(Duration.ofSeconds(1));
    }
  }

  @Test
  void a_new_machine_waits_for_its_node_as_long_as_the_cluster_is_away_and_a_whole_timeout_after() {
    FakePool pool = pool(LifecycleTransition.LAUNCH);
    OutageHeartbeats heartbeats = new OutageHeartbeats(pool::wall);
    pass(pool, heartbeats, Duration.ofHours(5));
    assertThat(pool.waits()).isTrue();
    assertThat(pool.heartbeats).as("one each third of the time-out").isBetween(55, 65);
    assertThat(pool.trouble).contains(AWAY);

    trouble = Optional.empty();
    pass(pool, heartbeats, Duration.ofMinutes(9));
    assertThat(pool.waits()).isTrue();
    assertThat(pool.trouble).isEmpty();
    pass(pool, heartbeats, Duration.ofMinutes(7));
    assertThat(pool.end).isEqualTo("timed out");
  }

  @Test
  void a_new_machine_whose_message_has_not_arrived_waits_too() {
    FakePool pool = pool(LifecycleTransition.LAUNCH);
    pool.told = false;
    trouble = Optional.empty();
    pass(pool, new OutageHeartbeats(pool::wall), Duration.ofHours(2));
    assertThat(pool.waits()).isTrue();
    assertThat(pool.trouble).as("the core reports it").isEmpty();
  }

  @Test
  void a_new_machine_without_a_node_ends_in_time_if_the_cluster_answers() {
    FakePool pool = pool(LifecycleTransition.LAUNCH);
    trouble = Optional.empty();
    pass(pool, new OutageHeartbeats(pool::wall), Duration.ofMinutes(16));
    assertThat(pool.heartbeats).isZero();
    assertThat(pool.end).isEqualTo("timed out");
  }

  @Test
  void the_limit_of_the_hook_ends_the_wait() {
    FakePool pool = pool(LifecycleTransition.LAUNCH);
    pass(pool, new OutageHeartbeats(pool::wall), Duration.ofHours(10));
    assertThat(pool.end).isEqualTo("timed out");
    assertThat(pool.heartbeats).as("none at the limit").isLessThan(130);
  }

  @Test
  void a_drain_that_the_cluster_never_learns_of_waits_until_its_time_limit() {
    FakePool pool = pool(LifecycleTransition.TERMINATE);
    pool.told = false;
    drainLimit = Optional.of(Duration.ofHours(1));
    OutageHeartbeats heartbeats = new OutageHeartbeats(pool::wall);
    pass(pool, heartbeats, Duration.ofMinutes(60));
    assertThat(pool.waits()).isTrue();

    pass(pool, heartbeats, Duration.ofSeconds(2));
    assertThat(pool.end).isEqualTo("completed");
    assertThat(pool.atLimit).contains(AWAY);
  }

  @Test
  void a_drain_under_way_ends_and_reports_by_its_own_work() {
    FakePool pool = pool(LifecycleTransition.TERMINATE);
    drainLimit = Optional.of(Duration.ofHours(1));
    working = true;
    pass(pool, new OutageHeartbeats(pool::wall), Duration.ofMinutes(61));
    assertThat(pool.waits()).isTrue();
    assertThat(pool.trouble).isEmpty();
  }
}
