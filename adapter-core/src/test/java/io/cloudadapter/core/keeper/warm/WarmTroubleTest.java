package io.cloudadapter.core.keeper.warm;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.config.DeletionMode;
import io.cloudadapter.core.config.PoolConfigBuilder;
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

/** What a person learns of a warm pool in trouble, and what the trouble costs. */
class WarmTroubleTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration HOUR = Duration.ofHours(1);

  private static UnaryOperator<PoolConfigBuilder> warm(WarmPoolState state, int machines) {
    return pool -> pool.surge(1).warm(WarmConfig.of(state, machines));
  }

  private static KeeperHarness pool(int warm, int size) {
    return KeeperHarness.with(warm(WarmPoolState.STOPPED, warm)).resize(size).run();
  }

  private static List<String> in(KeeperHarness story, WarmState state) {
    return story.shown(machine -> machine.warm().equals(Optional.of(state)));
  }

  private static void refusesPower(KeeperHarness story, CloudException.Kind kind) {
    for (int i = 0; i < 1000; i++) {
      story.cloud.nextPowers.add(FakeCloud.refusal(kind));
    }
  }

  private static long starts(KeeperHarness story) {
    return story.cloud.powered.stream().filter(call -> call.startsWith("start")).count();
  }

  private static String codes(KeeperHarness story) {
    return story.alarms().toString();
  }

  @Test
  void a_cloud_that_refuses_starts_and_launches_costs_one_warm_machine_and_not_all() {
    KeeperHarness story = pool(4, 2);
    List<String> warm = in(story, WarmState.WARM);
    refusesPower(story, CloudException.Kind.DENIED);
    story.cloud.refusingAll = FakeCloud.refusal(CloudException.Kind.QUOTA);

    story.resize(3).run(HOUR.multipliedBy(2));

    assertThat(story.cloud.terminations).hasSize(1);
    assertThat(in(story, WarmState.WARM)).hasSize(3).isSubsetOf(warm);
    assertThat(starts(story)).isLessThan(25);
    assertThat(codes(story)).contains("WARM_POOL");

    story.cloud.nextPowers.clear();
    story.run(HOUR.multipliedBy(2));
    assertThat(story.effective()).hasSize(3);
    assertThat(codes(story)).doesNotContain("WARM_POOL");
  }

  @Test
  void several_machines_of_one_growth_that_do_not_start_are_one_failure() {
    KeeperHarness story = pool(12, 2);
    for (int i = 0; i < 12; i++) {
      story.cloud.nextPowers.add(FakeCloud.refusal(CloudException.Kind.DENIED));
    }

    story.resize(14).run(MINUTE);
    assertThat(story.effective()).hasSize(14);
    assertThat(codes(story)).doesNotContain("WARM_POOL");

    story.run(MINUTE.multipliedBy(9));
    long before = starts(story);
    story.resize(16).run(MINUTE.multipliedBy(2));
    assertThat(starts(story)).isEqualTo(before + 2);
  }

  @Test
  void the_plan_names_the_last_answer_to_a_start_that_may_yet_succeed() {
    KeeperHarness story = pool(1, 2);
    refusesPower(story, CloudException.Kind.THROTTLED);

    story.resize(3).run(MINUTE);

    assertThat(story.plan().ongoing())
        .filteredOn(step -> step.operation() == PoolPlan.Operation.WAKE)
        .extracting(PoolPlan.Ongoing::waitsFor)
        .singleElement()
        .asString()
        .startsWith("the cloud to start it; its last answer is THROTTLED");

    story.run(Duration.ofMinutes(10));
    String woken = story.cloud.terminations.iterator().next();
    assertThat(story.record(woken).reason())
        .startsWith("it did not start within 5m")
        .contains("; the cloud's last answer is THROTTLED");
  }

  @Test
  void a_running_warm_machine_that_is_stopped_from_outside_is_not_ready_and_is_started_again() {
    KeeperHarness story =
        KeeperHarness.with(warm(WarmPoolState.RUNNING, 2)).resize(2).run();
    String stopped = in(story, WarmState.WARM).get(0);
    story.holds(effect -> effect instanceof Effect.Power);

    story.cloud.powers(stopped, false);
    story.run(Duration.ofMinutes(3));
    assertThat(story.plan().warm().orElseThrow().ready()).isEqualTo(1);
    assertThat(in(story, WarmState.WARMING)).containsExactly(stopped);

    story.releases();
    story.run();
    assertThat(in(story, WarmState.WARM)).hasSize(2).contains(stopped);
    assertThat(story.machine(stopped).metadata()).doesNotContainKey("stopped");
    assertThat(story.cloud.terminations).isEmpty();
  }

  @Test
  void a_running_warm_machine_that_does_not_start_again_is_replaced() {
    KeeperHarness story =
        KeeperHarness.with(warm(WarmPoolState.RUNNING, 1)).resize(2).run();
    String stopped = in(story, WarmState.WARM).get(0);
    story.cloud.broken.add(stopped);

    story.cloud.powers(stopped, false);
    story.run(HOUR);

    assertThat(story.cloud.terminations).containsExactly(stopped);
    assertThat(in(story, WarmState.WARM)).hasSize(1).doesNotContain(stopped);
  }

  @Test
  void a_running_warm_machine_that_stops_after_each_start_is_replaced_after_the_third_stop() {
    KeeperHarness story =
        KeeperHarness.with(warm(WarmPoolState.RUNNING, 1)).resize(2).run();
    String weak = in(story, WarmState.WARM).get(0);

    stopsEachTime(story, weak, 60);

    assertThat(starts(story)).isEqualTo(3);
    assertThat(story.cloud.terminations).containsExactly(weak);
    assertThat(story.record(weak).reason())
        .isEqualTo("it stopped within 10m of being ready; such stops in a row: 3");
    assertThat(in(story, WarmState.WARM)).hasSize(1).doesNotContain(weak);
    assertThat(codes(story)).doesNotContain("WARM_POOL");
  }

  @Test
  void running_warm_machines_that_all_stop_after_each_start_raise_an_alarm_and_cost_few_launches() {
    KeeperHarness story =
        KeeperHarness.with(warm(WarmPoolState.RUNNING, 2)).resize(2).run();

    for (int i = 0; i < 90; i++) {
      in(story, WarmState.WARM).forEach(id -> story.cloud.powers(id, false));
      story.run(MINUTE.multipliedBy(2));
    }

    assertThat(codes(story)).contains("WARM_POOL");
    assertThat(story.alarm(Alarm.Code.WARM_POOL)).contains("within 10m of being ready");
    assertThat(story.cloud.launches).hasSizeLessThan(4 + 20);
    assertThat(story.effective()).hasSize(2);
  }

  @Test
  void a_running_warm_machine_that_is_stopped_now_and_then_stays() {
    KeeperHarness story =
        KeeperHarness.with(warm(WarmPoolState.RUNNING, 1)).resize(2).run();
    String stopped = in(story, WarmState.WARM).get(0);

    for (int i = 0; i < 6; i++) {
      story.run(MINUTE.multipliedBy(15));
      story.cloud.powers(stopped, false);
    }
    story.run();

    assertThat(starts(story)).isEqualTo(6);
    assertThat(in(story, WarmState.WARM)).containsExactly(stopped);
    assertThat(codes(story)).doesNotContain("WARM_POOL");
  }

  @Test
  void a_kept_running_warm_machine_that_stops_after_each_start_is_started_at_growing_intervals() {
    KeeperHarness story =
        KeeperHarness.with(warm(WarmPoolState.RUNNING, 1)).resize(2).run();
    String kept = keeps(story, in(story, WarmState.WARM).get(0));

    stopsEachTime(story, kept, 120);

    assertThat(starts(story)).isBetween(6L, 20L);
    assertThat(story.cloud.terminations).isEmpty();
    assertThat(story.alarm(Alarm.Code.WARM_POOL)).contains("machine " + kept);
  }

  @Test
  void a_kept_running_warm_machine_whose_start_is_refused_once_is_started_later() {
    KeeperHarness story =
        KeeperHarness.with(warm(WarmPoolState.RUNNING, 2)).resize(2).run();
    String kept = keeps(story, in(story, WarmState.WARM).get(0));
    story.cloud.nextPowers.add(FakeCloud.refusal(CloudException.Kind.DENIED));

    story.cloud.powers(kept, false);
    story.run(MINUTE.multipliedBy(10));

    assertThat(starts(story)).isEqualTo(2);
    assertThat(in(story, WarmState.WARM)).hasSize(2).contains(kept);
    assertThat(codes(story)).doesNotContain("WARM_POOL");
  }

  @Test
  void a_kept_warm_machine_that_cannot_be_started_raises_an_alarm_until_it_stays_warm() {
    KeeperHarness story =
        KeeperHarness.with(warm(WarmPoolState.RUNNING, 1)).resize(2).run();
    String kept = keeps(story, in(story, WarmState.WARM).get(0));
    story.cloud.broken.add(kept);

    story.cloud.powers(kept, false);
    story.run(HOUR.multipliedBy(2));
    assertThat(story.alarm(Alarm.Code.WARM_POOL))
        .contains("machine " + kept)
        .contains("it did not start within 5m");

    story.cloud.broken.clear();
    story.run(HOUR.multipliedBy(3));
    assertThat(in(story, WarmState.WARM)).containsExactly(kept);
    assertThat(story.cloud.terminations).isEmpty();
    assertThat(codes(story)).doesNotContain("WARM_POOL");
  }

  @Test
  void a_kept_warm_machine_that_cannot_be_prepared_does_not_hold_up_others() {
    KeeperHarness story =
        KeeperHarness.with(warm(WarmPoolState.RUNNING, 2)).resize(2).run();
    String kept = keeps(story, in(story, WarmState.WARM).get(0));
    story.cloud.broken.add(kept);
    story.cloud.powers(kept, false);
    story.run(HOUR.multipliedBy(2));

    story.terminate(in(story, WarmState.WARM).get(0), false);
    story.run(MINUTE.multipliedBy(10));

    assertThat(in(story, WarmState.WARM)).hasSize(1);
  }

  @Test
  void a_kept_warm_machine_whose_stop_is_refused_is_stopped_later() {
    KeeperHarness story = pool(1, 2);
    String kept = keeps(story, in(story, WarmState.WARM).get(0));
    story.cloud.nextPowers.add(FakeCloud.refusal(CloudException.Kind.DENIED));

    story.cloud.powers(kept, true);
    story.run(MINUTE.multipliedBy(10));

    assertThat(in(story, WarmState.WARM)).containsExactly(kept);
    assertThat(story.machine(kept).metadata()).containsEntry("stopped", "true");
  }

  private static String keeps(KeeperHarness story, String id) {
    story.does(new Command.SetMembershipStatus(new MachineId(id), MembershipStatus.BLESSED));
    return id;
  }

  private static void stopsEachTime(KeeperHarness story, String id, int times) {
    for (int i = 0; i < times; i++) {
      if (story.cloud.alive().contains(id)) {
        story.cloud.powers(id, false);
      }
      story.run(MINUTE.multipliedBy(2));
    }
  }

  @Test
  void the_refusal_to_delete_a_pool_names_its_warm_machines() {
    KeeperHarness story = pool(2, 1).resize(0).run();

    PoolException refusal = story.refuses(new Command.Delete(DeletionMode.REFUSE));

    assertThat(refusal)
        .hasMessage("pool web has 2 machines, 2 of them in its warm pool,"
            + " and 0 launches that have not ended");
    assertThat(refusal.detail())
        .isEqualTo("Take warm out of its configuration and bring it to size 0 first, or delete it"
            + " in mode terminate or release.");
  }

  @Test
  void machines_that_cannot_be_prepared_raise_an_alarm_until_one_stays_warm() {
    KeeperHarness story = KeeperHarness.with(warm(WarmPoolState.STOPPED, 1));
    refusesPower(story, CloudException.Kind.DENIED);

    story.resize(2).run(HOUR);
    assertThat(codes(story)).contains("WARM_POOL");

    story.cloud.nextPowers.clear();
    story.run(HOUR.multipliedBy(3));
    assertThat(in(story, WarmState.WARM)).hasSize(1);
    assertThat(codes(story)).doesNotContain("WARM_POOL");
  }

  @Test
  void a_pool_whose_warm_pool_is_taken_away_has_no_alarm_of_it() {
    KeeperHarness story = KeeperHarness.with(warm(WarmPoolState.STOPPED, 1));
    refusesPower(story, CloudException.Kind.DENIED);
    story.resize(2).run(HOUR);

    story.restartWith(pool -> pool).run();

    assertThat(codes(story)).doesNotContain("WARM_POOL");
  }

  @Test
  void a_ready_machine_gives_way_to_a_launch_where_a_stopped_machines_take_up_the_room() {
    KeeperHarness story = pool(18, 3);
    story.restartWith(warm(WarmPoolState.STOPPED, 18)).run();
    refusesPower(story, CloudException.Kind.DENIED);
    List<String> foreign = story.effective().subList(0, 2);

    foreign.forEach(id -> story.cloud.powers(id, false));
    story.run(HOUR.multipliedBy(2));

    assertThat(story.effective()).hasSize(3).doesNotContainAnyElementsOf(foreign);
    assertThat(story.plan().holds())
        .extracting(PoolPlan.Hold::code)
        .containsExactly(Alarm.Code.UNHEALTHY);
    assertThat(in(story, WarmState.WARM)).hasSize(16);
    assertThat(story.plan().warm().orElseThrow().holds())
        .extracting(PoolPlan.Hold::reason)
        .anyMatch(reason ->
            reason.contains("also by 2 that do not count, such as stopped or quarantined ones"));
  }

  @Test
  void a_ready_machine_gives_way_to_a_launch_where_quarantined_machines_take_up_the_room() {
    KeeperHarness story = pool(18, 3);
    story.restartWith(warm(WarmPoolState.STOPPED, 18)).run();
    refusesPower(story, CloudException.Kind.DENIED);
    List<String> odd = List.of("odd-1", "odd-2");
    List<String> lost = story.effective().subList(0, 2);

    odd.forEach(id -> story.cloud.marked(id, "0".repeat(27), Optional.empty()));
    story.run(HOUR);
    assertThat(odd)
        .allSatisfy(id -> assertThat(story.status(id)).isEqualTo(MachineRecord.Status.QUARANTINED));
    lost.forEach(story.cloud::dies);
    story.run(HOUR.multipliedBy(2));

    assertThat(story.effective()).hasSize(3).doesNotContainAnyElementsOf(lost);
    assertThat(in(story, WarmState.WARM)).hasSize(16);
    assertThat(story.plan().warm().orElseThrow().holds())
        .extracting(PoolPlan.Hold::reason)
        .anyMatch(reason ->
            reason.contains("also by 2 that do not count, such as stopped or quarantined ones"));
  }
}
