package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A fresh ledger meets machines with our mark: it observes until a person decides. */
class FirstStartTest {
  private static final String EARLIER = "0".repeat(27);
  private static final String LATER = "z".repeat(27);
  private KeeperHarness story = KeeperHarness.begins();

  private void found(int count) {
    for (int i = 1; i <= count; i++) {
      story.cloud.marked("old-" + i, EARLIER, Optional.empty());
    }
    story.run();
  }

  @Test
  void observesAndNeitherLaunchesNorEndsAnything() {
    found(3);
    story.resize(5).run();

    assertThat(story.view().status()).isEqualTo(PoolStatus.OBSERVING);
    assertThat(story.alarms()).containsExactly(Alarm.Code.OBSERVING);
    assertThat(story.shown(m -> true)).containsExactly("old-1", "old-2", "old-3");
    assertThat(story.size()).containsExactly(5, 3, 0);
    assertThat(story.cloud.launches).isEmpty();
    assertThat(story.cloud.terminations).isEmpty();
  }

  @Test
  void adoptsThemAtTheSizeThatTheyHaveAndMarksThemAnew() {
    found(3);
    String ours = story.pool().incarnation();

    story.does(new Command.Adopt());
    story.run(Duration.ofHours(1));

    assertThat(story.view().status()).isEqualTo(PoolStatus.ACTIVE);
    assertThat(story.size()).containsExactly(3, 3, 0);
    assertThat(story.alarms()).isEmpty();
    assertThat(story.cloud.boxes.values())
        .allSatisfy(box -> assertThat(String.valueOf(box.marks)).contains(ours));
    assertThat(story.cloud.terminations).isEmpty();
  }

  @Test
  void adoptsThemAtTheSizeThatWasSet() {
    found(3);
    story.resize(2);

    story.does(new Command.Adopt());
    story.run();

    assertThat(story.size()).containsExactly(2, 2, 0);
    assertThat(story.cloud.alive()).hasSize(2);
  }

  @Test
  void countsOnlyAllocatedMachinesForTheSizeItAdopts() {
    story.cloud.marked("old-9", EARLIER, Optional.empty()).end =
        io.cloudadapter.spi.MachineSighting.End.STOPPED;
    found(2);

    story.does(new Command.Adopt());
    story.run();

    assertThat(story.size()).containsExactly(2, 2, 0);
    assertThat(story.machine("old-9").machineState()).isEqualTo(MachineState.TERMINATED);
  }

  @Test
  void refusesToAdoptMoreThanMaxSize() {
    found(21);

    assertThat(story.refuses(new Command.Adopt()).reason()).isEqualTo(Reason.CONFLICT);
    assertThat(story.view().status()).isEqualTo(PoolStatus.OBSERVING);
  }

