package io.cloudadapter.core.keeper.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.api.health.MachineHealth;
import io.cloudadapter.api.health.UnhealthyMachine;
import io.cloudadapter.api.health.UnhealthyMachine.Remedy;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionLimit;
import io.cloudadapter.core.config.HealthConfig;
import io.cloudadapter.core.config.OperatingState;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.config.ProbeConfig;
import io.cloudadapter.core.config.RemediationConfig;
import io.cloudadapter.core.config.RemediationResponse;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.action.ActionTraits;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A plan names each UNHEALTHY machine, when the pool does something about it, and what holds that back. */
class UnhealthyPlanTest {
  private static final Duration AFTER = Duration.ofMinutes(5);
  private static final RemediationConfig REPLACED =
      RemediationConfig.builder().enabled(true).after(AFTER).build();

  private static KeeperHarness pool(int size, UnaryOperator<PoolConfigBuilder> setting) {
    return KeeperHarness.with(b -> setting.apply(b.remediation(REPLACED)))
        .resize(size)
        .run();
  }

  private static KeeperHarness pool(int size) {
    return pool(size, b -> b);
  }

  private static KeeperHarness remedied(RemediationConfig remediation) {
    return pool(4, b -> b.remediation(remediation));
  }

  private static KeeperHarness disrupted(DisruptionConfig disruption) {
    return pool(4, b -> b.disruption(disruption));
  }

  private static void isIll(KeeperHarness story, String id) {
    story.serviceState(id, ServiceState.UNHEALTHY);
  }

  private static UnhealthyMachine only(KeeperHarness story) {
    assertThat(story.plan().unhealthy()).hasSize(1);
    return story.plan().unhealthy().get(0);
  }

  private static PoolPlan.Hold hold(UnhealthyMachine machine) {
    return machine.hold().orElseThrow();
  }

  private static PoolPlan.Hold because(Alarm.Code code, String reason) {
    return new PoolPlan.Hold(code, reason, Optional.empty());
  }

  private static void agentFinds(KeeperHarness story, String id, String reason) {
    story.does(new Command.ReportHealth(
        HealthSource.AGENT,
        List.of(new HealthReport(new MachineId(id), HealthVerdict.BAD, reason))));
  }

  @Test
  void a_machine_that_is_ill_is_named_with_its_source_its_reason_and_its_times() {
    KeeperHarness story = pool(4);
    Instant now = story.now().wall();

    agentFinds(story, "i-0002", "disk full");

    assertThat(story.plan().unhealthy())
        .containsExactly(new UnhealthyMachine(
            new MachineId("i-0002"),
            new MachineHealth(HealthSource.AGENT, "disk full"),
            Optional.of(now),
            Remedy.REPLACE,
            Optional.of(now.plus(AFTER)),
            Optional.empty()));
    assertThat(story.view().unhealthy()).isEqualTo(1);
  }

  @Test
  void it_is_replaced_when_the_plan_shows_and_then_named_no_more() {
    KeeperHarness story = pool(4);
    isIll(story, "i-0002");
    Instant due = only(story).due().orElseThrow();

    story.run(Duration.between(story.now().wall(), due).minusSeconds(1));
    assertThat(only(story).due()).contains(due);
    assertThat(story.effective()).contains("i-0002");

    story.run(Duration.ofSeconds(1));
    assertThat(story.plan().unhealthy()).isEmpty();
    assertThat(story.effective()).doesNotContain("i-0002");
    assertThat(story.view().unhealthy()).isZero();
  }

  @Test
  void machines_that_are_well_are_not_named() {
    assertThat(pool(4).plan().unhealthy()).isEmpty();
  }

  @Test
  void without_remediation_it_is_left_to_a_person() {
    KeeperHarness story = remedied(RemediationConfig.builder().enabled(false).build());

    isIll(story, "i-0001");

    assertThat(only(story).remedy()).isEqualTo(Remedy.NONE);
    assertThat(only(story).due()).isEmpty();
    assertThat(hold(only(story)))
        .isEqualTo(because(Alarm.Code.UNHEALTHY, "remediation.enabled is false"));
  }

  @Test
  void with_an_alarm_for_a_response_it_is_left_to_a_person() {
    KeeperHarness story =
        remedied(REPLACED.toBuilder().response(RemediationResponse.ALARM).build());

    isIll(story, "i-0001");

    assertThat(only(story).remedy()).isEqualTo(Remedy.NONE);
    assertThat(hold(only(story)))
        .isEqualTo(because(Alarm.Code.UNHEALTHY, "remediation.response is alarm"));
  }

  @Test
  void it_is_rebooted_first_if_the_configuration_asks_for_that_and_replaced_if_that_was_lately() {
    KeeperHarness story = remedied(
            REPLACED.toBuilder().response(RemediationResponse.REBOOT).build())
        .knows("Reboot", ActionTraits.careful());
    isIll(story, "i-0001");
    assertThat(only(story).remedy()).isEqualTo(Remedy.REBOOT);

    story.run(AFTER);

    assertThat(story.record("i-0001").rebootedAt()).isNotNull();
    assertThat(only(story).remedy()).isEqualTo(Remedy.REPLACE);
  }

