package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PoolIncarnation;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Attach: look, write down, mark, look again, and only then bind and raise the size, once. */
class AttachTest {
  private final KeeperHarness story = KeeperHarness.begins();

  private KeeperHarness running(int size) {
    return story.resize(size).run();
  }

  private PoolException refused(String id) {
    CompletableFuture<CommandResult> answer = story.attach(id);
    story.run();
    return KeeperHarness.refusal(answer);
  }

  @Test
  void marksTheMachineAndRaisesTheSizeByOne() {
    running(2);
    story.cloud.machine("new");

    CompletableFuture<CommandResult> answer = story.attach("new");
    story.settles();
    assertThat(answer).as("not before the mark is sure to show").isNotDone();
    assertThat(story.size()).containsExactly(2, 2, 0);
    story.run();

    assertThat(answer).isCompletedWithValue(null);
    assertThat(story.size()).containsExactly(3, 3, 0);
    assertThat(
            Objects.requireNonNull(story.cloud.box("new").marks).incarnation().value())
        .isEqualTo(story.pool().incarnation());
    assertThat(story.cloud.launches).hasSize(2);
  }

  @Test
  void writesDownThatItAttachesBeforeItMarks() {
    running(0);
    story.cloud.machine("new");
    story.holds(Effect.Mark.class::isInstance);

    story.attach("new");
    story.settles();

    assertThat(story.status("new")).isEqualTo(Status.ATTACHING);
    assertThat(story.cloud.marked).isEmpty();
  }

  @Test
  void raisesTheSizeOnceHoweverOftenItIsRepeated() {
    running(1);
    story.cloud.machine("new");

    for (int i = 0; i < 3; i++) {
      CompletableFuture<CommandResult> answer = story.attach("new");
      story.run();
      assertThat(answer).isCompletedWithValue(null);
    }

    assertThat(story.size()).containsExactly(2, 2, 0);
  }

  @Test
  void raisesTheSizeOnceForTwoCallersAtTheSameTime() {
    running(1);
    story.cloud.machine("new");

    CompletableFuture<CommandResult> one = story.attach("new");
    CompletableFuture<CommandResult> other = story.attach("new");
    story.run();

    assertThat(one).isCompletedWithValue(null);
    assertThat(other).isCompletedWithValue(null);
    assertThat(story.size()).containsExactly(2, 2, 0);
  }

  @Test
  void acceptsAMemberAtOnceAndChangesNothing() {
    running(2);

    assertThat(story.attach("i-0001")).isCompletedWithValue(null);

    assertThat(story.size()).containsExactly(2, 2, 0);
  }

  @Test
  void refusesWhatDoesNotExist() {
    running(1);

    assertThat(refused("missing").reason()).isEqualTo(Reason.NOT_FOUND);
    assertThat(story.knows("missing")).isFalse();
  }

  @Test
  void refusesWhatDoesNotRun() {
    running(1);
    story.cloud.machine("new").state = MachineState.PENDING;

    assertThat(refused("new").reason()).isEqualTo(Reason.CONFLICT);
  }

  @Test
  void refusesAnotherPoolsMachineAndAnotherLifesMachine() {
    running(1);
    story.cloud.machine("theirs").marks = new OwnershipMarks(
        new io.cloudadapter.api.PoolName("db"),
        new PoolIncarnation("1".repeat(27)),
        Optional.empty());

    assertThat(refused("theirs")).hasMessageContaining("belongs to pool db");
    assertThat(story.size()).containsExactly(1, 1, 0);
  }

  @Test
  void refusesAtMaxSizeAndCountsThoseThatAreJoining() {
    running(19);
    story.cloud.machine("a");
    story.cloud.machine("b");

    CompletableFuture<CommandResult> first = story.attach("a");
    story.settles();
    PoolException second = refused("b");

    assertThat(second.reason()).isEqualTo(Reason.CONFLICT);
    assertThat(second).hasMessageContaining("maxSize of 20");
    assertThat(first).isCompletedWithValue(null);
    assertThat(story.size()).containsExactly(20, 20, 0);
  }

