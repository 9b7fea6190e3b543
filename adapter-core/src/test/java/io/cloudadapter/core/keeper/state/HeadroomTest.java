package io.cloudadapter.core.keeper.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.QuarantineDecision;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.AdjustmentType;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.core.backup.BackupFile;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionLimit;
import io.cloudadapter.core.config.Headroom;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.keeper.TeamQuotas;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A pool keeps machines in service above its desired size, and its desired size stays what was asked for. */
class HeadroomTest {
  private static UnaryOperator<PoolConfigBuilder> headroom(String text) {
    return pool -> pool.headroom(Headroom.parse(text))
        .scaling(ScalingConfig.none()
            .with(
                "less",
                AdjustmentPolicy.of(
                    ScalingDirection.SCALE_IN, AdjustmentType.CHANGE_IN_CAPACITY, 1))
            .with(
                "more",
                AdjustmentPolicy.of(
                    ScalingDirection.SCALE_OUT, AdjustmentType.CHANGE_IN_CAPACITY, 1)));
  }

  private static KeeperHarness pool(String headroom, int size) {
    return KeeperHarness.with(headroom(headroom)).resize(size).run();
  }

  private static List<String> holds(KeeperHarness story, Alarm.Code code) {
    return story.plan().holds().stream()
        .filter(hold -> hold.code() == code)
        .map(PoolPlan.Hold::reason)
        .toList();
  }

  private static void refreshes(KeeperHarness story, int minHealthyPercent) {
    story.does(new Command.StartRefresh(RefreshRequest.builder()
        .minHealthyPercent(minHealthyPercent)
        .maxHealthyPercent(Math.max(100, minHealthyPercent + 1))
        .skipMatching(false)
        .build()));
  }

  private static RefreshState refresh(KeeperHarness story) {
    return story.refreshStatus().orElseThrow().state();
  }

  private static int inService(KeeperHarness story) {
    return story
        .shown(machine -> machine.effective() && machine.machineState() == MachineState.RUNNING)
        .size();
  }

  @Test
  void machines_above_the_desired_size_run_and_the_pool_has_settled() {
    KeeperHarness story = pool("2", 3);

    assertThat(story.size()).containsExactly(3, 5, 0);
    assertThat(story.view().headroom()).isEqualTo(2);
    assertThat(story.view().settled()).isTrue();
    assertThat(story.plan().headroom()).isEqualTo(2);
    assertThat(story.plan().holds()).isEmpty();
    assertThat(story.metric("pool_headroom")).isEqualTo(2);
    assertThat(story.metric("pool_desired_size")).isEqualTo(3);
    assertThat(story.cloud.launches).hasSize(5);
  }

  @Test
  void a_plan_names_the_headroom() {
    KeeperHarness story = pool("2", 3);

    assertThat(story.keeper().explainFor(4, story.now()).launches())
        .extracting(PoolPlan.Launch::reason)
        .containsExactly("desired 4 and headroom 2, effective 5, promised 0");
  }

  @Test
  void a_percentage_follows_the_desired_size() {
    KeeperHarness story = pool("10%", 10);
    assertThat(story.size()).containsExactly(10, 11, 0);

    story.resize(11).run();
    assertThat(story.size()).containsExactly(11, 13, 0);

    story.resize(0).run();
    assertThat(story.size()).containsExactly(0, 0, 0);
    assertThat(story.view().headroom()).isZero();
  }

