package io.cloudadapter.core.keeper.warm;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.scaling.PlacementPolicy;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.config.HealthConfig;
import io.cloudadapter.core.config.OperatingState;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.core.config.WarmConfig;
import io.cloudadapter.core.config.WarmPoolState;
import io.cloudadapter.core.keeper.FakeCloud;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A warm pool whose cloud refuses, lags or fails costs its pool nothing, and comes to its size in the end. */
class WarmFailuresTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private static UnaryOperator<PoolConfigBuilder> stopped(int machines) {
    return pool -> pool.warm(WarmConfig.of(WarmPoolState.STOPPED, machines));
  }

  private static KeeperHarness pool(int warm, int size) {
    return KeeperHarness.with(stopped(warm)).resize(size).run();
  }

  private static List<String> in(KeeperHarness story, WarmState state) {
    return story.shown(machine -> machine.warm().equals(Optional.of(state)));
  }

  private static List<Alarm.Code> holds(KeeperHarness story) {
    return story.plan().warm().orElseThrow().holds().stream()
        .map(PoolPlan.Hold::code)
        .toList();
  }

  private static long serving(KeeperHarness story) {
    return story.cloud.alive().stream()
        .filter(id -> story.knows(id) && story.record(id).available())
        .count();
  }

  @ParameterizedTest
  @EnumSource(names = {"CAPACITY", "QUOTA", "UNAVAILABLE"})
  void a_launch_that_was_refused_once_is_tried_again_by_a_pool_that_lacks_nothing(
      CloudException.Kind kind) {
    KeeperHarness story = pool(2, 3);
    story.cloud.refusesNextLaunch(FakeCloud.refusal(kind));

    story.terminate(in(story, WarmState.WARM).get(0), false);
    story.run(HOUR);

    assertThat(in(story, WarmState.WARM)).hasSize(2);
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void one_launch_alone_tries_whether_the_cloud_accepts_again() {
    KeeperHarness story = KeeperHarness.with(stopped(0)).resize(3).run();
    story.cloud.refusingAll = FakeCloud.refusal(CloudException.Kind.CAPACITY);
    story.restartWith(stopped(4)).run();
    int refused = story.cloud.launches.size();

    story.run(HOUR);
    assertThat(story.cloud.launches.size() - refused).isBetween(1, 60);

    story.cloud.refusingAll = null;
    story.run(HOUR);
    assertThat(in(story, WarmState.WARM)).hasSize(4);
  }

  @Test
  void ready_machines_that_a_placement_does_not_take_give_way_to_launches() {
    PlacementPolicy placement = new PlacementPolicy(
        PlacementPolicy.Kind.ZONE,
        List.of(PlacementPolicy.Share.of("a", 100), PlacementPolicy.Share.of("b", 100)));
    UnaryOperator<PoolConfigBuilder> placed =
        pool -> pool.surge(1).scaling(ScalingConfig.none().with("spread", placement));
    KeeperHarness story = KeeperHarness.with(placed).resize(18).run();
    story.cloud.refusesZone("b", FakeCloud.refusal(CloudException.Kind.CAPACITY));
    story.restartWith(pool -> stopped(3).apply(placed.apply(pool))).run(HOUR);
    assertThat(in(story, WarmState.WARM))
        .hasSize(3)
        .allMatch(id -> "a".equals(story.record(id).zone()));
    story.cloud.zoneRecovers("b");

    story.resize(20).run(HOUR);

    assertThat(story.size()).containsExactly(20, 20, 0);
    assertThat(in(story, WarmState.WARM)).hasSize(1);
  }

  @Test
  void a_list_that_still_shows_a_woken_machine_stopped_launches_no_other() {
    KeeperHarness story = pool(1, 3);
    String woken = in(story, WarmState.WARM).get(0);
    story.resize(4);
    for (int i = 0; i < 600 && !story.effective().contains(woken); i++) {
      story.run(Duration.ofSeconds(1));
    }
    int launches = story.cloud.launches.size();

    story.cloud.powers(woken, false);
    story.list();
    assertThat(story.effective()).contains(woken);
    story.cloud.powers(woken, true);
    story.run();

    assertThat(story.cloud.launches).hasSizeLessThanOrEqualTo(launches);
    assertThat(story.cloud.terminations).isEmpty();
  }

  @Test
  void a_woken_machine_that_was_stopped_by_others_is_replaced_once_no_list_may_be_older() {
    KeeperHarness story = pool(1, 3);
    String woken = in(story, WarmState.WARM).get(0);
    story.resize(4);
    for (int i = 0; i < 600 && !story.effective().contains(woken); i++) {
      story.run(Duration.ofSeconds(1));
    }

    story.cloud.powers(woken, false);
    story.run();

    assertThat(story.effective()).doesNotContain(woken).hasSize(4);
  }

  @Test
  void one_that_is_not_evictable_and_does_not_start_counts_no_more_and_stays() {
    KeeperHarness story = pool(1, 3);
    String warm = in(story, WarmState.WARM).get(0);
    story.does(new Command.SetMembershipStatus(new MachineId(warm), MembershipStatus.BLESSED));
    story.cloud.broken.add(warm);

    story.resize(4).run(HOUR);

    assertThat(serving(story)).isEqualTo(4);
    assertThat(story.status(warm)).isEqualTo(MachineRecord.Status.LIVE);
    assertThat(story.cloud.alive()).contains(warm);
    assertThat(in(story, WarmState.WARM)).containsExactly(warm);
    assertThat(story.size()).containsExactly(4, 4, 0);
  }

  @Test
  void one_that_is_not_evictable_and_whose_wake_hook_abandons_it_is_stopped_again() {
    KeeperHarness story = KeeperHarness.with(pool -> stopped(1)
            .apply(pool.hook(LifecycleHook.on(
                "out", LifecycleTransition.WAKE, Duration.ofMinutes(1), HookTarget.listener()))))
        .resize(3)
        .run();
    String warm = in(story, WarmState.WARM).get(0);
    story.does(new Command.SetMembershipStatus(new MachineId(warm), MembershipStatus.BLESSED));

    story.resize(4).run(HOUR);

    assertThat(serving(story)).isEqualTo(4);
    assertThat(in(story, WarmState.WARM)).containsExactly(warm);
    assertThat(story.machine(warm).metadata()).containsEntry("stopped", "true");
  }

  @Test
  void a_suspended_pool_starts_and_stops_none() {
    KeeperHarness story = pool(2, 3);
    story.holds(effect -> effect instanceof Effect.Power);
    story.resize(4).settles();
    String waking = in(story, WarmState.WAKING).get(0);
    story.does(new Command.SetState(OperatingState.SUSPENDED));
    in(story, WarmState.WARM).forEach(id -> story.cloud.powers(id, true));
    story.crashAndRestart();
    story.releases();
    int before = story.cloud.powered.size();

    story.run(HOUR);
    assertThat(story.cloud.powered).hasSize(before);

    story.does(new Command.SetState(OperatingState.RUNNING));
    story.run();
    assertThat(story.effective()).contains(waking);
    assertThat(in(story, WarmState.WARM)).hasSize(2);
    assertThat(story.cloud.terminations).isEmpty();
  }

  @Test
  void a_cloud_that_stops_no_machine_is_asked_at_growing_intervals() {
    KeeperHarness story = KeeperHarness.with(stopped(1));
    for (int i = 0; i < 1000; i++) {
      story.cloud.nextPowers.add(FakeCloud.refusal(CloudException.Kind.DENIED));
    }

    story.resize(3).run(Duration.ofHours(3));

    assertThat(story.cloud.launches).hasSizeLessThan(3 + 20);
    assertThat(holds(story)).containsExactly(Alarm.Code.LAUNCHES_FAIL);
    assertThat(serving(story)).isEqualTo(3);

    story.cloud.nextPowers.clear();
    story.run(Duration.ofHours(2));
    assertThat(in(story, WarmState.WARM)).hasSize(1);
  }

  @Test
  void a_cloud_that_deletes_machines_that_stop_is_given_others_at_growing_intervals() {
    KeeperHarness story = KeeperHarness.with(stopped(1)).resize(3);
    for (int i = 0; i < 3 * 360; i++) {
      story.run(Duration.ofSeconds(10));
      in(story, WarmState.WARM).stream()
          .filter(story.cloud.alive()::contains)
          .forEach(story.cloud::dies);
    }

    assertThat(story.cloud.launches).hasSizeLessThan(3 + 30);
    assertThat(serving(story)).isEqualTo(3);

    story.run(Duration.ofHours(2));
    assertThat(in(story, WarmState.WARM)).hasSize(1);
  }

  @Test
  void one_that_wakes_may_be_taken_out_of_service_and_be_brought_back() {
    KeeperHarness story = KeeperHarness.with(
            pool -> stopped(1).apply(pool.health(HealthConfig.none().withBeforeService(true))))
        .resize(2)
        .run();
    for (String id : story.effective()) {
      story.serviceState(id, ServiceState.IN_SERVICE);
    }
    String warm = in(story, WarmState.WARM).get(0);
    story.resize(3).run(Duration.ofMinutes(1));
    assertThat(in(story, WarmState.WAKING)).containsExactly(warm);

    story.serviceState(warm, ServiceState.OUT_OF_SERVICE);
    story.serviceState(warm, ServiceState.IN_SERVICE);
    story.run();

    assertThat(story.record(warm).warm()).isNull();
    assertThat(story.record(warm).available()).isTrue();
  }

  @Test
  void machines_whose_hooks_abandon_them_are_replaced_at_growing_intervals() {
    KeeperHarness story = KeeperHarness.with(pool -> stopped(1)
        .apply(pool.hook(LifecycleHook.on(
            "in", LifecycleTransition.WARM_IN, Duration.ofMinutes(1), HookTarget.listener()))));

    story.resize(3).run(Duration.ofHours(3));

    assertThat(story.cloud.launches).hasSizeLessThan(3 + 20);
    assertThat(serving(story)).isEqualTo(3);
  }
}