  @Test
  void disownsThemForGoodAndKeepsItsOwnSize() {
    found(3);
    story.resize(1);

    story.does(new Command.Disown());
    story.run();
    story.crashAndRestart().run();

    assertThat(story.view().status()).isEqualTo(PoolStatus.ACTIVE);
    assertThat(story.effective()).containsExactly("i-0001");
    assertThat(story.cloud.alive()).contains("old-1", "old-2", "old-3");
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void stillObservesAfterARestart() {
    found(3);

    story.crashAndRestart().run();

    assertThat(story.view().status()).isEqualTo(PoolStatus.OBSERVING);
    story.does(new Command.Adopt());
    story.run();
    assertThat(story.size()).containsExactly(3, 3, 0);
  }

  @Test
  void adoptsEveryMachineInSpiteOfACrashAtAnyPoint() {
    for (int atoms = 0; atoms < 8; atoms++) {
      KeeperHarness each = KeeperHarness.begins();
      for (int i = 1; i <= 4; i++) {
        each.cloud.marked("old-" + i, EARLIER, Optional.empty());
      }
      each.run();
      each.diesAfterAtoms(atoms);
      try {
        each.does(new Command.Adopt());
      } catch (KeeperHarness.Died expected) {
        each.crashAndRestart().run();
        if (each.view().status() == PoolStatus.OBSERVING) {
          each.does(new Command.Adopt());
        }
      }
      each.diesAfterAtoms(Integer.MAX_VALUE);
      each.run(Duration.ofHours(1));

      assertThat(each.size()).as("died after %s atoms", atoms).containsExactly(4, 4, 0);
      assertThat(each.cloud.alive()).hasSize(4).allMatch(id -> id.startsWith("old-"));
    }
  }

  @Test
  void refusesToDisownWhatAnInterruptedAdoptionHasTakenIn() {
    found(4);
    story.diesAfterAtoms(2);
    assertThatThrownBy(() -> story.does(new Command.Adopt()))
        .isInstanceOf(KeeperHarness.Died.class);
    story.crashAndRestart().run();

    assertThat(story.refuses(new Command.Disown()).reason()).isEqualTo(Reason.CONFLICT);
    assertThat(story.cloud.alive()).hasSize(4);
  }

  @Test
  void doesNotForgetWhatItObservedOverAnErrorOrAnIncompleteList() {
    found(3);
    story.cloud.listError = FakeCloud.refusal(Kind.UNAVAILABLE);
    story.run(Duration.ofMinutes(1));

    story.does(new Command.Adopt());

    assertThat(story.view().desiredSize()).isEqualTo(3);
  }

  @Test
  void beginsByItselfWhenTheyAreGone() {
    found(3);

    story.cloud.boxes.clear();
    story.run();

    assertThat(story.view().status()).isEqualTo(PoolStatus.ACTIVE);
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void refusesAdoptAndDisownWhenItDoesNotObserve() {
    story.run();

    assertThat(story.refuses(new Command.Adopt()).reason()).isEqualTo(Reason.CONFLICT);
    assertThat(story.refuses(new Command.Disown()).reason()).isEqualTo(Reason.CONFLICT);
  }

  @Test
  void refusesToAttachWhileItObserves() {
    found(3);
    story.cloud.machine("other");

    assertThat(KeeperHarness.refusal(story.attach("other")).reason()).isEqualTo(Reason.CONFLICT);
    story.does(new Command.Adopt());
    assertThat(story.view().desiredSize()).isEqualTo(3);
  }

  @Test
  void doesNotQuarantineWhatItAdoptedWhenAListLags() {
    found(2);
    story.does(new Command.Adopt());
    story.run(Duration.ofSeconds(1));
    assertThat(story.record("old-1").remark()).isFalse();

    var marks = story.cloud.box("old-1").marks;
    story.cloud.marked("old-1", EARLIER, Optional.empty());
    story.run(Duration.ofSeconds(10));
    story.cloud.box("old-1").marks = marks;
    story.run();

    assertThat(story.status("old-1")).isEqualTo(Status.LIVE);
    assertThat(story.size()).containsExactly(2, 2, 0);
  }

  @Test
  void doesNotQuarantineWhatItMarkedLateWhenAListLags() {
    story = KeeperHarness.with(b -> b, p -> p.visibleWithin(Duration.ofMinutes(5)));
    found(2);
    story.holds(Effect.Mark.class::isInstance);
    story.does(new Command.Adopt());
    story.run(Duration.ofMinutes(6));
    story.releases();
    story.list();
    assertThat(story.record("old-1").remark()).isFalse();
    story.list();

    var marks = story.cloud.box("old-1").marks;
    story.cloud.marked("old-1", EARLIER, Optional.empty());
    story.list();
    story.cloud.box("old-1").marks = marks;
    story.run();

    assertThat(story.status("old-1")).isEqualTo(Status.LIVE);
    assertThat(story.size()).containsExactly(2, 2, 0);
  }

  @Test
  void freezesLaunchesOnAnUnknownKeyOfItsOwnUntilThawed() {
    story.run();
    story.cloud.marked("odd", story.pool().incarnation(), Optional.of(LATER));
    story.list();

    story.resize(2).run();
    assertThat(story.alarms()).contains(Alarm.Code.UNKNOWN_LAUNCH_KEY);
    assertThat(story.cloud.launches).isEmpty();
    assertThat(story.plan().holds()).anyMatch(hold -> hold.code() == Alarm.Code.UNKNOWN_LAUNCH_KEY);
    assertThat(story.status("odd")).isEqualTo(Status.QUARANTINED);

    story.crashAndRestart().run();
    assertThat(story.cloud.launches).as("also after a restart").isEmpty();

    story.does(new Command.Thaw());
    story.run();
    assertThat(story.effective()).containsExactly("i-0001", "i-0002");
    assertThat(story.cloud.alive()).as("never deleted").contains("odd");
    assertThat(story.alarms())
        .as("it stays in quarantine until it is settled")
        .containsExactly(Alarm.Code.QUARANTINE);
  }

  @Test
  void quarantinesAForeignLifesMachineCountsItAndNeverDeletesIt() {
    KeeperHarness small = KeeperHarness.with(b -> b.surge(1));
    small.resize(20).run();
    small.cloud.marked("foreign-1", EARLIER, Optional.empty());
    small.cloud.marked("foreign-2", EARLIER, Optional.empty());
    small.list();

    small.cloud.dies("i-0001");
    small.run();

    assertThat(small.alarms()).contains(Alarm.Code.QUARANTINE, Alarm.Code.AT_MAX_SIZE);
    assertThat(small.cloud.launches).as("20 + 1 may exist, 19 + 2 do").hasSize(20);
    small.resize(0).run(Duration.ofHours(2));
    assertThat(small.cloud.alive()).containsExactly("foreign-1", "foreign-2");

    small.cloud.boxes.clear();
    small.run();
    assertThat(small.alarms()).as("gone, and with them the alarm").isEmpty();
  }

  @Test
  void freezesWhenTheAccountIsNotTheOneOfItsLedger() {
    story.resize(3).run();
    story.cloud.account = "another";

    story.crashAndRestart().run();

    assertThat(story.view().status()).isEqualTo(PoolStatus.FROZEN);
    assertThat(story.alarms()).contains(Alarm.Code.WRONG_ACCOUNT);
    assertThat(story.refuses(new Command.Thaw()).reason()).isEqualTo(Reason.CONFLICT);
    assertThat(story.cloud.boxes).hasSize(3);

    story.cloud.account = "account-1";
    story.run();
    assertThat(story.view().status()).isEqualTo(PoolStatus.ACTIVE);
    assertThat(story.alarms()).isEmpty();
  }
}