  @Test
  void it_stops_at_max_size_and_the_plan_says_so_without_an_alarm() {
    KeeperHarness story = pool("5", 18);

    assertThat(story.size()).containsExactly(18, 20, 0);
    assertThat(story.view().headroom()).isEqualTo(2);
    assertThat(story.view().settled()).isTrue();
    assertThat(holds(story, Alarm.Code.AT_MAX_SIZE))
        .containsExactly("maxSize is 20; 3 of 5 machines of headroom have no room");
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void a_resize_is_exact() {
    KeeperHarness story = pool("2", 3);

    story.resize(5).run();
    assertThat(story.size()).containsExactly(5, 7, 0);
    assertThat(story.cloud.launches).hasSize(7);

    story.resize(2).run();
    assertThat(story.size()).containsExactly(2, 4, 0);
    assertThat(story.cloud.alive()).hasSize(4);
  }

  @Test
  void policies_scale_the_desired_size_and_not_what_is_above_it() {
    KeeperHarness story = pool("2", 3);

    story.scales(ScalingRequest.in());
    story.run();
    assertThat(story.size()).containsExactly(2, 4, 0);

    story.scales(ScalingRequest.out());
    story.run();
    assertThat(story.size()).containsExactly(3, 5, 0);
  }

  @Test
  void a_machine_that_dies_is_replaced_also_if_the_desired_size_is_there() {
    KeeperHarness story = pool("2", 3);

    story.cloud.dies("i-0001");
    story.run();

    assertThat(story.size()).containsExactly(3, 5, 0);
    assertThat(story.cloud.launches).hasSize(6);
  }

  @Test
  void what_a_lowered_headroom_leaves_over_goes_as_the_hours_budget_allows() {
    KeeperHarness story = KeeperHarness.with(
            pool -> headroom("4").apply(pool).terminationsPerHour(1))
        .resize(3)
        .run();

    story.restartWith(pool -> headroom("0").apply(pool).terminationsPerHour(1)).run();
    assertThat(story.size()).containsExactly(3, 6, 0);
    assertThat(holds(story, Alarm.Code.DELETE_BUDGET)).hasSize(1);

    story.run(Duration.ofHours(4));
    assertThat(story.size()).containsExactly(3, 3, 0);
  }

  @Test
  void a_refresh_leaves_the_headroom_in_service() {
    KeeperHarness story = pool("2", 4);

    story.holds(effect -> effect instanceof Effect.Launch);

    refreshes(story, 75);
    story.run(Duration.ofMinutes(10));

    assertThat(story.refreshStatus().orElseThrow().leastHealthy()).isEqualTo(5);
    assertThat(inService(story)).isEqualTo(5);
    story.releases();
    story.run(Duration.ofMinutes(40));
    assertThat(refresh(story)).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(story.size()).containsExactly(4, 6, 0);
  }

  @Test
  void at_max_size_a_refresh_takes_its_surge_from_the_headroom() {
    KeeperHarness story = KeeperHarness.with(
            pool -> pool.initialSize(18).headroom(Headroom.machines(2)))
        .run();
    assertThat(story.size()).containsExactly(18, 20, 0);

    story.holds(effect -> effect instanceof Effect.Launch);

    refreshes(story, 100);
    story.run(Duration.ofMinutes(10));

    assertThat(holds(story, Alarm.Code.AT_MAX_SIZE))
        .containsExactly("maxSize is 20, and the surge of the refresh is 1; 1 of 2 machines of"
            + " headroom have no room");
    assertThat(inService(story)).isEqualTo(19);
    story.releases();
    story.run(Duration.ofHours(2));
    assertThat(refresh(story)).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(story.size()).containsExactly(18, 20, 0);
    assertThat(story.view().headroom()).isEqualTo(2);
  }

  @Test
  void a_headroom_that_cannot_be_launched_counts_as_unavailable() {
    DisruptionConfig one = DisruptionConfig.none().withMaxUnavailable(DisruptionLimit.machines(1));
    KeeperHarness story =
        KeeperHarness.with(pool -> pool.disruption(one)).resize(4).run();
    story.restartWith(pool -> pool.disruption(one).headroom(Headroom.machines(2)));
    story.holds(effect -> effect instanceof Effect.Launch);
    story.run();

    refreshes(story, 0);

    assertThat(story.refreshStatus().orElseThrow().waitsFor())
        .contains("disruption.maxUnavailable is 1, and 2 of 6 machines are unavailable");
  }

  @Test
  void a_quota_that_allows_no_headroom_keeps_no_refresh_from_its_end() {
    DisruptionConfig one = DisruptionConfig.none().withMaxUnavailable(DisruptionLimit.machines(1));
    KeeperHarness story = KeeperHarness.with(
            pool -> pool.headroom(Headroom.machines(2)).disruption(one))
        .shares(TeamQuotas.machines(4))
        .resize(4)
        .run();
    assertThat(story.size()).containsExactly(4, 4, 0);
    assertThat(holds(story, Alarm.Code.TENANT_QUOTA)).hasSize(1);

    refreshes(story, 75);
    story.run(Duration.ofHours(1));

    assertThat(refresh(story)).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(story.size()).containsExactly(4, 4, 0);
    assertThat(story.view().headroom()).isZero();
    assertThat(story.view().settled()).isTrue();
  }

  @Test
  void a_refresh_of_a_pool_with_a_desired_size_of_0_replaces_its_headroom() {
    KeeperHarness story = pool("2", 0);
    assertThat(story.size()).containsExactly(0, 2, 0);

    refreshes(story, 100);
    for (int i = 0; i < 60; i++) {
      story.run(Duration.ofMinutes(1));
      assertThat(inService(story)).isGreaterThanOrEqualTo(2);
    }

    assertThat(refresh(story)).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(story.shown(machine -> machine.effective())).hasSize(2);
    assertThat(story.cloud.launches).hasSize(4);
  }

  @Test
  void a_machine_is_attached_only_as_far_as_max_size_has_room_beside_the_headroom() {
    KeeperHarness story = pool("2", 18);
    story.cloud.machine("new");

    PoolException refusal = story.refuses(new Command.Attach(new MachineId("new")));

    assertThat(refusal).hasMessage("the pool is at its maxSize of 20");
    assertThat(refusal.detail()).contains("lower the headroom");
    story.resize(17).run();
    story.ask(new Command.Attach(new MachineId("new")), Optional.empty());
    story.run();
    assertThat(story.size()).containsExactly(18, 20, 0);
    assertThat(story.shown(machine -> machine.id().value().equals("new"))).hasSize(1);
  }

  @Test
  void no_alarm_stands_while_headroom_above_a_lowered_max_size_waits_for_its_end() {
    UnaryOperator<PoolConfigBuilder> four =
        pool -> headroom("4").apply(pool).terminationsPerHour(1);
    KeeperHarness story = KeeperHarness.with(four).resize(3).run();

    story.restartWith(pool -> four.apply(PoolConfig.named("web", "here", 4))).run();

    assertThat(story.size()).containsExactly(3, 6, 0);
    assertThat(holds(story, Alarm.Code.DELETE_BUDGET)).hasSize(1);
    assertThat(story.alarms()).isEmpty();
    story.run(Duration.ofHours(4));
    assertThat(story.size()).containsExactly(3, 4, 0);
  }

  @Test
  void machines_that_a_backup_does_not_have_fill_the_headroom_first() {
    KeeperHarness story = pool("0", 3);
    BackupFile backup = story.backup();
    story.restartWith(headroom("2")).run();
    assertThat(story.cloud.alive()).hasSize(5);

    story.restores(backup).run();
    story.does(new Command.AcceptRestore());
    story.run();

    assertThat(story.size()).containsExactly(3, 5, 0);
    assertThat(story.cloud.launches).hasSize(5);
  }

  @Test
  void an_adopted_machine_fills_the_headroom_before_the_desired_size_grows() {
    KeeperHarness story = KeeperHarness.begins().resize(3).run();
    Map<String, byte[]> copy = new TreeMap<>(story.disk);
    story.resize(5).run();
    story.disk.clear();
    story.disk.putAll(copy);
    story.restartWith(headroom("1")).run();

    story.does(new Command.Settle(new MachineId("i-0004"), QuarantineDecision.ADOPT));
    story.run();
    assertThat(story.pool().desired()).isEqualTo(3);

    story.does(new Command.Settle(new MachineId("i-0005"), QuarantineDecision.ADOPT));
    story.run();
    assertThat(story.size()).containsExactly(4, 5, 0);
    assertThat(story.shown(Machine::effective)).hasSize(5);
  }
}
