package io.cloudadapter.core.keeper.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.refresh.ProtectedMachines;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionLimit;
import io.cloudadapter.core.config.LoadBalancingConfig;
import io.cloudadapter.core.config.RemediationConfig;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whether a machine counts and whether the pool may end it, as callers have set it. */
class MembershipTest {
  private final KeeperHarness story = KeeperHarness.with(pool -> pool.remediation(
          RemediationConfig.builder().enabled(true).massUnhealthyShare(1).build()))
      .resize(3)
      .run();

  private final String first = story.effective().get(0);

  private void set(String id, MembershipStatus status) {
    story.does(new Command.SetMembershipStatus(new MachineId(id), status));
  }

  @Test
  void each_machine_begins_as_a_default_member() {
    assertThat(story.machine(first).membershipStatus()).isEqualTo(MembershipStatus.DEFAULT);
  }

  @Test
  void a_machine_that_awaits_service_is_replaced_and_stays() {
    set(first, MembershipStatus.AWAITING_SERVICE);
    story.run(Duration.ofHours(2));

    assertThat(story.status(first)).isEqualTo(Status.LIVE);
    assertThat(story.cloud.alive()).hasSize(4).contains(first);
    assertThat(story.effective()).hasSize(3).doesNotContain(first);
    assertThat(story.size())
        .as("desired, allocated, of these not counting")
        .containsExactly(3, 4, 1);
    assertThat(story.view().settled()).isTrue();
  }

  @Test
  void a_machine_that_awaits_service_stays_behind_its_load_balancers_until_it_is_out_of_service() {
    LoadBalancerName web = new LoadBalancerName("north", "web");
    KeeperHarness pool =
        KeeperHarness.with(config -> config.loadBalancing(LoadBalancingConfig.behind(web)));
    Set<String> behind = new HashSet<>();
    pool.cloud.behind.put(web, behind);
    pool.resize(2).run();
    String aside = pool.effective().get(0);

    pool.does(
        new Command.SetMembershipStatus(new MachineId(aside), MembershipStatus.AWAITING_SERVICE));
    pool.run();
    assertThat(behind).hasSize(3).contains(aside);

    pool.serviceState(aside, ServiceState.OUT_OF_SERVICE);
    pool.run();
    assertThat(behind).hasSize(2).doesNotContain(aside);
    assertThat(pool.status(aside)).isEqualTo(Status.LIVE);
  }

  @Test
  void a_machine_that_is_active_again_counts_again_and_the_surplus_ends() {
    set(first, MembershipStatus.AWAITING_SERVICE);
    story.run();
    set(first, MembershipStatus.BLESSED);
    story.run();

    assertThat(story.size()).containsExactly(3, 3, 0);
    assertThat(story.cloud.alive()).contains(first);
  }

  @Test
  void a_disposable_machine_is_replaced_and_ended() {
    set(first, MembershipStatus.DISPOSABLE);
    story.run();

    assertThat(story.cloud.alive()).hasSize(3).doesNotContain(first);
    assertThat(story.size()).containsExactly(3, 3, 0);
  }

  @Test
  void disposable_machines_end_within_the_account_of_disruption() {
    story.holds(effect -> effect instanceof Effect.Terminate);

    for (String id : story.effective()) {
      set(id, MembershipStatus.DISPOSABLE);
    }

    assertThat(story.shown(machine -> story.status(machine.id().value()) == Status.DELETING))
        .as("one at a time")
        .hasSize(1);
    assertThat(story.plan().holds())
        .extracting(PoolPlan.Hold::reason)
        .contains("disruption.remediation is 1, and 1 is unavailable for it; UNHEALTHY or"
            + " disposable machines wait for their end");
    story.releases();
    story.run();
    assertThat(story.size()).containsExactly(3, 3, 0);
  }

  @Test
  void a_limit_of_zero_keeps_disposable_machines() {
    story.restartWith(pool ->
        pool.disruption(DisruptionConfig.none().withMaxUnavailable(DisruptionLimit.machines(0))));
    story.run();
    set(first, MembershipStatus.DISPOSABLE);
    story.run(Duration.ofHours(1));

    assertThat(story.cloud.alive()).hasSize(4).contains(first);
  }

