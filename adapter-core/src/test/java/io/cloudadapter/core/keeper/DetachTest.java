package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Kind;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Detach and terminate: who leaves, how, and what it does to the size. */
class DetachTest {
  private final KeeperHarness story = KeeperHarness.begins();

  private void running(int size) {
    story.resize(size).run();
  }

  @Test
  void letsTheMachineGoAliveAndLowersTheSizeOnce() {
    running(3);

    story.detach("i-0001", true);
    story.detach("i-0001", true);
    assertThat(story.size()).containsExactly(2, 2, 0);
    story.run();

    assertThat(story.status("i-0001")).isEqualTo(Status.DETACHED);
    assertThat(story.cloud.box("i-0001").marks).isNull();
    assertThat(story.cloud.terminations).isEmpty();
    assertThat(story.size()).containsExactly(2, 2, 0);
    story.detach("i-0001", true);
    assertThat(story.size()).as("after a repetition").containsExactly(2, 2, 0);
    assertThat(story.refuses(new Command.Detach(new MachineId("i-0001"), false)).reason())
        .isEqualTo(Reason.NOT_FOUND);
    assertThat(
            story.refuses(new Command.Terminate(new MachineId("i-0001"), true)).reason())
        .as("it lives, and is not to end")
        .isEqualTo(Reason.NOT_FOUND);
  }

  @Test
  void replacesADetachedMachineWithoutADecrement() {
    running(2);

    story.detach("i-0001", false);
    story.run();

    assertThat(story.effective()).containsExactly("i-0002", "i-0003");
    assertThat(story.cloud.alive()).hasSize(3);
  }

  @Test
  void takesTheMarksOffUntilListsAgree() {
    running(2);
    var marks = story.cloud.box("i-0001").marks;
    story.detach("i-0001", true);
    story.settles();
    story.cloud.box("i-0001").marks = marks;

    story.run();

    assertThat(story.cloud.box("i-0001").marks).isNull();
    assertThat(story.status("i-0001")).isEqualTo(Status.DETACHED);
  }

  @Test
  void takesTheMarksOffAgainWhenThatFailedAndAfterARestart() {
    running(2);
    story.cloud.nextUnmarks.add(FakeCloud.lost());
    story.detach("i-0001", true);
    assertThat(story.status("i-0001")).isEqualTo(Status.DETACHING);

    story.crashAndRestart().run();

    assertThat(story.status("i-0001")).isEqualTo(Status.DETACHED);
    assertThat(story.cloud.box("i-0001").marks).isNull();
    assertThat(story.size()).containsExactly(1, 1, 0);
  }

  @Test
  void isDoneWhenTheMachineCarriesAnotherOwnersMarksOrIsNotThere() {
    running(3);
    story.cloud.nextUnmarks.add(FakeCloud.conflict(Conflict.FOREIGN));
    story.detach("i-0001", true);
    story.settles();
    assertThat(story.status("i-0001")).isEqualTo(Status.DETACHED);

    story.cloud.boxes.remove("i-0002");
    story.cloud.nextUnmarks.add(FakeCloud.refusal(Kind.NOT_FOUND));
    story.detach("i-0002", true);
    story.run();
    assertThat(story.status("i-0002")).isIn(Status.DETACHED, Status.GONE);
    assertThat(story.cloud.terminations).isEmpty();
  }

  @Test
  void neverTerminatesADetachedMachineThatIsShownAgain() {
    running(1);
    var marks = story.cloud.box("i-0001").marks;
    story.detach("i-0001", true);
    story.run();

    story.cloud.box("i-0001").marks = marks;
    story.run(Duration.ofHours(1));

    assertThat(story.cloud.terminations).isEmpty();
  }

