package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionLimit;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.config.RemediationConfig;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Launches that fail, machines that never work, clouds that refuse: what is replaced, and what waits. */
class LaunchFailureTest {

  private static PoolConfigBuilder budgets(PoolConfigBuilder pool, int launches, int ends) {
    return pool.launchesPerHour(launches).terminationsPerHour(ends).massDisappearanceShare(0.9);
  }

  private static LaunchConfig zones(String... zones) {
    return LaunchConfig.builder().zones(List.of(zones)).build();
  }

  @Test
  void deletesTheCorpseOfARejectedMachineAndReplacesIt() {
    KeeperHarness story = KeeperHarness.begins();
    story.cloud.rejectsNextLaunch();
    story.resize(1).run();

    assertThat(story.cloud.terminations).containsExactly("i-0001");
    assertThat(story.effective()).containsExactly("i-0002");
  }

  @Test
  void deletesAMachineThatIsRejectedLater() {
    KeeperHarness story = KeeperHarness.begins();
    story.cloud.born = MachineState.PENDING;
    story.resize(1).run(Duration.ofMinutes(1));
    story.cloud.born = MachineState.RUNNING;

    story.cloud.box("i-0001").state = MachineState.REJECTED;
    story.cloud.box("i-0001").failure = FakeCloud.noCapacity();
    story.run();

    assertThat(story.cloud.alive()).containsExactly("i-0002");
  }

  @Test
  void replacesAMachineThatDoesNotRunInTime() {
    KeeperHarness story = KeeperHarness.with(b -> b.bootDeadline(Duration.ofMinutes(5)));
    story.run();
    story.cloud.born = MachineState.PENDING;
    story.resize(1).run(Duration.ofMinutes(5).minusSeconds(1));
    assertThat(story.cloud.terminations).isEmpty();

    story.cloud.born = MachineState.RUNNING;
    story.run(Duration.ofMinutes(1));

    assertThat(story.cloud.terminations).containsExactly("i-0001");
    assertThat(story.effective()).containsExactly("i-0002");
  }

  /** Found by simulation: a process that had stood still woke up and ended machines that ran. */
  @Test
  void givesUpNoMachineThatItHasNotLookedAtSinceItsDeadline() {
    KeeperHarness story = KeeperHarness.with(b -> b.bootDeadline(Duration.ofMinutes(5)));
    story.run();
    story.cloud.born = MachineState.PENDING;
    story.resize(1).run(Duration.ofMinutes(1));

    story.cloud.listError = FakeCloud.lost();
    story.run(Duration.ofMinutes(20));
    story.cloud.box("i-0001").state = MachineState.RUNNING;
    story.cloud.listError = null;
    story.run(Duration.ofMinutes(5));

    assertThat(story.cloud.terminations).isEmpty();
    assertThat(story.effective()).containsExactly("i-0001");
  }

  @Test
  void givesUpNoMachineAfterARestartBeforeAListTellsItsState() {
    KeeperHarness story = KeeperHarness.with(b -> b.bootDeadline(Duration.ofMinutes(30)));
    story.run();
    story.cloud.born = MachineState.PENDING;
    story.resize(1).run(Duration.ofMinutes(1));

    story.cloud.box("i-0001").stateKnown = false;
    story.wallClockJumps(Duration.ofMinutes(40));
    story.crashAndRestart().run(Duration.ofMinutes(1));
    assertThat(story.cloud.terminations).isEmpty();

    story.run(Duration.ofMinutes(40));
    assertThat(story.cloud.terminations).as("it is unknown whether it runs").isEmpty();
    assertThat(story.alarms()).containsExactly(Alarm.Code.CLOUD);
    assertThat(story.size()).containsExactly(1, 1, 0);

    story.cloud.box("i-0001").stateKnown = true;
    story.run(Duration.ofMinutes(5));
    assertThat(story.cloud.terminations).contains("i-0001");
    assertThat(story.alarms()).doesNotContain(Alarm.Code.CLOUD);
  }

