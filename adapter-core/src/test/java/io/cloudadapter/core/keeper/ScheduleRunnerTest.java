package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.scaling.PlacementPolicy;
import io.cloudadapter.api.scaling.ScheduledSize;
import io.cloudadapter.core.config.CronSchedule;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.core.config.ScalingSchedule;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Sizes that are due at certain times; a story begins at midnight of 1 January 2026, UTC. */
class ScheduleRunnerTest {
  private static final ScalingConfig OFFICE = ScalingConfig.none()
      .with("opens", ScalingSchedule.size(cron("0 8 * * *"), 10))
      .with("closes", ScalingSchedule.size(cron("0 18 * * *"), 2));

  private static CronSchedule cron(String text) {
    return CronSchedule.of(text, ZoneId.of("UTC"));
  }

  private static UnaryOperator<PoolConfigBuilder> by(ScalingConfig scaling) {
    return pool -> pool.scaling(scaling);
  }

  private static KeeperHarness pool(ScalingConfig scaling) {
    KeeperHarness story = KeeperHarness.with(by(scaling));
    story.resize(4).run();
    return story;
  }

  private static KeeperHarness until(KeeperHarness story, String time) {
    story.run(Duration.between(story.now().wall(), Instant.parse("2026-01-" + time + ":00Z")));
    return story;
  }

  @Test
  void setsItsSizeWhenTheTimeComesAndNotBefore() {
    KeeperHarness story = pool(OFFICE);

    until(story, "01T07:59");
    assertThat(story.view().desiredSize()).isEqualTo(4);
    until(story, "01T08:00");
    assertThat(story.view().desiredSize()).isEqualTo(10);
    story.run();
    assertThat(story.effective()).hasSize(10);
    until(story, "01T18:00");
    story.run();
    assertThat(story.effective()).hasSize(2);
  }

  @Test
  void tellsWhenItComesNext() {
    KeeperHarness story = until(pool(OFFICE), "01T08:30");

    ScheduledSize opens = story.scaling().schedules().get("opens");
    ScheduledSize closes = story.scaling().schedules().get("closes");

    assertThat(opens)
        .isEqualTo(new ScheduledSize(
            "0 8 * * *",
            ZoneId.of("UTC"),
            OptionalInt.of(10),
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.of(Instant.parse("2026-01-02T08:00:00Z")),
            List.of(Instant.parse("2026-01-02T08:00:00Z"))));
    assertThat(closes.next()).contains(Instant.parse("2026-01-01T18:00:00Z"));
  }

  @Test
  void leavesTheSizeToOthersUntilTheNextTime() {
    KeeperHarness story = until(pool(OFFICE), "01T08:30");

    story.resize(5);
    until(story, "01T17:59");
    assertThat(story.view().desiredSize()).isEqualTo(5);
    until(story, "02T08:00");
    assertThat(story.view().desiredSize()).isEqualTo(10);
  }

  @Test
  void makesUpForTheLastTimeThatPassedWhileThereWasNoProcess() {
    KeeperHarness story = until(pool(OFFICE), "01T09:00");

    story.wallClockJumps(Duration.ofHours(24 * 3 + 12)); // to 21:00 of the 4th
    story.crashAndRestart().run();

    assertThat(story.view().desiredSize()).as("closed at 18:00, opened before").isEqualTo(2);
  }

  @Test
  void followsEachTimeOnceUnderAnyDeath() {
    for (int atoms = 0; atoms < 4; atoms++) {
      KeeperHarness story = until(pool(OFFICE), "01T07:59");
      story.diesAfterAtoms(atoms);
      try {
        until(story, "01T08:05");
      } catch (KeeperHarness.Died died) {
        // As it was meant to.
      }
      story.crashAndRestart().run(Duration.ofMinutes(1));
      assertThat(story.view().desiredSize()).isEqualTo(10);

      story.resize(5).crashAndRestart();
      until(story, "01T12:00");
      assertThat(story.view().desiredSize()).as("8:00 does not come again").isEqualTo(5);
    }
  }

  @Test
  void followsNoTimeTwiceWhenTheClockIsSetBack() {
    KeeperHarness story = until(pool(OFFICE), "01T08:30");
    story.resize(5);

    story.wallClockJumps(Duration.ofHours(-1));
    until(story, "01T08:45");
    assertThat(story.view().desiredSize()).isEqualTo(5);
  }

