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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How long hooks wait while their cluster cannot be asked. */
class OutageHeartbeatsTest {
  private static final Duration TIMEOUT = Duration.ofMinutes(15);
  private static final String AWAY = "the API server is away";

  private Optional<String> trouble = Optional.of(AWAY);
  private Duration timeout = TIMEOUT;
  private Optional<Duration> drainLimit = Optional.empty();
  private boolean working;

  private FakePool pool(LifecycleTransition transition) {
    return new FakePool(transition, TIMEOUT, Duration.ofHours(10));
  }

  private static OutageHeartbeats heartbeats(FakePool pool) {
    return new OutageHeartbeats(pool::nanos, pool::wall);
  }

  private void pass(FakePool pool, OutageHeartbeats heartbeats, Duration time) {
    for (Duration end = pool.passed().plus(time); pool.passed().compareTo(end) < 0; ) {
      heartbeats.beat(
          List.of(new ClusterHooks(
              pool, Map.of("drain", new HookSetting(timeout, drainLimit)), trouble)),
          working ? Set.of(FakePool.TOKEN) : Set.of());
      pool.pass(Duration.ofSeconds(1));
    }
  }

  @Test
  void a_new_machine_waits_for_its_node_as_long_as_the_cluster_is_away_and_a_whole_timeout_after() {
    FakePool pool = pool(LifecycleTransition.LAUNCH);
    OutageHeartbeats heartbeats = heartbeats(pool);
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
    pass(pool, heartbeats(pool), Duration.ofHours(2));
    assertThat(pool.waits()).isTrue();
    assertThat(pool.trouble).as("the core reports it").isEmpty();
  }

  @Test
  void a_new_machine_without_a_node_ends_in_time_if_the_cluster_answers() {
    FakePool pool = pool(LifecycleTransition.LAUNCH);
    trouble = Optional.empty();
    pass(pool, heartbeats(pool), Duration.ofMinutes(16));
    assertThat(pool.heartbeats).isZero();
    assertThat(pool.end).isEqualTo("timed out");
  }

  @Test
  void the_limit_of_the_hook_ends_the_wait() {
    FakePool pool = pool(LifecycleTransition.LAUNCH);
    pass(pool, heartbeats(pool), Duration.ofHours(10));
    assertThat(pool.end).isEqualTo("timed out");
    assertThat(pool.heartbeats).as("none at the limit").isLessThan(130);
  }

  @Test
  void a_drain_that_the_cluster_never_learns_of_waits_until_its_time_limit() {
    FakePool pool = pool(LifecycleTransition.TERMINATE);
    pool.told = false;
    drainLimit = Optional.of(Duration.ofHours(1));
    OutageHeartbeats heartbeats = heartbeats(pool);
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
    pass(pool, heartbeats(pool), Duration.ofMinutes(61));
    assertThat(pool.waits()).isTrue();
    assertThat(pool.trouble).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"TERMINATE", "LAUNCH"})
  void a_timeout_that_is_raised_or_lowered_in_the_configuration_changes_no_interval(
      LifecycleTransition transition) {
    for (Duration configured : List.of(Duration.ofMinutes(1), TIMEOUT, Duration.ofHours(4))) {
      FakePool pool = pool(transition);
      OutageHeartbeats heartbeats = heartbeats(pool);
      timeout = configured;
      pass(pool, heartbeats, Duration.ofHours(5));
      assertThat(pool.waits()).as("with " + configured).isTrue();
      assertThat(pool.heartbeats).as("with " + configured).isBetween(55, 65);
    }
  }

  @Test
  void heartbeats_of_a_drain_under_way_need_no_others() {
    FakePool pool = pool(LifecycleTransition.TERMINATE);
    working = true;
    OutageHeartbeats heartbeats = heartbeats(pool);
    for (int i = 0; i < 20; i++) {
      pass(pool, heartbeats, Duration.ofMinutes(4));
      pool.heartbeat(FakePool.TOKEN);
    }
    assertThat(pool.heartbeats).isEqualTo(20);
  }

  @ParameterizedTest
  @ValueSource(longs = {-120, 120})
  void a_leap_of_the_wall_clock_neither_ends_a_drain_nor_puts_its_end_off(long minutes) {
    FakePool pool = pool(LifecycleTransition.TERMINATE);
    drainLimit = Optional.of(Duration.ofHours(1));
    OutageHeartbeats heartbeats = heartbeats(pool);
    pass(pool, heartbeats, Duration.ofMinutes(2));

    pool.leap(Duration.ofMinutes(minutes));
    pass(pool, heartbeats, Duration.ofMinutes(57));
    assertThat(pool.end).isEmpty();

    pass(pool, heartbeats, Duration.ofMinutes(2));
    assertThat(pool.end).isEqualTo("completed");
    assertThat(pool.passed()).isBetween(Duration.ofMinutes(60), Duration.ofMinutes(61));
  }

  @Test
  void a_new_process_counts_what_a_drain_has_waited_before() {
    FakePool pool = pool(LifecycleTransition.TERMINATE);
    drainLimit = Optional.of(Duration.ofHours(1));
    pass(pool, heartbeats(pool), Duration.ofMinutes(50));

    OutageHeartbeats next = heartbeats(pool);
    pass(pool, next, Duration.ofMinutes(9));
    assertThat(pool.waits()).isTrue();
    pass(pool, next, Duration.ofMinutes(2));
    assertThat(pool.end).isEqualTo("completed");
  }

  @Test
  void a_hook_that_has_ended_is_forgotten() {
    FakePool pool = pool(LifecycleTransition.LAUNCH);
    OutageHeartbeats heartbeats = heartbeats(pool);
    pass(pool, heartbeats, Duration.ofMinutes(1));
    assertThat(heartbeats.waiting()).containsExactly(FakePool.TOKEN);

    pool.complete(FakePool.TOKEN);
    pass(pool, heartbeats, Duration.ofSeconds(2));
    assertThat(heartbeats.waiting()).isEmpty();
  }

  @Test
  void a_leap_of_the_wall_clock_keeps_no_machine_from_waiting_for_its_node() {
    for (Duration leap : List.of(Duration.ofHours(-20), Duration.ofHours(20))) {
      FakePool pool = pool(LifecycleTransition.LAUNCH);
      OutageHeartbeats heartbeats = heartbeats(pool);
      pass(pool, heartbeats, Duration.ofMinutes(12));
      pool.leap(leap);
      pass(pool, heartbeats, Duration.ofHours(9));
      assertThat(pool.waits()).as("after a leap by " + leap).isTrue();
      assertThat(pool.heartbeats).isBetween(105, 115);
    }
  }
}