  @Test
  void a_blessed_machine_is_no_victim() {
    story.effective().forEach(id -> set(id, MembershipStatus.BLESSED));

    story.resize(1).run();

    assertThat(story.cloud.alive()).hasSize(3);
    assertThat(story.plan().holds()).extracting(PoolPlan.Hold::code).contains(Alarm.Code.PROTECTED);
  }

  @Test
  void a_blessed_machine_is_not_replaced_for_its_health() {
    set(first, MembershipStatus.BLESSED);
    story.serviceState(first, ServiceState.UNHEALTHY);
    story.run(Duration.ofHours(1));

    assertThat(story.cloud.alive()).contains(first);
  }

  @Test
  void a_blessed_machine_is_no_part_of_a_refresh_that_replaces_protected_ones() {
    set(first, MembershipStatus.BLESSED);
    story.does(new Command.StartRefresh(RefreshRequest.builder()
        .minHealthyPercent(0)
        .skipMatching(false)
        .protectedMachines(ProtectedMachines.REPLACE)
        .build()));
    story.run(Duration.ofHours(2));

    assertThat(story.cloud.alive()).hasSize(3).contains(first);
    assertThat(story.refreshStatus().orElseThrow().blocked()).containsExactly(new MachineId(first));
    set(first, MembershipStatus.DEFAULT);
    story.run(Duration.ofHours(2));
    assertThat(story.refreshStatus().orElseThrow().state()).isEqualTo(RefreshState.SUCCEEDED);
  }

  @Test
  void a_machine_that_is_not_evictable_is_neither_terminated_nor_detached() {
    set(first, MembershipStatus.BLESSED);

    PoolException refused = story.refuses(new Command.Terminate(new MachineId(first), false));

    assertThat(refused.reason()).isEqualTo(Reason.CONFLICT);
    assertThat(refused)
        .hasMessage("machine " + first + " is not evictable: its membership status is blessed");
    assertThat(story.refuses(new Command.Detach(new MachineId(first), true)).reason())
        .isEqualTo(Reason.CONFLICT);
    assertThat(story.view().desiredSize()).isEqualTo(3);
    assertThat(story.status(first)).isEqualTo(Status.LIVE);
  }

  @Test
  void a_machine_that_does_not_count_cannot_lower_the_desired_size() {
    set(first, new MembershipStatus(false, false));
    story.run();
    set(first, MembershipStatus.DEFAULT);
    set(first, MembershipStatus.AWAITING_SERVICE);

    assertThat(story.refuses(new Command.Terminate(new MachineId(first), true)).getMessage())
        .contains("is not evictable");
    assertThat(story.view().desiredSize()).isEqualTo(3);
  }

  @Test
  void the_status_is_durable() {
    set(first, MembershipStatus.AWAITING_SERVICE);

    story.crashAndRestart().run();

    assertThat(story.machine(first).membershipStatus())
        .isEqualTo(MembershipStatus.AWAITING_SERVICE);
    assertThat(story.cloud.alive()).hasSize(4);
  }

  @Test
  void a_machine_that_leaves_the_pool_loses_its_status() {
    set(first, new MembershipStatus(false, true));
    story.run();
    String second = story.effective().get(0);
    set(second, MembershipStatus.BLESSED);
    set(second, MembershipStatus.DEFAULT);
    story.detach(second, false);
    story.run();

    story.attach(second);
    story.run(Duration.ofMinutes(10));

    assertThat(story.machine(second).membershipStatus()).isEqualTo(MembershipStatus.DEFAULT);
  }

  @Test
  void a_machine_that_is_only_promised_has_no_status_yet() {
    story.holds(effect -> effect instanceof Effect.Launch);
    story.resize(4);
    String promised =
        story.shown(machine -> machine.id().value().startsWith("req-")).get(0);

    assertThat(story
            .refuses(
                new Command.SetMembershipStatus(new MachineId(promised), MembershipStatus.BLESSED))
            .reason())
        .isEqualTo(Reason.CONFLICT);
  }
}