  @Test
  void doesNotCallABootOverdueWhenTheWallClockLeaps() {
    KeeperHarness story = KeeperHarness.with(b -> b.bootDeadline(Duration.ofMinutes(5)));
    story.run();
    story.cloud.born = MachineState.PENDING;
    story.resize(1).run(Duration.ofMinutes(1));

    story.wallClockJumps(Duration.ofDays(1));
    story.run(Duration.ofMinutes(3));

    assertThat(story.cloud.terminations).isEmpty();
  }

  @Test
  void parksAfterLaunchesThatLeadToNoRunningMachine() {
    KeeperHarness story = KeeperHarness.with(b -> b.bootDeadline(Duration.ofMinutes(5)));
    story.run();
    story.cloud.born = MachineState.REJECTED;
    story.resize(15).run(Duration.ofDays(1));

    assertThat(story.alarms()).contains(Alarm.Code.LAUNCHES_FAIL);
    assertThat(story.cloud.boxes.size())
        .as("never more than the cap and its surge")
        .isLessThan(25);
    assertThat(story.cloud.launches.size())
        .as("a storage outage of a day: 15 machines that never run, again and again")
        .isLessThan(15 * 60);

    story.cloud.born = MachineState.RUNNING;
    story.run(Duration.ofHours(2));
    assertThat(story.size()).containsExactly(15, 15, 0);
    assertThat(story.alarms()).doesNotContain(Alarm.Code.LAUNCHES_FAIL);
  }

  @Test
  void restsAfterFailedLaunchesHoweverTheWallClockLeaps() {
    KeeperHarness story = KeeperHarness.begins();
    story.run();
    story.cloud.born = MachineState.REJECTED;
    story.resize(8).settles();
    int sent = story.cloud.launches.size();
    assertThat(story.pool().parkedUntil()).isNotNull();

    story.wallClockJumps(Duration.ofDays(1));
    story.run(Duration.ofSeconds(10));

    assertThat(story.cloud.launches).hasSize(sent);
  }

  @Test
  void restsAfterARestartToo() {
    KeeperHarness story = KeeperHarness.begins();
    story.run();
    story.cloud.born = MachineState.REJECTED;
    story.resize(8).settles();
    int sent = story.cloud.launches.size();

    story.crashAndRestart().run(Duration.ofSeconds(10));

    assertThat(story.cloud.launches).hasSize(sent);
  }

  @Test
  void parksLaunchesOnAQuotaWhileEndsGoOn() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(5).run();
    story.cloud.refusingAll = FakeCloud.refusal(Kind.QUOTA);
    story.resize(8).settles();
    int sent = story.cloud.launches.size();
    assertThat(story.alarms()).contains(Alarm.Code.QUOTA);

    story.terminate("i-0001", true);
    story.run(Duration.ofMinutes(8));
    assertThat(story.cloud.launches.size() - sent)
        .as("one launch each after about 1, 2 and 4 minutes")
        .isBetween(2, 4);
    assertThat(story.cloud.terminations).containsExactly("i-0001");

    story.cloud.refusingAll = null;
    story.run(Duration.ofMinutes(10));
    assertThat(story.size()).containsExactly(7, 7, 0);
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void triesAgainAfterARestartThoughAQuotaHeldItBackButNeverBeyondTheHoursBudget() {
    KeeperHarness story = KeeperHarness.with(b -> budgets(b, 10, 100));
    story.run();
    story.cloud.refusingAll = FakeCloud.refusal(Kind.QUOTA);
    story.resize(8).run(Duration.ofSeconds(25));
    int sent = story.cloud.launches.size();
    assertThat(sent).isLessThanOrEqualTo(4);

    story.crashAndRestart().run(Duration.ofSeconds(10));
    assertThat(story.cloud.launches).as("the quota may have been raised").hasSizeGreaterThan(sent);

    for (int i = 0; i < 50; i++) {
      story.crashAndRestart().run(Duration.ofSeconds(10));
    }
    assertThat(story.cloud.launches).as("a process that restarts all the time").hasSize(10);
  }

  @Test
  void staysParkedOnAQuotaWhenAnotherLaunchJustSucceeded() {
    KeeperHarness story = KeeperHarness.begins();
    story.run();
    story.cloud.refusesNextLaunch(FakeCloud.refusal(Kind.QUOTA));

    story.resize(3).run(Duration.ofSeconds(25));

    assertThat(story.cloud.launches)
        .as("three went out together, one was refused")
        .hasSize(3);
    assertThat(story.alarms()).contains(Alarm.Code.QUOTA);
    story.run();
    assertThat(story.size()).containsExactly(3, 3, 0);
  }

