package io.cloudadapter.core.keeper.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.QuarantineDecision;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A machine that is not evictable stays where another one would end (I19). */
class KeptMachineTest {
  private static final UnaryOperator<PoolConfigBuilder> BOOTS_IN_FIVE_MINUTES =
      pool -> pool.bootDeadline(Duration.ofMinutes(5));

  private static void set(KeeperHarness story, String id, MembershipStatus status) {
    story.does(new Command.SetMembershipStatus(new MachineId(id), status));
  }

  private static KeeperHarness pool(int size) {
    return KeeperHarness.begins().resize(size).run();
  }

  /** A machine has been missing for so long that the pool has replaced it. */
  private static void isReplaced(KeeperHarness story, String id) {
    story.cloud.loses(id);
    for (int i = 0; i < 300 && story.status(id) == Status.LIVE; i++) {
      story.run(Duration.ofSeconds(1));
    }
    story.run(Duration.ofSeconds(10));
    assertThat(story.status(id)).isEqualTo(Status.PRESUMED_GONE);
  }

  @Test
  void one_that_is_listed_again_after_its_replacement_stays_and_another_machine_goes() {
    KeeperHarness story = pool(2);
    set(story, "i-0001", MembershipStatus.BLESSED);
    isReplaced(story, "i-0001");
    assertThat(story.effective()).containsExactly("i-0002", "i-0003");

    story.cloud.returns("i-0001");
    story.run();

    assertThat(story.effective()).hasSize(2).contains("i-0001");
    assertThat(story.cloud.alive()).hasSize(2).contains("i-0001");
  }

  @Test
  void if_no_machine_may_go_instead_the_pool_stays_above_its_size_and_the_plan_has_the_reason() {
    KeeperHarness story = pool(2);
    set(story, "i-0001", MembershipStatus.BLESSED);
    set(story, "i-0002", MembershipStatus.BLESSED);
    isReplaced(story, "i-0001");
    set(story, "i-0003", MembershipStatus.BLESSED);

    story.cloud.returns("i-0001");
    story.run();

    assertThat(story.effective()).containsExactly("i-0001", "i-0002", "i-0003");
    assertThat(story.size()).containsExactly(2, 3, 0);
    assertThat(story.plan().holds()).extracting(PoolPlan.Hold::code).contains(Alarm.Code.PROTECTED);
    assertThat(story.cloud.launches).hasSize(3);
  }

  @Test
  void one_that_is_listed_again_after_its_record_has_ended_waits_for_a_person() {
    KeeperHarness story = pool(1);
    set(story, "i-0001", MembershipStatus.BLESSED);
    story.cloud.loses("i-0001");
    story.run();
    assertThat(story.status("i-0001")).isEqualTo(Status.GONE);

    story.cloud.returns("i-0001");
    story.run();

    assertThat(story.status("i-0001")).isEqualTo(Status.QUARANTINED);
    assertThat(story.cloud.terminations).isEmpty();
    assertThat(story.alarms()).containsExactly(Alarm.Code.QUARANTINE);
    story.resize(2).run();
    assertThat(story.effective()).as("launches go on").containsExactly("i-0002", "i-0003");
    story.does(new Command.Settle(new MachineId("i-0001"), QuarantineDecision.ADOPT));
    story.run();
    assertThat(story.effective()).containsExactly("i-0001", "i-0002", "i-0003");
  }

  @Test
  void one_that_was_asked_to_end_before_its_record_ended_goes_on_to_its_end() {
    KeeperHarness story = pool(1);
    story.holds(effect -> effect instanceof Effect.Terminate);
    story.terminate("i-0001", false);
    set(story, "i-0001", MembershipStatus.BLESSED);
    story.cloud.loses("i-0001");
    story.run();
    assertThat(story.status("i-0001")).isEqualTo(Status.GONE);

    story.cloud.returns("i-0001");
    story.releases();
    story.run();

    assertThat(story.cloud.alive()).containsExactly("i-0002");
  }

