package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.spi.CloudException.Kind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A machine is gone when lists have missed it for long enough, and a look by id agrees. */
class GoneTest {
  private final KeeperHarness story = KeeperHarness.begins();

  private void grows(int size) {
    story.resize(size).run();
    assertThat(story.cloud.boxes).hasSize(size);
  }

  @Test
  void replacesAMachineThatListsMissForLongerThanTheirLag() {
    grows(3);

    story.cloud.boxes.remove("i-0002");
    story.run(Duration.ofSeconds(45));
    assertThat(story.cloud.launches).as("the lists may lag").hasSize(3);

    story.run();
    assertThat(story.effective()).containsExactly("i-0001", "i-0003", "i-0004");
  }

  @Test
  void doesNotTakeAnIncompleteListOrAnErrorForEvidence() {
    grows(3);
    story.cloud.boxes.remove("i-0002");

    story.cloud.listsComplete = false;
    story.run();
    assertThat(story.cloud.launches).hasSize(3);

    story.cloud.listsComplete = true;
    story.cloud.listError = FakeCloud.refusal(Kind.UNAVAILABLE);
    story.run();
    assertThat(story.cloud.launches).hasSize(3);
    assertThat(story.effective()).contains("i-0002");
    assertThat(story.alarms()).contains(Alarm.Code.CLOUD);
  }

  @Test
  void keepsAMachineThatALookByIdShows() {
    grows(3);

    story.cloud.hides("i-0002");
    story.run();

    assertThat(story.effective()).containsExactly("i-0001", "i-0002", "i-0003");
    assertThat(story.cloud.launches).hasSize(3);
  }

  @Test
  void keepsAMachineWhenTheLookByIdFailsOrIsIncomplete() {
    grows(3);
    story.cloud.boxes.remove("i-0002");

    story.cloud.describeError = FakeCloud.refusal(Kind.UNAVAILABLE);
    story.run();
    story.cloud.describeError = null;
    story.cloud.describesComplete = false;
    story.run();

    assertThat(story.status("i-0002")).isEqualTo(Status.LIVE);
    assertThat(story.cloud.launches).hasSize(3);
  }

  @Test
  void takesAMachineBackThatWasPresumedGoneIfThereIsRoom() {
    grows(2);
    story.cloud.refusingAll = FakeCloud.refusal(Kind.QUOTA);
    FakeCloud.Box box = java.util.Objects.requireNonNull(story.cloud.boxes.remove("i-0001"));
    presumeGone("i-0001");
    assertThat(story.machine("i-0001").machineState()).isEqualTo(MachineState.TERMINATED);

    story.cloud.boxes.put("i-0001", box);
    story.list();

    assertThat(story.status("i-0001")).isEqualTo(Status.LIVE);
    assertThat(story.effective()).containsExactly("i-0001", "i-0002");
  }

  private void presumeGone(String id) {
    for (int i = 0; i < 300 && story.status(id) == Status.LIVE; i++) {
      story.run(Duration.ofSeconds(1));
    }
    assertThat(story.status(id)).isEqualTo(Status.PRESUMED_GONE);
  }

  @Test
  void retiresAMachineThatWasPresumedGoneAndReplaced() {
    grows(2);
    FakeCloud.Box box = java.util.Objects.requireNonNull(story.cloud.boxes.remove("i-0001"));
    presumeGone("i-0001");
    story.run(Duration.ofSeconds(10));
    assertThat(story.effective()).containsExactly("i-0002", "i-0003");

    story.cloud.boxes.put("i-0001", box);
    story.run();

    assertThat(story.cloud.alive()).containsExactly("i-0002", "i-0003");
  }

  @Test
  void forgetsAMachineThatWasPresumedGoneAfterTwiceTheVanishTime() {
    grows(1);
    story.cloud.boxes.remove("i-0001");
    presumeGone("i-0001");

    story.run(Duration.ofSeconds(85));
    assertThat(story.status("i-0001")).isEqualTo(Status.PRESUMED_GONE);
    story.run(Duration.ofSeconds(60));
    assertThat(story.status("i-0001")).isEqualTo(Status.GONE);
    assertThat(story.shown(m -> true)).doesNotContain("i-0001");
  }