  @Test
  void goesOnAfterAClockThatWasWrongByYears() {
    KeeperHarness story = pool(OFFICE);
    story.wallClockJumps(Duration.ofDays(20_000));
    story.run();
    story.wallClockJumps(Duration.ofDays(-20_000));
    story.run();
    story.resize(4);

    until(story, "01T08:00");
    assertThat(story.view().desiredSize()).isEqualTo(10);
  }

  @Test
  void beginsWhenItIsFirstSeenNotInThePast() {
    KeeperHarness story = until(pool(ScalingConfig.none()), "01T09:00");

    story.restartWith(by(OFFICE)).run();
    assertThat(story.view().desiredSize()).as("8:00 was before").isEqualTo(4);
    until(story, "01T18:00");
    assertThat(story.view().desiredSize()).isEqualTo(2);
  }

  @Test
  void isAnotherScheduleWithOtherTimes() {
    KeeperHarness story = until(pool(OFFICE), "01T09:00");
    story.resize(4);

    story
        .restartWith(
            by(ScalingConfig.none().with("opens", ScalingSchedule.size(cron("30 8 * * *"), 12))))
        .run();
    assertThat(story.view().desiredSize()).isEqualTo(4);
    until(story, "02T08:30");
    assertThat(story.view().desiredSize()).isEqualTo(12);
    assertThat(story.pool().schedules()).containsOnlyKeys("opens");
  }

  @Test
  void setsLimitsThatHoldUntilTheNextOnes() {
    KeeperHarness story = pool(ScalingConfig.none()
        .with("day", ScalingSchedule.size(cron("0 8 * * *"), 10).within(6, 12))
        .with(
            "night",
            new ScalingSchedule(
                cron("0 18 * * *"), OptionalInt.empty(), OptionalInt.of(0), OptionalInt.of(3))));

    until(story, "01T08:00");
    assertThat(story
            .resizes(Map.of("adjustment_type", "EXACT_CAPACITY", "number", 13))
            .reason())
        .isEqualTo("The target capacity (13) is greater than the cluster's max_size (12).");
    until(story, "01T18:00");
    story.run();
    assertThat(story.effective()).as("cut to the new limit").hasSize(3);
  }

  @Test
  void goesAsFarAsTheLimitsAllow() {
    KeeperHarness story = pool(OFFICE);
    story.resizes(Map.of("max_size", 7));

    until(story, "01T08:00");
    assertThat(story.view().desiredSize()).isEqualTo(7);
  }

  @Test
  void saysSoIfASizeCannotBeSetAndGoesOn() {
    PlacementPolicy narrow = new PlacementPolicy(
        PlacementPolicy.Kind.ZONE, List.of(new PlacementPolicy.Share("a", 100, 5)));
    KeeperHarness story = pool(OFFICE.with("spread", narrow));

    until(story, "01T08:00");
    assertThat(story.view().desiredSize()).isEqualTo(4);
    assertThat(story.view().alarms())
        .extracting(Alarm::message)
        .containsExactly("schedule opens could not be followed at 2026-01-01T08:00:00Z: There is no"
            + " feasible plan to handle all nodes.");

    until(story, "01T18:00");
    assertThat(story.view().desiredSize()).isEqualTo(2);
    assertThat(story.alarms()).doesNotContain(Alarm.Code.SCHEDULE);
  }

  @Test
  void saysSoAlsoIfAnotherScheduleOfThatTimeCanBeFollowed() {
    KeeperHarness story = pool(ScalingConfig.none()
        .with(
            "a-limit",
            new ScalingSchedule(
                cron("0 8 * * *"), OptionalInt.empty(), OptionalInt.of(9), OptionalInt.empty()))
        .with("b-size", ScalingSchedule.size(cron("0 8 * * *"), 5)));
    story.resizes(Map.of("max_size", 7));

    until(story, "01T08:00");
    assertThat(story.view().desiredSize()).isEqualTo(5);
    assertThat(story.alarms()).contains(Alarm.Code.SCHEDULE);
  }

  @Test
  void waitsUntilThePoolKnowsItsMachines() {
    KeeperHarness story = KeeperHarness.with(by(OFFICE));
    story.cloud.listsComplete = false;
    until(story, "01T08:30");
    assertThat(story.hasView()).isFalse();

    story.cloud.listsComplete = true;
    story.run();
    assertThat(story.view().desiredSize()).isEqualTo(10);
  }
}