  @Test
  void goesToAnotherZoneWhenOneHasNoCapacity() {
    KeeperHarness story = KeeperHarness.with(b -> b.launch(zones("a", "b")));
    story.cloud.refusesZone(
        "a",
        CloudException.of(Kind.CAPACITY, CloudException.Effect.NONE, "none left")
            .scope(ErrorScope.zone("a"))
            .build());
    story.resize(4).run(Duration.ofSeconds(14));

    assertThat(story.effective()).hasSize(4);
    assertThat(story.cloud.boxes.values()).allMatch(box -> "b".equals(box.zone));
    assertThat(story.alarms()).contains(Alarm.Code.CAPACITY);
    long tried =
        story.cloud.launches.stream().filter(l -> l.frozen().contains(" a ")).count();
    assertThat(tried).as("zone a is left alone for a while").isLessThanOrEqualTo(2);
  }

  @Test
  void launchesAgainUnderAnotherKeyAfterAThrottle() {
    KeeperHarness story = KeeperHarness.begins();
    story.run();
    story.cloud.refusesNextLaunch(
        CloudException.of(Kind.THROTTLED, CloudException.Effect.NONE, "slow down")
            .retryAfter(Duration.ofSeconds(40))
            .build());
    story.resize(1).run(Duration.ofSeconds(39));
    assertThat(story.cloud.launches).hasSize(1);

    story.run(Duration.ofSeconds(20));

    assertThat(story.cloud.launches).hasSize(2);
    assertThat(story.cloud.launches.get(0).key())
        .isNotEqualTo(story.cloud.launches.get(1).key());
    assertThat(story.size()).containsExactly(1, 1, 0);
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void makesNoMachinesWhileItMayNotEndAny() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(3).run();
    story.cloud.denyingEnds = FakeCloud.refusal(Kind.DENIED);
    story.terminate("i-0001", false);
    story.resize(5).run();
    int sent = story.cloud.launches.size();

    story.resize(6).run();
    assertThat(story.cloud.launches).hasSize(sent);
    assertThat(story.plan().holds()).anyMatch(hold -> hold.reason().contains("denies"));

    story.cloud.denyingEnds = null;
    story.run();
    assertThat(story.size()).containsExactly(6, 6, 0);
  }

  @Test
  void makesMachinesAgainWhenTheOneThatItMayNotEndHasGoneByItself() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(3).run();
    story.cloud.denyingEnds = FakeCloud.refusal(Kind.DENIED);
    story.terminate("i-0001", true);
    story.settles();

    story.cloud.boxes.remove("i-0001");
    story.run();
    story.resize(4).run();