  @Test
  void retiresAMachineThatShowsUpAliveAfterItWasGone() {
    grows(1);
    FakeCloud.Box box = java.util.Objects.requireNonNull(story.cloud.boxes.remove("i-0001"));
    story.run();
    assertThat(story.status("i-0001")).isEqualTo(Status.GONE);

    story.cloud.boxes.put("i-0001", box);
    story.run();

    assertThat(story.cloud.terminations).containsExactly("i-0001");
    assertThat(story.record("i-0001").generation()).isEqualTo(1);
    assertThat(story.cloud.alive()).containsExactly("i-0002");
  }

  @Test
  void leavesAGoneMachineThatCarriesAnotherLifesMarkAlone() {
    grows(1);
    FakeCloud.Box box = java.util.Objects.requireNonNull(story.cloud.boxes.remove("i-0001"));
    story.run();

    box.marks = new io.cloudadapter.spi.OwnershipMarks(
        new io.cloudadapter.api.PoolName("web"),
        new io.cloudadapter.spi.PoolIncarnation("0".repeat(27)),
        java.util.Optional.empty());
    story.cloud.boxes.put("i-0001", box);
    story.run();

    assertThat(story.cloud.terminations).isEmpty();
    assertThat(story.status("i-0001")).isEqualTo(Status.QUARANTINED);
    assertThat(story.alarms()).contains(Alarm.Code.QUARANTINE);
  }

  @Test
  void doesNotTakeALaggingListForALateArrival() {
    grows(1);
    FakeCloud.Box box = story.cloud.box("i-0001");
    story.cloud.showsEnded = true;
    story.cloud.dies("i-0001");
    story.list();
    assertThat(story.status("i-0001")).isEqualTo(Status.GONE);

    box.state = MachineState.RUNNING;
    box.end = io.cloudadapter.spi.MachineSighting.End.NOT_ENDED;
    story.run(Duration.ofSeconds(20));
    box.state = MachineState.TERMINATED;
    box.end = io.cloudadapter.spi.MachineSighting.End.FINAL;
    story.run();

    assertThat(story.cloud.terminations).isEmpty();
    assertThat(story.record("i-0001").generation()).isZero();
  }

  @Test
  void showsWhatJustEndedAsTerminatedUntilAListHasPassedWithoutIt() {
    grows(2);
    story.terminate("i-0001", true);
    story.settles();
    assertThat(story.machine("i-0001").machineState()).isEqualTo(MachineState.TERMINATING);

    story.run();

    assertThat(story.shown(m -> true)).containsExactly("i-0002");
  }

  @Test
  void freezesWhenManyVanishAtOnceAndThawsWhenTheyAreBack() {
    grows(10);
    story.cloud.hides("i-0001", "i-0002", "i-0003", "i-0004");
    story.list();
    assertThat(story.view().status()).isEqualTo(PoolStatus.FROZEN);
    assertThat(story.alarms()).contains(Alarm.Code.MASS_DISAPPEARANCE);

    story.run(Duration.ofHours(3));
    assertThat(story.cloud.launches).hasSize(10);
    assertThat(story.cloud.terminations).isEmpty();

    story.cloud.showsAgain();
    story.run();
    assertThat(story.view().status()).isEqualTo(PoolStatus.ACTIVE);
    assertThat(story.alarms()).isEmpty();
    assertThat(story.cloud.boxes).hasSize(10);
  }

  @Test
  void takesNoNewMachineForMissingWhileListsMayLag() {
    KeeperHarness quick =
        KeeperHarness.with(pool -> pool.listInterval(Duration.ofSeconds(5), Duration.ofSeconds(5)));
    quick.resize(10).run(Duration.ofSeconds(12));
    assertThat(quick.size()).containsExactly(10, 10, 0);

    quick.cloud.hides("i-0001", "i-0002", "i-0003", "i-0004");
    quick.run(Duration.ofSeconds(10));
    assertThat(quick.alarms()).isEmpty();

    quick.run(Duration.ofSeconds(30));
    assertThat(quick.alarms())
        .as("they count once no lag explains it")
        .contains(Alarm.Code.MASS_DISAPPEARANCE);
  }