  @Test
  void one_that_does_not_run_in_time_counts_and_stays_until_it_is_evictable() {
    KeeperHarness story = KeeperHarness.with(BOOTS_IN_FIVE_MINUTES).run();
    story.cloud.born = MachineState.PENDING;
    story.resize(1).run(Duration.ofMinutes(1));
    set(story, "i-0001", MembershipStatus.BLESSED);
    story.cloud.born = MachineState.RUNNING;

    story.run(Duration.ofHours(1));

    assertThat(story.cloud.alive()).containsExactly("i-0001");
    assertThat(story.plan().ongoing())
        .extracting(PoolPlan.Ongoing::waitsFor)
        .containsExactly(
            "it is pending; it is not evictable, so it stays if it does not run in time");
    set(story, "i-0001", MembershipStatus.DEFAULT);
    story.run();
    assertThat(story.cloud.alive()).containsExactly("i-0002");
  }

  @Test
  void one_that_does_not_run_in_time_and_does_not_count_is_replaced_and_stays() {
    KeeperHarness story = KeeperHarness.with(BOOTS_IN_FIVE_MINUTES).run();
    story.cloud.born = MachineState.PENDING;
    story.resize(1).run(Duration.ofMinutes(1));
    story.cloud.born = MachineState.RUNNING;

    set(story, "i-0001", MembershipStatus.AWAITING_SERVICE);
    story.run(Duration.ofHours(1));

    assertThat(story.cloud.alive()).containsExactly("i-0001", "i-0002");
    assertThat(story.effective()).containsExactly("i-0002");
  }

  @Test
  void one_that_fails_in_the_cloud_is_replaced_and_stays_until_it_is_evictable() {
    KeeperHarness story = pool(2);
    set(story, "i-0001", MembershipStatus.BLESSED);

    story.cloud.becomes("i-0001", MachineState.REJECTED);
    story.run(Duration.ofHours(1));

    assertThat(story.cloud.terminations).isEmpty();
    assertThat(story.effective()).containsExactly("i-0002", "i-0003");
    assertThat(story.plan().holds())
        .extracting(PoolPlan.Hold::reason)
        .contains("1 machine has failed in the cloud, or may not enter service by a hook (i-0001),"
            + " and is not evictable: it stays until it is");
    assertThat(story.alarms()).isEmpty();
    story.crashAndRestart().run();
    assertThat(story.cloud.terminations).isEmpty();
    set(story, "i-0001", MembershipStatus.DEFAULT);
    story.run();
    assertThat(story.cloud.alive()).containsExactly("i-0002", "i-0003");
  }

  @Test
  void one_whose_launch_hook_is_abandoned_does_not_enter_service_and_stays_until_it_is_evictable() {
    KeeperHarness story = KeeperHarness.with(pool ->
            pool.hook(LifecycleHook.onLaunch("setup", Duration.ofHours(1), HookTarget.listener())))
        .resize(1)
        .run();
    set(story, "i-0001", MembershipStatus.BLESSED);

    story.does(new Command.Answer(story.hooks().get(0).token(), HookResult.ABANDON));
    story.run(Duration.ofHours(3));

    assertThat(story.entering()).isTrue();
    assertThat(story.alarms()).isEmpty();
    assertThat(story.plan().holds()).extracting(PoolPlan.Hold::code).contains(Alarm.Code.PROTECTED);
    set(story, "i-0001", MembershipStatus.DEFAULT);
    story.run(Duration.ofMinutes(5));
    assertThat(story.cloud.alive()).containsExactly("i-0002");
  }

  @Test
  void one_that_does_not_get_its_resources_in_time_stays_and_enters_service_with_them() {
    KeeperHarness story =
        KeeperHarness.with(BOOTS_IN_FIVE_MINUTES).withResources().run();
    story.cloud.neverComplete = true;
    story.resize(1).run(Duration.ofMinutes(1));
    set(story, "i-0001", MembershipStatus.BLESSED);
    story.run(Duration.ofHours(1));
    assertThat(story.entering()).isTrue();

    story.cloud.neverComplete = false;
    story.run(Duration.ofHours(1));

    assertThat(story.cloud.alive()).containsExactly("i-0001");
    assertThat(story.entering()).isFalse();
  }
}