  @Test
  void letsGoOfAMachineWhenThePoolReachedItsCapMeanwhile() {
    running(19);
    story.cloud.machine("a");
    CompletableFuture<CommandResult> answer = story.attach("a");
    story.settles();

    story.resize(20);
    story.run();

    assertThat(KeeperHarness.refusal(answer).reason()).isEqualTo(Reason.CONFLICT);
    assertThat(story.status("a")).isEqualTo(Status.DETACHED);
    assertThat(story.cloud.box("a").marks).isNull();
    assertThat(story.cloud.terminations).doesNotContain("a");
    assertThat(story.size()).containsExactly(20, 20, 0);
  }

  @Test
  void finishesAfterACrashAtEachStage() {
    for (int steps = 0; steps < 6; steps++) {
      KeeperHarness each = KeeperHarness.begins();
      each.resize(1).run();
      each.cloud.machine("new");
      each.holds(effect -> true);
      each.attach("new");
      for (int i = 0; i < steps; i++) {
        each.releases();
        Effect next = each.underWay().isEmpty() ? null : each.underWay().get(0);
        each.holds(effect -> effect != next);
        each.run(Duration.ofSeconds(steps));
      }

      each.releases();
      each.crashAndRestart().run();
      CompletableFuture<CommandResult> again = each.attach("new");
      each.run();

      assertThat(again).as("crash after %s calls", steps).isCompletedWithValue(null);
      assertThat(each.size()).as("crash after %s calls", steps).containsExactly(2, 2, 0);
      assertThat(each.cloud.launches).hasSize(1);
    }
  }

  @Test
  void doesNotRaiseTheSizeOfARaceThatItLost() {
    running(1);
    story.cloud.machine("new");
    CompletableFuture<CommandResult> answer = story.attach("new");
    story.settles();

    story.cloud.box("new").marks = new OwnershipMarks(
        new io.cloudadapter.api.PoolName("web"),
        new PoolIncarnation("0".repeat(27)),
        Optional.empty());
    story.run();

    assertThat(KeeperHarness.refusal(answer).reason()).isEqualTo(Reason.CONFLICT);
    assertThat(story.size()).containsExactly(1, 1, 0);
    assertThat(story.cloud.box("new").marks).as("the other's marks stay").isNotNull();
    assertThat(story.cloud.terminations).isEmpty();
  }

  @Test
  void refusesWhenTheCloudShowsAnotherOwner() {
    running(1);
    story.cloud.machine("new");
    story.cloud.nextMarks.add(FakeCloud.conflict(Conflict.FOREIGN));

    assertThat(refused("new").reason()).isEqualTo(Reason.CONFLICT);
    assertThat(story.status("new")).isEqualTo(Status.DETACHED);
  }

  @Test
  void marksAgainWhenThatFailedForAWhile() {
    running(1);
    story.cloud.machine("new");
    story.cloud.nextMarks.add(FakeCloud.lost());
    story.cloud.nextMarks.add(FakeCloud.refusal(Kind.THROTTLED));

    CompletableFuture<CommandResult> answer = story.attach("new");
    story.run();

    assertThat(answer).isCompletedWithValue(null);
    assertThat(story.size()).containsExactly(2, 2, 0);
  }

  @Test
  void saysThatTheMachineIsGoneWhenItEndsMeanwhile() {
    running(1);
    story.cloud.machine("new");
    CompletableFuture<CommandResult> answer = story.attach("new");
    story.settles();

    story.cloud.boxes.remove("new");
    story.run();

    assertThat(KeeperHarness.refusal(answer).reason()).isEqualTo(Reason.NOT_FOUND);
    assertThat(story.size()).containsExactly(1, 1, 0);
  }

