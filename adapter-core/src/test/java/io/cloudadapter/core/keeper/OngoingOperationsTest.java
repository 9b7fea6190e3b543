package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolPlan.Ongoing;
import io.cloudadapter.api.PoolPlan.Operation;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.MachineSighting;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is under way is shown with what it waits for, and an alarm stands where that takes too long. */
class OngoingOperationsTest {

  private static CloudException locked() {
    return CloudException.of(
            Kind.CONFLICT, CloudException.Effect.NONE, "409: Instance i-0001 is locked")
        .conflict(Conflict.BUSY)
        .build();
  }

  private static List<Ongoing> of(KeeperHarness story, Operation operation) {
    return story.plan().ongoing().stream()
        .filter(ongoing -> ongoing.operation() == operation)
        .toList();
  }

  @Test
  void aPoolAtItsSizeHasNothingUnderWay() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(3).run();

    assertThat(story.plan().ongoing()).isEmpty();
  }

  @Test
  void aLaunchThatIsOutWaitsForTheReplyUntilItsCallIsOver() {
    KeeperHarness story = KeeperHarness.begins();
    story.holds(effect -> effect instanceof Effect.Launch);
    story.resize(1).settles();

    assertThat(story.plan().open()).isEqualTo(1);
    assertThat(of(story, Operation.LAUNCH)).singleElement().satisfies(launch -> {
      assertThat(launch.id()).isEqualTo(story.onlyIntent().key());
      assertThat(launch.machines()).isEqualTo(1);
      assertThat(launch.waitsFor()).isEqualTo("the cloud's reply");
      assertThat(launch.until())
          .hasValueSatisfying(until -> assertThat(until)
              .isBetween(story.now().wall(), story.now().wall().plus(Duration.ofMinutes(10))));
    });
  }

  @Test
  void launchesInDoubtAreExplainedAndRaiseAnAlarm() {
    KeeperHarness story = KeeperHarness.begins();
    story.run();
    story.cloud.refusingAll = FakeCloud.lost();

    story.resize(4).run(Duration.ofSeconds(5));
    assertThat(story.alarms())
        .as("a lost reply is settled in no time as a rule")
        .isEmpty();
    story.run(Duration.ofSeconds(20));

    assertThat(of(story, Operation.LAUNCH)).hasSize(story.plan().open()).allSatisfy(launch -> {
      assertThat(launch.waitsFor()).contains("its outcome, which is unknown (");
      assertThat(launch.until()).isPresent();
    });
    assertThat(story.alarm(Alarm.Code.CLOUD))
        .contains("has been unknown since 20")
        .contains("launches of");

    story.cloud.refusingAll = null;
    story.run();
    assertThat(story.size()).containsExactly(4, 4, 0);
    assertThat(story.alarms()).isEmpty();
    assertThat(story.plan().ongoing()).isEmpty();
  }

  @Test
  void launchesOfAnEarlierProcessAreExplainedToo() {
    KeeperHarness story = KeeperHarness.begins();
    story.holds(effect -> effect instanceof Effect.Launch);
    story.resize(1).settles();

    story.crashAndRestart().run(Duration.ofSeconds(1));

    assertThat(of(story, Operation.LAUNCH))
        .singleElement()
        .satisfies(launch -> assertThat(launch.waitsFor())
            .containsAnyOf("the cloud's reply", "an earlier process sent it"));
  }

  @Test
  void aMachineThatIsStuckInItsBootShowsItsDeadline() {
    KeeperHarness story = KeeperHarness.with(pool -> pool.bootDeadline(Duration.ofMinutes(5)));
    story.run();
    story.cloud.born = MachineState.PENDING;
    story.resize(1).run(Duration.ofMinutes(1));

    assertThat(of(story, Operation.BOOT)).singleElement().satisfies(boot -> {
      assertThat(boot.id()).isEqualTo("i-0001");
      assertThat(boot.waitsFor()).contains("it is pending");
      assertThat(boot.until())
          .hasValueSatisfying(until -> assertThat(Duration.between(story.now().wall(), until))
              .isBetween(Duration.ofMinutes(3), Duration.ofMinutes(4)));
    });
  }

  @Test
  void anEndThatIsRefusedAgainAndAgainRaisesAnAlarmAndShowsTheAnswer() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(2).run();
    story.cloud.denyingEnds = locked();
    story.terminate("i-0001", true);

    story.run(Duration.ofMinutes(3));

    assertThat(story.alarm(Alarm.Code.CLOUD))
        .containsPattern("machine i-0001 cannot be ended, refused [0-9]+ times in a row: ")
        .contains("409: Instance i-0001 is locked")
        .contains("unlock it there");
    assertThat(of(story, Operation.TERMINATION)).singleElement().satisfies(end -> {
      assertThat(end.id()).isEqualTo("i-0001");
      assertThat(end.waitsFor()).contains("refused ").contains("409: Instance i-0001 is locked");
      assertThat(end.until()).isPresent();
    });

    story.cloud.denyingEnds = null;
    story.run();
    assertThat(story.alarms()).isEmpty();
    assertThat(story.size()).containsExactly(1, 1, 0);
  }

  @Test
  void aMachineThatIsStoppedInTheCloudSurvivesAResizeToZeroAndThePlanNamesIt() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(2).run();
    story.cloud.box("i-0001").state = MachineState.TERMINATED;
    story.cloud.box("i-0001").end = MachineSighting.End.STOPPED;
    story.run(Duration.ofMinutes(1));

    story.resize(0).run();

    assertThat(story.cloud.terminations).doesNotContain("i-0001");
    assertThat(story.plan().holds()).singleElement().satisfies(hold -> {
      assertThat(hold.code()).isEqualTo(Alarm.Code.UNHEALTHY);
      assertThat(hold.reason()).startsWith("1 machine is stopped in the cloud (i-0001)");
    });
  }

  @Test
  void whileLaunchesFailThePlanNamesTheAlarmThatOneMachineAtATimeFollowsFrom() {
    KeeperHarness story = KeeperHarness.begins();
    story.run();
    story.cloud.born = MachineState.REJECTED;
    story.resize(8).run(Duration.ofMinutes(10));
    story.cloud.born = MachineState.PENDING;
    story.resize(8).run(Duration.ofSeconds(5));

    assertThat(story.plan().holds())
        .extracting(PoolPlan.Hold::reason)
        .anyMatch(reason -> reason.contains("see the alarm LAUNCHES_FAIL"));
  }

  @Test
  void anEndThatIsRefusedOnceIsNoAlarm() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(1).run();
    story.cloud.denyingEnds = locked();
    story.terminate("i-0001", true);
    story.settles();

    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void anEndThatTheCloudAcceptsAndNeverCarriesOutRaisesAnAlarm() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(1).run();
    story.cloud.stuckEnds = true;
    story.terminate("i-0001", true);
    story.run(Duration.ofMinutes(14));
    assertThat(story.alarms()).isEmpty();

    story.run(Duration.ofMinutes(2));
    assertThat(story.alarm(Alarm.Code.CLOUD))
        .contains("machine i-0001 should have ended")
        .contains("more than 15m ago");

    story.cloud.stuckEnds = false;
    story.run();
    assertThat(story.alarms()).isEmpty();
  }
}
