package io.cloudadapter.core.keeper.action;

import static io.cloudadapter.core.keeper.action.ActionStories.ALL_AT_ONCE;
import static io.cloudadapter.core.keeper.action.ActionStories.CAREFUL;
import static io.cloudadapter.core.keeper.action.ActionStories.machine;
import static io.cloudadapter.core.keeper.action.ActionStories.phase;
import static io.cloudadapter.core.keeper.action.ActionStories.pool;
import static io.cloudadapter.core.keeper.action.ActionStories.reboot;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.core.config.ActionsConfig;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionLimit;
import io.cloudadapter.core.config.RemediationConfig;
import io.cloudadapter.core.keeper.FakeCloud;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** When the turn of an action comes, and what it means for the machine of it. */
class ActionTurnsTest {
  // ------------------------------------------------------------------------------- turns

  @Test
  void aMachineHasOneExclusiveActionAtATimeInTheOrderOfTheirAcceptance() {
    KeeperHarness story = pool(CAREFUL);
    String machine = machine(story, 0);
    story.holds(effect -> effect instanceof Effect.Act);
    List<UUID> asked = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      asked.add(story.submits(reboot(machine)));
    }

    assertThat(story.underWay()).filteredOn(e -> e instanceof Effect.Act).hasSize(1);
    assertThat(asked)
        .extracting(uid -> phase(story, uid))
        .containsExactly(
            ActionPhase.RUNNING, ActionPhase.PENDING, ActionPhase.PENDING, ActionPhase.PENDING);
    story.releases();
    story.settles();