  /** Found by simulation: it was bound, counted and answered as a success on its way to its grave. */
  @Test
  void doesNotCountAMachineWhoseEndIsFirstSeenByTheSecondLook() {
    running(1);
    story.cloud.showsEnded = true;
    story.cloud.machine("new");
    story.cloud.listError = FakeCloud.lost();
    CompletableFuture<CommandResult> answer = story.attach("new");
    story.settles();

    story.cloud.dies("new");
    story.run();

    assertThat(KeeperHarness.refusal(answer).reason()).isEqualTo(Reason.NOT_FOUND);
    assertThat(story.status("new")).isEqualTo(Status.GONE);
    assertThat(story.size()).containsExactly(1, 1, 0);
  }

  @Test
  void keepsWithinTheSameKeysAnswer() {
    running(1);
    story.cloud.machine("new");
    Command attach = new Command.Attach(new MachineId("new"));
    CompletableFuture<CommandResult> first = story.ask(attach, Optional.of("once"));
    story.run();
    story.terminate("new", true);
    story.run();

    CompletableFuture<CommandResult> again = story.ask(attach, Optional.of("once"));

    assertThat(first).isCompletedWithValue(null);
    assertThat(again).as("the first answer is repeated").isCompletedWithValue(null);
    assertThat(story.size()).containsExactly(1, 1, 0);
  }

  @Test
  void keepsTheKeyOfAnAttachThatAnotherProcessCompletes() {
    Command attach = new Command.Attach(new MachineId("new"));
    for (int callers = 1; callers <= 2; callers++) {
      KeeperHarness each = KeeperHarness.begins();
      each.resize(1).run();
      each.cloud.machine("new");
      for (int i = 0; i < callers; i++) {
        each.ask(attach, Optional.of("key-" + i));
        each.settles();
        each.ask(attach, Optional.of("key-" + i));
        each.settles();
      }
      assertThat(each.status("new")).isEqualTo(Status.ATTACHING);
      each.crashAndRestart().run();
      assertThat(each.status("new")).isEqualTo(Status.LIVE);
      each.detach("new", true);
      each.run();

      for (int i = 0; i < callers; i++) {
        CompletableFuture<CommandResult> again = each.ask(attach, Optional.of("key-" + i));
        assertThat(again).as("key-" + i + " was used for it").isCompletedWithValue(null);
        CompletableFuture<CommandResult> other =
            each.ask(new Command.SetDesiredSize(3), Optional.of("key-" + i));
        assertThat(KeeperHarness.refusal(other).reason()).isEqualTo(Reason.CONFLICT);
      }
      each.run();
      assertThat(each.size()).as("nothing was attached again").containsExactly(1, 1, 0);
      assertThat(each.status("new")).isEqualTo(Status.DETACHED);
    }
  }

  @Test
  void acceptsNoOtherCommandUnderTheKeyOfAnAttachThatIsUnderWay() {
    for (boolean crashes : new boolean[] {false, true}) {
      KeeperHarness each = KeeperHarness.begins();
      each.resize(1).run();
      each.cloud.machine("new");
      each.cloud.machine("other");
      Command attach = new Command.Attach(new MachineId("new"));
      each.ask(attach, Optional.of("once"));
      each.settles();
      if (crashes) {
        each.crashAndRestart().settles();
      }
      for (Command another :
          List.of(new Command.Attach(new MachineId("other")), new Command.SetDesiredSize(3))) {
        PoolException refused = KeeperHarness.refusal(each.ask(another, Optional.of("once")));
        assertThat(refused.reason()).isEqualTo(Reason.CONFLICT);
        assertThat(refused.getMessage()).contains("still in progress");
      }
      each.run();

      assertThat(each.size()).as("only the first counts").containsExactly(2, 2, 0);
      assertThat(each.ask(attach, Optional.of("once"))).isCompletedWithValue(null);
      assertThat(each.knows("other")).isFalse();
    }
  }

