package io.cloudadapter.core.keeper.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.keeper.FakeCloud;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ErrorScope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How long launches rest after failures, and how they begin again. */
class LaunchBackoffTest {

  private static KeeperHarness growing() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(12).run();
    return story;
  }

  private static Duration longestHold(KeeperHarness story) {
    Instant until = story.plan().holds().stream()
        .flatMap(hold -> hold.until().stream())
        .max(Instant::compareTo)
        .orElseThrow();
    return Duration.between(story.now().wall(), until);
  }

  private static LaunchConfig launch(String image, String... zones) {
    return LaunchConfig.builder().zones(List.of(zones)).image(image).build();
  }

  /** Launches go out together, and all are refused when all are out. */
  private static void wave(KeeperHarness story, int size) {
    story.holds(effect -> effect instanceof Effect.Launch);
    story.resize(size).settles();
    story.releases();
    story.settles();
  }

  @Test
  void aWaveOfRefusalsIsOneRefusal() {
    KeeperHarness story = growing();
    story.cloud.refusingAll = FakeCloud.refusal(Kind.QUOTA);
    wave(story, 20);

    assertThat(story.cloud.launches).as("refused together").hasSizeGreaterThan(12 + 3);
    assertThat(longestHold(story)).isLessThanOrEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void eachRefusedAttemptMakesTheNextHoldLonger() {
    KeeperHarness story = growing();
    story.cloud.refusingAll = FakeCloud.refusal(Kind.INVALID);
    story.resize(14).settles();
    assertThat(longestHold(story)).isLessThanOrEqualTo(Duration.ofMinutes(1));

    int before = story.cloud.launches.size();
    story.run(Duration.ofMinutes(30));

    assertThat(story.cloud.launches.size() - before)
        .as("one launch each after about 1, 2, 4, 8 and 16 minutes")
        .isBetween(4, 6);
    assertThat(longestHold(story)).isGreaterThan(Duration.ofMinutes(5));
  }

  @Test
  void aWaveOfMachinesThatNeverRunIsOneFailedAttempt() {
    KeeperHarness story = growing();
    story.cloud.born = MachineState.REJECTED;
    wave(story, 15);

    assertThat(story.pool().launchFailures()).isLessThan(4);
    assertThat(story.cloud.launches).hasSizeGreaterThan(12 + 2);
  }

  @Test
  void machinesThatFailForFifteenSecondsDelayAPoolByNoMoreThanThatAndHalfAMinute() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(3).run();
    story.cloud.born = MachineState.REJECTED;
    story.resize(15).run(Duration.ofSeconds(15));
    story.cloud.born = MachineState.RUNNING;

    story.run(Duration.ofMinutes(1));

    assertThat(story.size()).containsExactly(15, 15, 0);
    assertThat(story.alarms()).doesNotContain(Alarm.Code.LAUNCHES_FAIL);
  }

  @Test
  void oneLaunchTriesAfterAHoldAndAllOthersFollowIt() {
    KeeperHarness story = growing();
    story.cloud.refusingAll = FakeCloud.refusal(Kind.QUOTA);
    story.resize(20).settles();
    int before = story.cloud.launches.size();
    story.cloud.refusingAll = null;
    story.holds(effect -> effect instanceof Effect.Launch);
    story.run(Duration.ofMinutes(11));

    assertThat(story.underWay()).filteredOn(Effect.Launch.class::isInstance).hasSize(1);
    assertThat(story.plan().holds())
        .extracting(PoolPlan.Hold::reason)
        .anyMatch(reason -> reason.contains("one launch tries whether the cloud accepts again"));

    story.releases();
    story.run(Duration.ofMinutes(1));
    assertThat(story.cloud.launches).hasSize(before + 8);
    assertThat(story.size()).containsExactly(20, 20, 0);
  }

  @Test
  void aLaunchThatTriesAndIsRefusedHoldsAllOthersBackAgain() {
    KeeperHarness story = growing();
    story.cloud.refusingAll = FakeCloud.refusal(Kind.QUOTA);
    story.resize(20).settles();
    int before = story.cloud.launches.size();

    story.run(Duration.ofSeconds(61));

    assertThat(story.cloud.launches).hasSize(before + 1);
    assertThat(story.alarms()).contains(Alarm.Code.QUOTA);
  }

  @Test
  void theAlarmStandsThroughAllTrialsUntilALaunchIsAccepted() {
    KeeperHarness story = growing();
    story.cloud.refusingAll = FakeCloud.refusal(Kind.QUOTA);
    story.resize(13).settles();
    Instant since = quota(story).orElseThrow().since();

    for (int i = 0; i < 60; i++) {
      story.run(Duration.ofSeconds(30));
      assertThat(quota(story)).map(Alarm::since).contains(since);
    }
    story.cloud.refusingAll = null;
    story.run(Duration.ofHours(1));

    assertThat(story.size()).containsExactly(13, 13, 0);
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void theAlarmEndsWithTheHoldIfThePoolWantsNoMoreMachines() {
    KeeperHarness story = growing();
    story.cloud.refusingAll = FakeCloud.refusal(Kind.QUOTA);
    story.resize(13).settles();
    story.resize(12).run(Duration.ofMinutes(2));

    assertThat(story.size()).containsExactly(12, 12, 0);
    assertThat(story.alarms()).isEmpty();
  }

  private static Optional<Alarm> quota(KeeperHarness story) {
    return story.view().alarms().stream()
        .filter(alarm -> alarm.code() == Alarm.Code.QUOTA)
        .findFirst();
  }

  @Test
  void aResizeTriesAtOnceAndItsSuccessEndsTheHold() {
    KeeperHarness story = growing();
    story.cloud.refusingAll = FakeCloud.refusal(Kind.QUOTA);
    story.resize(20).run(Duration.ofMinutes(30));
    story.cloud.refusingAll = null;
    assertThat(story.size()).containsExactly(20, 12, 0);

    story.resize(20).run(Duration.ofSeconds(30));

    assertThat(story.size()).containsExactly(20, 20, 0);
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void aPoolFillsWithinTwoMinutesAfterAQuotaWasRaised() {
    KeeperHarness story = growing();
    story.cloud.refusingAll = FakeCloud.refusal(Kind.QUOTA);
    story.resize(20).run(Duration.ofSeconds(40));
    story.cloud.refusingAll = null;

    story.run(Duration.ofMinutes(2));

    assertThat(story.size()).containsExactly(20, 20, 0);
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void aResizeRightAfterATryIsTriedHalfAMinuteAfterThatOne() {
    KeeperHarness story = growing();
    story.cloud.refusingAll = FakeCloud.refusal(Kind.QUOTA);
    story.resize(20).run(Duration.ofMinutes(20));
    story.resize(20).run(Duration.ofSeconds(5));
    story.cloud.refusingAll = null;

    story.resize(20).run(Duration.ofSeconds(30));

    assertThat(story.size()).containsExactly(20, 20, 0);
  }

  @Test
  void aResizeThatIsRepeatedAllTheTimeTriesTwiceAMinuteAtMost() {
    KeeperHarness story = growing();
    story.cloud.refusingAll = FakeCloud.refusal(Kind.QUOTA);
    story.resize(20).settles();
    int before = story.cloud.launches.size();

    for (int second = 0; second < 120; second++) {
      story.resize(20).run(Duration.ofSeconds(1));
    }

    assertThat(story.cloud.launches.size() - before).isBetween(3, 5);
  }

  @Test
  void aResizeTriesOneMachineAtOnceWhereMachinesNeverRan() {
    KeeperHarness story = growing();
    story.cloud.born = MachineState.REJECTED;
    story.resize(15).run(Duration.ofMinutes(20));
    assertThat(story.alarms()).contains(Alarm.Code.LAUNCHES_FAIL);
    assertThat(story.alarm(Alarm.Code.LAUNCHES_FAIL))
        .contains("attempts in a row")
        .contains("one machine is tried at 20")
        .contains("at once after a resize or thaw");
    story.cloud.born = MachineState.RUNNING;

    story.resize(15).run(Duration.ofSeconds(30));

    assertThat(story.size()).containsExactly(15, 15, 0);
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void aChangedLaunchConfigurationTriesAtOnce() {
    KeeperHarness story = growing();
    story.cloud.born = MachineState.REJECTED;
    story.resize(15).run(Duration.ofMinutes(20));
    story.cloud.born = MachineState.RUNNING;

    story.restartWith(pool -> pool.launch(launch("another-image")));
    story.run(Duration.ofSeconds(30));

    assertThat(story.size()).containsExactly(15, 15, 0);
  }

  @Test
  void theAlarmOfFailedLaunchesStandsAfterARestartToo() {
    KeeperHarness story = growing();
    story.cloud.born = MachineState.REJECTED;
    story.resize(15).run(Duration.ofMinutes(20));

    story.crashAndRestart().run(Duration.ofSeconds(5));

    assertThat(story.alarm(Alarm.Code.LAUNCHES_FAIL)).contains("attempts in a row");
  }

  @Test
  void aCloudThatHasThePoolWaitForMinutesIsAnAlarmThatNamesTheTime() {
    KeeperHarness story = growing();
    story.cloud.refusesNextLaunch(
        CloudException.of(Kind.THROTTLED, CloudException.Effect.NONE, "slow down")
            .retryAfter(Duration.ofMinutes(5))
            .build());

    story.resize(13).run(Duration.ofSeconds(10));

    assertThat(story.alarm(Alarm.Code.CLOUD)).contains("slow down; launched again at 2026-");
    assertThat(longestHold(story)).isGreaterThan(Duration.ofMinutes(4));
    story.run(Duration.ofMinutes(5));
    assertThat(story.alarms()).isEmpty();
    assertThat(story.size()).containsExactly(13, 13, 0);
  }

  @Test
  void afterAThrottleAllLaunchesGoOnTogether() {
    KeeperHarness story = growing();
    story.cloud.refusesNextLaunch(
        CloudException.of(Kind.THROTTLED, CloudException.Effect.NONE, "slow down")
            .build());
    story.holds(effect -> effect instanceof Effect.Launch);
    story.resize(15).settles();
    story.releases();
    story.settles();
    story.holds(effect -> effect instanceof Effect.Launch);
    story.resize(20).run(Duration.ofSeconds(20));

    assertThat(story.plan().holds())
        .extracting(PoolPlan.Hold::reason)
        .noneMatch(reason -> reason.contains("one launch tries"));
  }

  @Test
  void aListThatHasToWaitForMinutesIsAnAlarmThatNamesTheTime() {
    KeeperHarness story = growing();
    story.cloud.listError = CloudException.of(
            Kind.THROTTLED, CloudException.Effect.NONE, "slow down")
        .retryAfter(Duration.ofMinutes(5))
        .build();

    story.run(Duration.ofMinutes(1));

    assertThat(story.alarm(Alarm.Code.CLOUD)).contains("slow down; listed again at 2026-");
  }

  @Test
  void aThawAsksACloudAtOnceThatHasOnlyItsListsWait() {
    KeeperHarness story = growing();
    story.cloud.listError = CloudException.of(
            Kind.THROTTLED, CloudException.Effect.NONE, "slow down")
        .retryAfter(Duration.ofMinutes(5))
        .build();
    story.run(Duration.ofMinutes(1));
    int lists = story.cloud.lists;

    story.does(new Command.Thaw());
    story.run(Duration.ofSeconds(1));

    assertThat(story.cloud.throttlesEnded).as("told to the account's budget").isEqualTo(1);
    assertThat(story.cloud.lists).isEqualTo(lists + 1);
    story.cloud.listError = null;
    story.does(new Command.Thaw());
    story.run(Duration.ofSeconds(1));
    assertThat(story.alarms()).isEmpty();
    assertThat(story.refuses(new Command.Thaw()))
        .hasMessage(
            "the pool is not frozen, no launch is held back, and the cloud is not being waited for");
  }

  @Test
  void aThawTriesALaunchAtOnceThatTheCloudHasWait() {
    KeeperHarness story = growing();
    story.cloud.refusesNextLaunch(
        CloudException.of(Kind.THROTTLED, CloudException.Effect.NONE, "slow down")
            .retryAfter(Duration.ofMinutes(5))
            .build());
    story.resize(13).run(Duration.ofSeconds(10));

    story.does(new Command.Thaw());
    story.run(Duration.ofSeconds(30));

    assertThat(story.cloud.throttlesEnded).isEqualTo(1);
    assertThat(story.size()).containsExactly(13, 13, 0);
  }

  @Test
  void aZoneThatIsTriedDoesNotHoldUpTheOthers() {
    KeeperHarness story = KeeperHarness.with(pool -> pool.launch(launch("image", "a", "b")));
    story.run();
    story.cloud.refusesZone(
        "a",
        CloudException.of(Kind.CAPACITY, CloudException.Effect.NONE, "none left")
            .scope(ErrorScope.zone("a"))
            .build());
    story.resize(4).run(Duration.ofMinutes(1));
    story.holds(
        effect -> effect instanceof Effect.Launch launch && launch.frozen().contains(" a "));

    story.resize(10).run(Duration.ofMinutes(3));

    assertThat(story.effective()).as("one waits in zone a").hasSizeGreaterThanOrEqualTo(9);
  }
}