    assertThat(story.size()).containsExactly(4, 4, 0);
  }

  @Test
  void launchesOnlyAsManyAnHourAsTheBudgetAllows() {
    KeeperHarness story = KeeperHarness.with(b -> budgets(b, 5, 100));
    story.resize(12).run(Duration.ofMinutes(59));
    assertThat(story.cloud.launches).hasSize(5);
    assertThat(story.alarms()).contains(Alarm.Code.LAUNCH_BUDGET);

    story.crashAndRestart().run(Duration.ofSeconds(10));
    assertThat(story.cloud.launches).as("a restart does not refill it").hasSize(5);

    story.run(Duration.ofHours(3));
    assertThat(story.size()).containsExactly(12, 12, 0);
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void spendsNoLaunchBudgetOnPromisesThatWereNeverSent() {
    KeeperHarness story = KeeperHarness.with(b -> budgets(b, 5, 100));
    story.run();
    for (int i = 0; i < 8; i++) {
      story.cloud.nextPrepares.add(FakeCloud.refusal(Kind.UNAVAILABLE));
    }

    story.resize(5).run(Duration.ofMinutes(30));

    assertThat(story.size()).containsExactly(5, 5, 0);
    assertThat(story.cloud.boxes).hasSize(5);
  }

  @Test
  void endsWithoutACommandOnlyAsManyAnHourAsTheBudgetAllows() {
    KeeperHarness story =
        KeeperHarness.with(b -> budgets(b, 100, 2).bootDeadline(Duration.ofMinutes(2)));
    story.run();
    story.cloud.born = MachineState.PENDING;
    story.resize(4).run(Duration.ofMinutes(45));
    assertThat(story.cloud.terminations.stream().distinct()).hasSize(2);
    assertThat(story.alarms()).contains(Alarm.Code.DELETE_BUDGET);
    long revision = story.view().revision();
    story.run(Duration.ofMinutes(1));
    assertThat(story.view().revision()).as("the alarm stands still").isEqualTo(revision);

    story.crashAndRestart().run(Duration.ofMinutes(10));
    assertThat(story.cloud.terminations.stream().distinct())
        .as("a restart does not refill it")
        .hasSize(2);
  }

  @Test
  void endsAsManyAtOnceAsACommandAsksFor() {
    KeeperHarness story = KeeperHarness.with(b -> budgets(b, 100, 1));
    story.resize(15).run();

    story.resize(2).run();

    assertThat(story.size()).containsExactly(2, 2, 0);
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void replacesUnhealthyMachinesAFewAtATime() {
    KeeperHarness story = KeeperHarness.with(b -> b.remediation(
        RemediationConfig.builder().enabled(true).massUnhealthyShare(0.5).build()));
    story.resize(6).run();
    story.cloud.stuckEnds = true;
    story.serviceState("i-0001", ServiceState.UNHEALTHY);
    story.serviceState("i-0002", ServiceState.UNHEALTHY);
    story.run(Duration.ofMinutes(5).minusSeconds(2));
    assertThat(story.cloud.terminations).isEmpty();

    story.run();
    assertThat(story.cloud.terminations.stream().distinct()).hasSize(1);

    story.cloud.stuckEnds = false;
    story.run();
    assertThat(story.cloud.alive()).doesNotContain("i-0001", "i-0002");
    assertThat(story.size()).containsExactly(6, 6, 0);
  }

  @Test
  void leavesAllAloneWhenTooManyTurnUnhealthyTogether() {
    KeeperHarness story = KeeperHarness.with(b -> b.remediation(RemediationConfig.builder()
            .enabled(true)
            .after(Duration.ofMinutes(1))
            .build())
        .disruption(DisruptionConfig.none()
            .with(DisruptionReason.REMEDIATION, DisruptionLimit.machines(5))));
    story.resize(6).run();
    for (int i = 1; i <= 3; i++) {
      story.serviceState("i-000" + i, ServiceState.UNHEALTHY);
    }
    story.run(Duration.ofHours(1));
    assertThat(story.cloud.terminations).isEmpty();
    assertThat(story.alarms()).contains(Alarm.Code.MASS_UNHEALTHY);

    story.serviceState("i-0001", ServiceState.IN_SERVICE);
    story.serviceState("i-0002", ServiceState.IN_SERVICE);
    story.run();
    assertThat(story.cloud.terminations).containsExactly("i-0003");
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void leavesUnhealthyMachinesAloneUnlessThePoolAsksForIt() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(2).run();

    story.serviceState("i-0001", ServiceState.UNHEALTHY);
    story.run(Duration.ofHours(2));

    assertThat(story.cloud.terminations).isEmpty();
    assertThat(story.size()).containsExactly(2, 2, 0);
  }

  @Test
  void goesOnEndingAMachineThatTheCloudWillNotLetGo() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(1).run();
    for (int i = 0; i < 5; i++) {
      story.cloud.nextTerminates.add(FakeCloud.lost());
    }

    story.terminate("i-0001", true);
    story.run();

    assertThat(story.cloud.terminations).hasSize(6);
    assertThat(story.status("i-0001")).isEqualTo(Status.GONE);
  }

  @Test
  void keepsTheSizeThatItKnowsWhenTheCloudIsDown() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(2).run();
    story.cloud.listError = FakeCloud.refusal(Kind.UNAVAILABLE);
    story.run(Duration.ofHours(5));

    assertThat(story.size()).containsExactly(2, 2, 0);
    assertThat(story.alarms()).containsExactly(Alarm.Code.CLOUD);
    story.cloud.listError = null;
    story.run();
    assertThat(story.alarms()).isEmpty();
  }
}