  @Test
  void what_spares_it_holds_that_back() {
    KeeperHarness story = pool(9);
    isIll(story, "i-0001");
    story.protect("i-0001");
    assertThat(hold(only(story))).isEqualTo(because(Alarm.Code.PROTECTED, "it is protected"));
    assertThat(only(story).remedy()).isEqualTo(Remedy.REPLACE);

    isIll(story, "i-0002");
    story.does(new Command.SetMembershipStatus(new MachineId("i-0002"), MembershipStatus.BLESSED));
    assertThat(story.plan().unhealthy())
        .extracting(UnhealthyPlanTest::hold)
        .contains(because(Alarm.Code.PROTECTED, "it is not evictable by its membership status"));
  }

  @Test
  void too_many_hold_all_of_them_back() {
    KeeperHarness story = pool(4);
    story.effective().forEach(id -> isIll(story, id));

    assertThat(story.plan().unhealthy())
        .hasSize(4)
        .allSatisfy(machine -> assertThat(hold(machine))
            .isEqualTo(because(
                Alarm.Code.MASS_UNHEALTHY,
                "4 of 4 machines are unhealthy; none is replaced until it is at most 1")));
    assertThat(story.view().unhealthy()).isEqualTo(4);
  }

  @Test
  void the_account_of_disruption_holds_back_the_second_of_two() {
    KeeperHarness story = pool(
        9,
        b -> b.disruption(DisruptionConfig.none()
            .with(DisruptionReason.REMEDIATION, DisruptionLimit.machines(1))));
    story.holds(effect -> effect instanceof Effect.Terminate);
    isIll(story, "i-0001");
    isIll(story, "i-0002");
    assertThat(story.plan().unhealthy()).allMatch(machine -> machine.hold().isEmpty());

    story.run(AFTER);

    assertThat(story.status("i-0001")).isNotEqualTo(MachineRecord.Status.LIVE);
    assertThat(hold(only(story)))
        .isEqualTo(because(
            Alarm.Code.RATE_LIMITED, "disruption.remediation is 1, and 1 is unavailable for it"));
  }

  @Test
  void a_limit_of_zero_holds_it_back_before_it_is_due() {
    KeeperHarness story =
        disrupted(DisruptionConfig.none().withMaxUnavailable(DisruptionLimit.machines(0)));

    isIll(story, "i-0001");

    assertThat(hold(only(story)).reason())
        .isEqualTo("disruption.maxUnavailable is 0, and 1 of 4 machines are unavailable");
  }

  @Test
  void a_pool_that_is_suspended_holds_it_back() {
    KeeperHarness story = pool(4);
    isIll(story, "i-0001");

    story.does(new Command.SetState(OperatingState.SUSPENDED));

    assertThat(hold(only(story)))
        .isEqualTo(because(Alarm.Code.OBSERVING, "an operator has set the pool to suspended"));
  }

  @Test
  void a_new_keeper_waits_until_the_probe_confirms_its_verdict() {
    KeeperHarness story = pool(9, b -> b.health(HealthConfig.of(ProbeConfig.tcp(22))));
    probeFinds(story, HealthVerdict.BAD);
    assertThat(only(story).hold()).isEmpty();
    assertThat(only(story).health()).isEqualTo(new MachineHealth(HealthSource.PROBE, "no answer"));

    story.crashAndRestart().run(Duration.ofSeconds(30));

    assertThat(hold(only(story)).code()).isEqualTo(Alarm.Code.PROBES_SUSPENDED);
    assertThat(hold(only(story)).reason()).contains("the source probe");
    probeFinds(story, HealthVerdict.BAD);
    assertThat(only(story).hold()).isEmpty();
  }

  /** A round of the probe: it finds the first machine so, and the others well. */
  private static void probeFinds(KeeperHarness story, HealthVerdict verdict) {
    List<HealthReport> reports = story.effective().stream()
        .map(id -> new HealthReport(
            new MachineId(id), id.equals("i-0001") ? verdict : HealthVerdict.OK, "no answer"))
        .toList();
    story.does(new Command.ReportHealth(HealthSource.PROBE, reports));
  }

  @Test
  void a_preview_of_another_configuration_takes_the_time_from_the_record() {
    KeeperHarness story = pool(4);
    agentFinds(story, "i-0002", "disk full");
    Instant due = only(story).due().orElseThrow();
    story.run(Duration.ofMinutes(3)).crashAndRestart();

    assertThat(story.keeper().preview(story.now()).unhealthy())
        .extracting(UnhealthyMachine::due)
        .containsExactly(Optional.of(due));
  }

  @Test
  void plans_change_nothing_however_often_they_are_read() {
    KeeperHarness unread = disrupted(
        DisruptionConfig.none().with(DisruptionReason.REMEDIATION, DisruptionLimit.machines(1)));
    KeeperHarness read = disrupted(
        DisruptionConfig.none().with(DisruptionReason.REMEDIATION, DisruptionLimit.machines(1)));

    for (KeeperHarness story : List.of(unread, read)) {
      isIll(story, "i-0001");
    }
    for (int second = 0; second < 600; second++) {
      unread.run(Duration.ofSeconds(1));
      read.run(Duration.ofSeconds(1));
      assertThat(read.plan().unhealthy()).hasSizeLessThan(2);
    }

    assertThat(read.record("i-0001")).isEqualTo(unread.record("i-0001"));
    assertThat(read.effective()).isEqualTo(unread.effective()).doesNotContain("i-0001");
  }
}