  @Test
  void detachesAMachineThatRetiresWithoutASecondDecrement() {
    KeeperHarness other =
        KeeperHarness.with(b -> b.listInterval(Duration.ofSeconds(5), Duration.ofSeconds(30))
            .launchesPerHour(100)
            .terminationsPerHour(1)
            .missingListsUntilGone(3)
            .massDisappearanceShare(0.9));
    other.resize(4).run();
    other.cloud.boxes.values().forEach(box -> box.state = MachineState.REJECTED);
    other.list();
    String waiting = other.disk.keySet().stream()
        .filter(key -> key.startsWith("pools/web/machine/"))
        .map(key -> key.substring("pools/web/machine/".length()))
        .filter(id -> other.status(id) == Status.RETIRING)
        .findFirst()
        .orElseThrow();

    assertThat(other.refuses(new Command.Detach(new MachineId(waiting), true)).reason())
        .isEqualTo(Reason.CONFLICT);
    assertThat(other.status(waiting)).isEqualTo(Status.RETIRING);
    other.detach(waiting, false);

    assertThat(other.view().desiredSize()).as("it did not count any more").isEqualTo(4);
    assertThat(other.status(waiting)).isEqualTo(Status.DETACHING);
  }

  @Test
  void refusesToDetachAMachineThatIsBeingDeleted() {
    running(2);
    story.cloud.stuckEnds = true;
    story.terminate("i-0001", true);
    story.settles();

    assertThat(story.refuses(new Command.Detach(new MachineId("i-0001"), true)).reason())
        .isEqualTo(Reason.CONFLICT);
    assertThat(story.view().desiredSize()).isEqualTo(1);
  }

  @Test
  void terminatesOnceAndLowersTheSizeOnceHoweverOftenItIsAsked() {
    running(3);
    story.cloud.stuckEnds = true;
    for (int i = 0; i < 3; i++) {
      story.terminate("i-0001", true);
    }
    assertThat(story.size()).containsExactly(2, 2, 0);
    assertThat(story.machine("i-0001").machineState()).isEqualTo(MachineState.TERMINATING);

    story.cloud.stuckEnds = false;
    story.run();

    assertThat(story.size()).containsExactly(2, 2, 0);
    story.terminate("i-0001", true);
    assertThat(story.size()).as("after a repetition").containsExactly(2, 2, 0);
    assertThat(
            story.refuses(new Command.Terminate(new MachineId("i-0001"), false)).reason())
        .isEqualTo(Reason.NOT_FOUND);
  }

  @Test
  void replacesATerminatedMachineWithoutADecrement() {
    running(2);

    story.terminate("i-0002", false);
    story.run();

    assertThat(story.effective()).containsExactly("i-0001", "i-0003");
  }

  @Test
  void neverLowersTheSizeForAnOutOfServiceMachine() {
    running(2);
    story.serviceState("i-0001", ServiceState.OUT_OF_SERVICE);
    story.run();

    assertThat(
            story.refuses(new Command.Terminate(new MachineId("i-0001"), true)).reason())
        .isEqualTo(Reason.CONFLICT);
    story.terminate("i-0001", false);
    story.run();
    assertThat(story.size()).containsExactly(2, 2, 0);

    story.serviceState("i-0002", ServiceState.OUT_OF_SERVICE);
    assertThat(story.refuses(new Command.Detach(new MachineId("i-0002"), true)).reason())
        .isEqualTo(Reason.CONFLICT);
    story.detach("i-0002", false);
    story.run();
    assertThat(story.size()).containsExactly(2, 2, 0);
  }

  @Test
  void neverLowersTheSizeBelowZero() {
    running(1);
    story.protect("i-0001");
    story.resize(0);
    story.settles();

    story.terminate("i-0001", true);
    story.terminate("i-0001", true);

    assertThat(story.view().desiredSize()).isZero();
    assertThat(story.status("i-0001")).isIn(Status.RETIRING, Status.DELETING);
  }

  @Test
  void letsALaterSizeOverwriteADecrement() {
    running(3);
    story.terminate("i-0001", true);

    story.resize(3).run();

    assertThat(story.size()).containsExactly(3, 3, 0);
    assertThat(story.cloud.launches).hasSize(4);
  }