    assertThat(story.cloud.acts)
        .extracting(act -> act.token().action())
        .containsExactlyElementsOf(asked);
  }

  @Test
  void whatIsNotExclusiveRunsBeside() {
    KeeperHarness story = pool(CAREFUL.harmless());
    story.holds(effect -> effect instanceof Effect.Act);

    story.submits(reboot(machine(story, 0)));
    story.submits(reboot(machine(story, 0)));

    assertThat(story.underWay()).filteredOn(e -> e instanceof Effect.Act).hasSize(2);
  }

  @Test
  void onlySoManyMachinesAreDisruptedAtOnce() {
    KeeperHarness story = pool(
        pool -> pool.actions(new ActionsConfig(16, 1000, Duration.ofHours(1)))
            .disruption(
                DisruptionConfig.none().with(DisruptionReason.ACTION, DisruptionLimit.machines(2))),
        CAREFUL);
    story.holds(effect -> effect instanceof Effect.Act);
    for (String machine : story.effective()) {
      story.submits(reboot(machine));
    }

    assertThat(story.underWay()).filteredOn(e -> e instanceof Effect.Act).hasSize(2);
    story.releases();
    story.settles();

    assertThat(story.cloud.acts).hasSize(3);
  }

  /** One machine may be unavailable; the reboot of a machine that serves is asked for first. */
  private static KeeperHarness withOneThatIsIll() {
    KeeperHarness story = pool(
        pool -> pool.disruption(DisruptionConfig.none()
            .withMaxUnavailable(DisruptionLimit.machines(1))
            .with(DisruptionReason.ACTION, DisruptionLimit.machines(20))),
        CAREFUL);
    story.serviceState(machine(story, 0), ServiceState.UNHEALTHY);
    return story;
  }

  @Test
  void oneThatTheAccountHoldsDoesNotHoldUpTheNext() {
    KeeperHarness story = withOneThatIsIll();

    UUID held = story.submits(reboot(machine(story, 1)));
    UUID other = story.submits(reboot(machine(story, 2)));
    UUID ofTheIll = story.submits(reboot(machine(story, 0)));
    story.run(Duration.ofMinutes(1));

    assertThat(phase(story, ofTheIll)).isEqualTo(ActionPhase.SUCCEEDED);
    assertThat(List.of(phase(story, held), phase(story, other))).containsOnly(ActionPhase.PENDING);
  }

  @Test
  void oneThatWasHeldGoesFirstOnceItMay() {
    KeeperHarness story = withOneThatIsIll();
    story.holds(effect -> effect instanceof Effect.Act);
    UUID held = story.submits(reboot(machine(story, 1)));
    UUID later = story.submits(reboot(machine(story, 2)));

    story.serviceState(machine(story, 0), ServiceState.IN_SERVICE);

    assertThat(phase(story, held)).isEqualTo(ActionPhase.RUNNING);
    assertThat(phase(story, later)).isEqualTo(ActionPhase.PENDING);
  }

  @Test
  void whatIsTriedAgainDoesNotWaitForABudgetThatItTakesUpItself() {
    KeeperHarness story = pool(
        pool -> pool.actions(new ActionsConfig(16, 1000, Duration.ofHours(1)))
            .disruption(
                DisruptionConfig.none().with(DisruptionReason.ACTION, DisruptionLimit.machines(1))),
        CAREFUL);
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.refusal(Kind.UNAVAILABLE)));
    UUID second;
    UUID first = story.submits(reboot(machine(story, 1)));
    second = story.submits(reboot(machine(story, 0)));

    story.run(Duration.ofMinutes(1));

    assertThat(phase(story, first)).isEqualTo(ActionPhase.SUCCEEDED);
    assertThat(phase(story, second)).isEqualTo(ActionPhase.SUCCEEDED);
  }

  @Test
  void aDelayHoldsNothing() {
    KeeperHarness story = pool(CAREFUL);
    String machine = machine(story, 0);
    UUID later = story.submits(reboot(machine).after(Duration.ofMinutes(10)));
    UUID now = story.submits(reboot(machine));

    assertThat(phase(story, now)).isEqualTo(ActionPhase.SUCCEEDED);
    story.run(Duration.ofMinutes(10).minusSeconds(1));
    assertThat(phase(story, later)).isEqualTo(ActionPhase.PENDING);
    story.resize(0);
    assertThat(story.cloud.alive()).as("it protects no machine").isEmpty();
  }

  @Test
  void aDelayEndsWhenItsTimeHasComeAlsoOverARestartAndNotSooner() {
    KeeperHarness story = pool(CAREFUL);
    UUID uid = story.submits(reboot(machine(story, 0)).after(Duration.ofMinutes(10)));
    story.run(Duration.ofMinutes(4));
    story.wallClockJumps(Duration.ofHours(2));
    story.run(Duration.ofMinutes(4));
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.PENDING);
    story.wallClockJumps(Duration.ofHours(-2));
    story.crashAndRestart().run(Duration.ofMinutes(1));
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.PENDING);

    story.run(Duration.ofMinutes(2));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.SUCCEEDED);
  }

  @Test
  void aFrozenPoolLeavesItsMachinesAlone() {
    KeeperHarness story = pool(CAREFUL);
    story.cloud.account = "another";
    story.run(Duration.ofMinutes(5));
    assertThat(story.alarms()).contains(Alarm.Code.WRONG_ACCOUNT);
    UUID uid = story.submits(reboot(machine(story, 0)).within(Duration.ofMinutes(5)));

    story.run(Duration.ofMinutes(4));
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.PENDING);
    story.run(Duration.ofMinutes(2));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.EXPIRED);
    assertThat(story.cloud.acts).isEmpty();
  }

  // ------------------------------------------------------------------------------- victims

  @Test
  void aMachineUnderAnExclusiveActionIsNoVictim() {
    KeeperHarness story = pool(ALL_AT_ONCE, CAREFUL);
    story.holds(effect -> effect instanceof Effect.Act);
    String machine = machine(story, 1);
    UUID uid = story.submits(reboot(machine));

    story.resize(0).run(Duration.ofSeconds(15));

    assertThat(story.cloud.alive()).containsExactly(machine);
    assertThat(story.plan().holds()).anyMatch(hold -> hold.code() == Alarm.Code.PROTECTED);
    story.releases();
    story.run(Duration.ofMinutes(2));
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.SUCCEEDED);
    assertThat(story.cloud.alive()).isEmpty();
  }

  @Test
  void norIsItRemediated() {
    KeeperHarness story = pool(
        pool -> pool.remediation(RemediationConfig.builder()
                .enabled(true)
                .after(Duration.ofSeconds(5))
                .massUnhealthyShare(1)
                .build())
            .disruption(DisruptionConfig.none()
                .with(DisruptionReason.REMEDIATION, DisruptionLimit.machines(3))),
        CAREFUL);
    story.holds(effect -> effect instanceof Effect.Act);
    String machine = machine(story, 0);
    story.submits(reboot(machine));
    story.serviceState(machine, ServiceState.UNHEALTHY);

    story.run(Duration.ofSeconds(15));
    assertThat(story.status(machine)).isEqualTo(MachineRecord.Status.LIVE);
    story.releases();
    story.run(Duration.ofMinutes(1));

    assertThat(story.cloud.alive()).doesNotContain(machine);
  }

  @Test
  void namingAMachineEndsItAndItsActions() {
    KeeperHarness story = pool(CAREFUL);
    story.holds(effect -> effect instanceof Effect.Act);
    String machine = machine(story, 0);
    UUID running = story.submits(reboot(machine));
    UUID waiting = story.submits(reboot(machine));
    UUID delayed = story.submits(reboot(machine).after(Duration.ofHours(1)));

    story.terminate(machine, true);

    assertThat(phase(story, running)).isEqualTo(ActionPhase.ORPHANED);
    assertThat(story.action(running).reason())
        .contains("it was asked for")
        .contains("the outcome of its last attempt is unknown");
    assertThat(phase(story, waiting)).isEqualTo(ActionPhase.ORPHANED);
    assertThat(story.action(waiting).reason()).doesNotContain("not known");
    assertThat(phase(story, delayed)).isEqualTo(ActionPhase.ORPHANED);
    story.releases();
    story.run();
    assertThat(story.cloud.alive()).hasSize(2);
    assertThat(phase(story, running)).isEqualTo(ActionPhase.ORPHANED);
  }

  @Test
  void aMachineThatDiesTakesItsActionsWithIt() {
    KeeperHarness story = pool(CAREFUL);
    String machine = machine(story, 0);
    UUID uid = story.submits(reboot(machine).after(Duration.ofHours(1)));

    story.cloud.dies(machine);
    story.run();

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.ORPHANED);
  }

  @Test
  void aDetachedMachineDoesToo() {
    KeeperHarness story = pool(CAREFUL);
    String machine = machine(story, 0);
    UUID uid = story.submits(reboot(machine).after(Duration.ofHours(1)));

    story.detach(machine, true);

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.ORPHANED);
  }
}