  @Test
  void forgetsTheKeysOfAnAttachThatWasRefused() {
    running(1);
    story.cloud.machine("new");
    Command attach = new Command.Attach(new MachineId("new"));
    story.ask(attach, Optional.of("once"));
    story.settles();
    story.crashAndRestart();
    story.cloud.nextMarks.add(FakeCloud.conflict(Conflict.FOREIGN));
    story.run();
    assertThat(story.status("new")).isEqualTo(Status.DETACHED);

    CompletableFuture<CommandResult> again = story.ask(attach, Optional.of("once"));
    story.run();

    assertThat(again).as("it is tried anew").isCompletedWithValue(null);
    assertThat(story.size()).containsExactly(2, 2, 0);
  }

  @Test
  void refusesMoreKeysForOneAttachThanARecordMayHold() {
    running(1);
    story.cloud.machine("new");
    Command attach = new Command.Attach(new MachineId("new"));
    for (int i = 0; i < 100; i++) {
      story.ask(attach, Optional.of("key-" + i));
      story.settles();
    }

    PoolException refusal = KeeperHarness.refusal(story.ask(attach, Optional.of("one-more")));
    assertThat(refusal.reason()).isEqualTo(Reason.THROTTLED);
    assertThat(refusal).hasMessageContaining("100 requests wait for machine new");
    CompletableFuture<CommandResult> repeated = story.ask(attach, Optional.of("key-7"));
    CompletableFuture<CommandResult> without = story.attach("new");
    story.run();

    assertThat(repeated).isCompletedWithValue(null);
    assertThat(without).isCompletedWithValue(null);
    assertThat(story.size()).containsExactly(2, 2, 0);
  }

  @Test
  void takesInAgainWhatWasDetached() {
    running(2);
    story.detach("i-0001", true);
    story.run();
    assertThat(story.status("i-0001")).isEqualTo(Status.DETACHED);

    CompletableFuture<CommandResult> answer = story.attach("i-0001");
    story.run();

    assertThat(answer).isCompletedWithValue(null);
    assertThat(story.record("i-0001").generation()).isEqualTo(1);
    assertThat(story.size()).containsExactly(2, 2, 0);
  }

  @Test
  void isRefusedWithoutAnAdapterThatCanMark() {
    running(1);
    story.withoutAdoption();
    story.run();
    story.cloud.machine("new");

    assertThat(KeeperHarness.refusal(story.attach("new")).reason()).isEqualTo(Reason.UNSUPPORTED);
    assertThat(story.refuses(new Command.Detach(new MachineId("i-0001"), true)).reason())
        .isEqualTo(Reason.UNSUPPORTED);
    assertThat(story.size()).containsExactly(1, 1, 0);
  }

  @Test
  void keepsAMachineThatItLaunchedWhenAnotherOwnerMarksItAndReportsItSteadily() {
    running(2);
    story.cloud.box("i-0001").marks = new OwnershipMarks(
        new io.cloudadapter.api.PoolName("web"),
        new PoolIncarnation("0".repeat(27)),
        Optional.empty());
    story.run();
    long revision = story.view().revision();
    story.run();

    assertThat(story.status("i-0001")).isEqualTo(Status.LIVE);
    assertThat(story.alarms()).containsExactly(io.cloudadapter.api.Alarm.Code.QUARANTINE);
    assertThat(story.view().revision()).isEqualTo(revision);
  }

  @Test
  void refusesAMachineThatOneOfItsOwnLaunchesHasMade() {
    story.cloud.losesNextReply();
    story.cloud.hides("i-0001");
    story.resize(1).settles();

    assertThat(refused("i-0001").reason()).isEqualTo(Reason.CONFLICT);

    story.cloud.showsAgain();
    story.run();
    assertThat(story.size()).containsExactly(1, 1, 0);
    assertThat(story.status("i-0001")).isEqualTo(Status.LIVE);
  }
}