  @Test
  void launchesInsteadOfRescuingWhenTheSizeRisesAgain() {
    running(3);
    story.cloud.stuckEnds = true;
    story.resize(2).settles();
    assertThat(story.shown(m -> m.machineState() == MachineState.TERMINATING)).hasSize(1);

    story.resize(3).run();

    assertThat(story.cloud.launches).hasSize(4);
    assertThat(story.size()).containsExactly(3, 3, 0);
  }

  @Test
  void saysOfAMachineThatHasJustEndedThatOnlyItsEndCanBeRepeated() {
    running(2);
    story.cloud.showsEnded = true;
    story.terminate("i-0001", true);
    story.run();
    assertThat(story.machine("i-0001").machineState()).isEqualTo(MachineState.TERMINATED);

    story.terminate("i-0001", true);
    assertThat(story.view().desiredSize()).isEqualTo(1);
    assertThat(story
            .refuses(
                new Command.SetServiceState(new MachineId("i-0001"), ServiceState.OUT_OF_SERVICE))
            .reason())
        .isEqualTo(Reason.CONFLICT);
  }

  @Test
  void ordersNoEndWhileThePoolIsFrozenAndDoesItAfterwards() {
    running(10);
    story.cloud.hides("i-0006", "i-0007", "i-0008", "i-0009");
    story.list();
    story.terminate("i-0001", true);
    story.run();
    assertThat(story.cloud.terminations).isEmpty();

    story.cloud.showsAgain();
    story.run();

    assertThat(story.cloud.terminations).containsOnly("i-0001");
    assertThat(story.size()).containsExactly(9, 9, 0);
  }

  @Test
  void leavesAnAdoptedMachineWithoutTheMarksOfItsEarlierLife() {
    KeeperHarness other = KeeperHarness.begins();
    other.cloud.marked("old-1", "0".repeat(27), Optional.empty());
    other.run();
    other.cloud.nextUnmarks.add(FakeCloud.lost());
    other.does(new Command.Adopt());
    assertThat(other.record("old-1").remark()).isTrue();

    other.detach("old-1", true);
    other.run();

    assertThat(other.cloud.box("old-1").marks).isNull();
    assertThat(other.status("old-1")).isEqualTo(Status.DETACHED);
  }

  @Test
  void leavesAnAdoptedMachineWithoutMarksThatWereSetWithoutAnAnswer() {
    KeeperHarness other = KeeperHarness.begins();
    other.cloud.marked("old-1", "0".repeat(27), Optional.empty());
    other.run();
    other.holds(effect -> effect instanceof Effect.Mark);
    other.does(new Command.Adopt());
    other.detach("old-1", true);
    String ours = other.pool().incarnation();

    other.cloud.marked("old-1", ours, Optional.empty());
    other.cloud.nextMarks.add(FakeCloud.lost());
    other.releases();
    other.run();

    assertThat(other.cloud.box("old-1").marks).isNull();
    assertThat(other.status("old-1")).isEqualTo(Status.DETACHED);
  }

  @Test
  void takesOurMarksOffThatShowWhileTheOldOnesAreAskedOff() {
    KeeperHarness other = KeeperHarness.begins();
    other.cloud.marked("old-1", "0".repeat(27), Optional.empty());
    other.run();
    other.holds(effect -> effect instanceof Effect.Mark);
    other.does(new Command.Adopt());
    other.detach("old-1", true);
    other.cloud.nextMarks.add(FakeCloud.lost());
    other.holds(effect -> effect instanceof Effect.Unmark);
    other.run(Duration.ofMinutes(1));
    assertThat(other.underWay()).hasSize(1).first().isInstanceOf(Effect.Unmark.class);

    other.cloud.marked("old-1", other.pool().incarnation(), Optional.empty());
    other.list();
    other.releases();
    other.run();

    assertThat(other.cloud.box("old-1").marks).isNull();
    assertThat(other.status("old-1")).isEqualTo(Status.DETACHED);
  }
}