  @Test
  void staysFrozenThroughARestart() {
    grows(10);
    story.cloud.hides("i-0001", "i-0002", "i-0003", "i-0004", "i-0005");
    story.list();

    story.crashAndRestart().run(Duration.ofHours(1));

    assertThat(story.view().status()).isEqualTo(PoolStatus.FROZEN);
    assertThat(story.alarms()).contains(Alarm.Code.MASS_DISAPPEARANCE);
    assertThat(story.cloud.launches).hasSize(10);
  }

  @Test
  void replacesTheVanishedOnceAPersonThawsThePool() {
    grows(10);
    for (int i = 1; i <= 5; i++) {
      story.cloud.boxes.remove("i-000" + i);
    }
    story.run();
    assertThat(story.view().status()).isEqualTo(PoolStatus.FROZEN);

    story.does(new Command.Thaw());
    story.run();

    assertThat(story.view().status()).isEqualTo(PoolStatus.ACTIVE);
    assertThat(story.size()).containsExactly(10, 10, 0);
    assertThat(story.cloud.boxes).hasSize(10);
  }

  @Test
  void acceptsSizesWhileFrozenAndActsOnThemAfterwards() {
    grows(10);
    story.cloud.hides("i-0001", "i-0002", "i-0003", "i-0004");
    story.list();

    story.resize(12);
    story.run();
    assertThat(story.cloud.launches).hasSize(10);

    story.cloud.showsAgain();
    story.run();
    assertThat(story.size()).containsExactly(12, 12, 0);
  }

  @Test
  void refusesToThawAPoolThatIsNotFrozen() {
    story.run();

    PoolException refusal = story.refuses(new Command.Thaw());

    assertThat(refusal.reason()).isEqualTo(PoolException.Reason.CONFLICT);
  }

  @Test
  void noticesAnotherAccountThoughNothingIsMissing() {
    story.run();
    story.cloud.account = "account-2";
    story.run(Duration.ofMinutes(2));

    assertThat(story.view().status()).isEqualTo(PoolStatus.FROZEN);
    assertThat(story.alarms()).contains(Alarm.Code.WRONG_ACCOUNT);
    assertThat(story.refuses(new Command.Thaw()).reason()).isEqualTo(PoolException.Reason.CONFLICT);
  }

  @Test
  void learnsWhoseAccountItIsAgainWhenManyVanish() {
    grows(10);
    story.cloud.account = "account-2";
    story.cloud.boxes.values().forEach(box -> story.cloud.hidden.add(box.id.value()));
    story.list();
    story.settles();

    assertThat(story.alarms()).contains(Alarm.Code.WRONG_ACCOUNT);
    story.cloud.account = "account-1";
    story.cloud.showsAgain();
    story.run();
    assertThat(story.alarms()).isEmpty();
    assertThat(story.view().status()).isEqualTo(PoolStatus.ACTIVE);
  }

  @Test
  void endsADeletedMachineOnlyWhenListsAgree() {
    grows(2);
    story.cloud.stuckEnds = true;
    story.terminate("i-0001", true);
    story.run();

    assertThat(story.status("i-0001")).isEqualTo(Status.DELETING);
    assertThat(story.cloud.terminations).hasSizeGreaterThan(2).containsOnly("i-0001");

    story.cloud.stuckEnds = false;
    story.run();
    assertThat(story.status("i-0001")).isEqualTo(Status.GONE);
  }

  @Test
  void neverTakesAStateThatTheAdapterDoesNotKnowForAnEnd() {
    grows(2);

    story.cloud.box("i-0001").stateKnown = false;
    story.run();

    assertThat(story.effective()).containsExactly("i-0001", "i-0002");
    assertThat(story.cloud.launches).hasSize(2);
  }
}
