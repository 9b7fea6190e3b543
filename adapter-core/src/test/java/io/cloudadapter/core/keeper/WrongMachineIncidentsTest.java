package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What happened to others: the wrong machine ended, or the wanted size changed by itself. */
class WrongMachineIncidentsTest {

  @Test
  @Tag("row-26")
  @Tag("CR-10")
  @DisplayName(
      "A group was shrunk by a count, and the cloud ended 32 busy machines (autoscaler#9182)")
  void aShrinkEndsTheMachinesThatTheLedgerNamesAndNoOther() {
    KeeperHarness story = KeeperHarness.with(b -> PoolConfig.named("web", "here", 40));
    story.resize(40).run();
    for (int i = 9; i <= 40; i++) {
      story.protect("i-%04d".formatted(i));
    }

    story.resize(32).run(Duration.ofHours(1));

    assertThat(story.cloud.terminations.stream().distinct().sorted())
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, 8).mapToObj("i-%04d"::formatted).toList());
    assertThat(story.size()).containsExactly(32, 32, 0);
  }

  @Test
  @Tag("row-26")
  @DisplayName("A size below what may end took protected machines too (autoscaler#2787)")
  void aShrinkStopsAtWhatIsProtectedAndSaysSo() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(4).run();
    story.protect("i-0001");
    story.protect("i-0002");

    story.resize(0).run(Duration.ofHours(1));

    assertThat(story.cloud.alive()).containsExactly("i-0001", "i-0002");
    assertThat(story.plan().holds()).anyMatch(hold -> hold.code() == Alarm.Code.PROTECTED);
  }

  @Test
  @Tag("row-27")
  @Tag("CR-20")
  @DisplayName(
      "Clearing placeholders away lowered the size and ended healthy nodes (autoscaler#6795)")
  void launchesThatFailInAnyWayLeaveTheDesiredSizeAlone() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(3).run();
    story.cloud.refusesNextLaunch(FakeCloud.refusal(Kind.QUOTA));
    story.cloud.losesNextRequest();
    story.cloud.rejectsNextLaunch();
    story.resize(8).run(Duration.ofHours(3));

    assertThat(story.size()).containsExactly(8, 8, 0);
    assertThat(story.cloud.alive()).contains("i-0001", "i-0002", "i-0003");
    assertThat(story.cloud.terminations)
        .as("only the corpse of the rejected one")
        .hasSize(1)
        .doesNotContain("i-0001", "i-0002", "i-0003");
  }

  @Test
  @Tag("row-28")
  @DisplayName(
      "A node was idle when it was chosen and busy when it was killed (ec2-fleet-plugin#498)")
  void theDoorIsClosedForAllToSeeBeforeTheCloudIsAsked() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(2).run();
    story.holds(Effect.Terminate.class::isInstance);

    story.resize(1).settles();

    assertThat(story.underWay()).filteredOn(Effect.Terminate.class::isInstance).hasSize(1);
    assertThat(story.shown(m -> m.machineState() == MachineState.TERMINATING)).hasSize(1);
    String victim =
        story.shown(m -> m.machineState() == MachineState.TERMINATING).get(0);
    assertThat(story.status(victim)).isEqualTo(Status.DELETING);
    assertThat(story.effective()).hasSize(1).doesNotContain(victim);
  }

  @Test
  @Tag("row-34")
  @Tag("CR-13")
  @DisplayName(
      "A machine that never came up was kept at the minimum size (autoscaler#369, autoscaler#6810)")
  void aMachineThatNeverRunsIsReplacedAlsoWhenItIsTheOnlyOne() {
    KeeperHarness story = KeeperHarness.with(b -> b.bootDeadline(Duration.ofMinutes(10)));
    story.run();
    story.cloud.born = MachineState.PENDING;
    story.resize(1).run(Duration.ofMinutes(9));
    assertThat(story.cloud.terminations).as("a slow boot is no failure").isEmpty();

    story.cloud.born = MachineState.RUNNING;
    story.run(Duration.ofMinutes(30));

    assertThat(story.cloud.alive()).containsExactly("i-0002");
    assertThat(story.size()).containsExactly(1, 1, 0);
  }

  @Test
  @Tag("CR-7")
  @DisplayName(
      "Two live machines answer to one key: the first is kept, the other ended, and it is raised")
  void ofTwoMachinesOfOneKeyOneStays() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(1).run();
    String key = story.cloud.launches.get(0).key();
    story.cloud.marked("z-twin", story.pool().incarnation(), java.util.Optional.of(key));

    story.run();

    assertThat(story.cloud.alive()).containsExactly("i-0001");
    assertThat(story.alarms()).contains(Alarm.Code.LAUNCH_KEY_REUSED);
    assertThat(story.size()).containsExactly(1, 1, 0);
  }

  @Test
  @Tag("CR-17")
  @DisplayName(
      "What is ending is no capacity, and counts against the cap and its surge all the same")
  void endingMachinesAreReplacedOnlyAsFarAsTheSurgeGoes() {
    KeeperHarness story = KeeperHarness.begins();
    story.resize(20).run();
    story.cloud.stuckEnds = true;
    for (int i = 1; i <= 10; i++) {
      story.terminate("i-%04d".formatted(i), false);
    }

    story.run(Duration.ofHours(2));

    assertThat(story.cloud.alive()).as("20 and a fifth").hasSize(24);
    assertThat(story.alarms()).contains(Alarm.Code.AT_MAX_SIZE);
    story.cloud.stuckEnds = false;
    story.run(Duration.ofHours(1));
    assertThat(story.size()).containsExactly(20, 20, 0);
    assertThat(story.cloud.alive()).hasSize(20);
  }
}
