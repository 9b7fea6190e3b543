package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PoolIncarnation;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What the two looks of an attach may and may not conclude from what the cloud shows. */
class AttachLooksTest {
  private static final Duration VISIBLE_WITHIN = Duration.ofSeconds(30);

  private final KeeperHarness story = KeeperHarness.begins().resize(1).run();

  @Test
  void findsAMachineThatIsYoungerThanTheCloudTakesToShowIt() {
    CompletableFuture<CommandResult> answer = story.attach("young");
    story.run(VISIBLE_WITHIN.minusSeconds(2));
    assertThat(answer).as("it may have been made a moment ago").isNotDone();

    story.cloud.machine("young");
    story.run();

    assertThat(answer).isCompletedWithValue(null);
    assertThat(story.size()).containsExactly(2, 2, 0);
  }

  @Test
  void saysThatThereIsNoSuchMachineOnceEveryMachineWouldShow() {
    CompletableFuture<CommandResult> answer = story.attach("missing");

    story.run(VISIBLE_WITHIN.minusSeconds(1));
    assertThat(answer).isNotDone();
    story.run(Duration.ofSeconds(2));

    assertThat(KeeperHarness.refusal(answer).reason()).isEqualTo(Reason.NOT_FOUND);
    assertThat(story.knows("missing")).isFalse();
  }

  @Test
  void saysAtOnceThatAMachineHasEndedWhereTheCloudShowsSo() {
    story.cloud.machine("old").state = MachineState.TERMINATED;

    CompletableFuture<CommandResult> answer = story.attach("old");
    story.settles();

    assertThat(KeeperHarness.refusal(answer).reason()).isEqualTo(Reason.NOT_FOUND);
  }

  @Test
  void tellsEveryCallerThatWaitedForTheLooks() {
    CompletableFuture<CommandResult> first = story.attach("missing");
    story.run(Duration.ofSeconds(20));
    CompletableFuture<CommandResult> second = story.attach("missing");
    story.run(Duration.ofSeconds(15));

    assertThat(KeeperHarness.refusal(first).reason()).isEqualTo(Reason.NOT_FOUND);
    assertThat(KeeperHarness.refusal(second).reason()).isEqualTo(Reason.NOT_FOUND);
  }

  @Test
  void refusesAMachineThatALaunchTurnsOutToHaveMadeDuringTheLook() {
    story.holds(effect -> effect instanceof Effect.Launch || effect instanceof Effect.Describe);
    story.resize(2);
    CompletableFuture<CommandResult> answer = story.attach("i-0002");

    story.returnTogether(Effect.Launch.class, this::marksDoNotShow, Effect.Describe.class);
    story.run();

    assertThat(KeeperHarness.refusal(answer)).hasMessageContaining("is the pool's already");
    assertThat(story.effective()).containsExactly("i-0001", "i-0002");
  }

  /** Or else the look alone would tell. */
  private void marksDoNotShow() {
    story.cloud.box("i-0002").marks = null;
  }

  @Test
  void saysThatTheCloudCannotBeAskedWhenALaterLookFails() {
    CompletableFuture<CommandResult> answer = story.attach("young");
    story.settles();

    story.cloud.describeError = FakeCloud.refusal(Kind.UNAVAILABLE);
    story.run(VISIBLE_WITHIN);

    assertThat(KeeperHarness.refusal(answer).reason()).isEqualTo(Reason.UNAVAILABLE);
  }

  @Test
  void doesNotBindAMachineThatStoppedMeanwhile() {
    FakeCloud.Box box = story.cloud.machine("new");
    CompletableFuture<CommandResult> answer = story.attach("new");
    story.settles();

    box.end = MachineSighting.End.STOPPED;
    story.run();

    assertThat(KeeperHarness.refusal(answer).reason()).isEqualTo(Reason.CONFLICT);
    assertThat(story.size()).containsExactly(1, 1, 0);
    assertThat(story.status("new")).isEqualTo(Status.DETACHED);
    assertThat(box.marks).as("it is let go, with its marks off").isNull();
    assertThat(story.cloud.terminations).isEmpty();
  }

  @Test
  void doesNotBindAMachineThatIsEndingMeanwhile() {
    FakeCloud.Box box = story.cloud.machine("new");
    CompletableFuture<CommandResult> answer = story.attach("new");
    story.settles();

    box.state = MachineState.TERMINATING;
    story.run();

    assertThat(KeeperHarness.refusal(answer)).hasMessageContaining("TERMINATING");
    assertThat(story.size()).containsExactly(1, 1, 0);
  }

  @Test
  void bindsAMachineWhoseStateTheAdapterDoesNotKnowAtTheSecondLook() {
    FakeCloud.Box box = story.cloud.machine("new");
    CompletableFuture<CommandResult> answer = story.attach("new");
    story.settles();

    box.stateKnown = false;
    story.run();

    assertThat(answer).as("no evidence against it").isCompletedWithValue(null);
    assertThat(story.machine("new").machineState()).isEqualTo(MachineState.RUNNING);
  }

  @Test
  void givesUpWhenAListTellsOfTheEndTogetherWithTheSecondLook() {
    story.cloud.showsEnded = true;
    story.cloud.machine("new");
    CompletableFuture<CommandResult> answer = story.attach("new");
    story.settles();

    endsInAListThatComesTogetherWith(Effect.Describe.class);

    assertThat(KeeperHarness.refusal(answer).reason()).isEqualTo(Reason.NOT_FOUND);
    assertThat(story.status("new")).isEqualTo(Status.GONE);
    assertThat(story.size()).containsExactly(1, 1, 0);
  }

  @Test
  void givesUpWhenAListTellsOfTheEndTogetherWithAMarkThatFails() {
    story.cloud.showsEnded = true;
    FakeCloud.Box box = story.cloud.machine("new");
    CompletableFuture<CommandResult> answer = story.attach("new");
    box.marks = new OwnershipMarks(
        new PoolName("web"), new PoolIncarnation(story.pool().incarnation()), Optional.empty());
    story.cloud.nextMarks.add(FakeCloud.refusal(Kind.NOT_FOUND));

    endsInAListThatComesTogetherWith(Effect.Mark.class);

    assertThat(KeeperHarness.refusal(answer).reason()).isEqualTo(Reason.NOT_FOUND);
    assertThat(story.status("new")).isEqualTo(Status.GONE);
    assertThat(story.size()).containsExactly(1, 1, 0);
  }

  @Test
  void marksNothingThatAListShowsAsEndedInTheStepOfTheFirstLook() {
    story.cloud.showsEnded = true;
    FakeCloud.Box box = story.cloud.machine("new");
    box.marks = new OwnershipMarks(
        new PoolName("web"), new PoolIncarnation(story.pool().incarnation()), Optional.empty());
    holdsListsAnd(Effect.Describe.class);
    CompletableFuture<CommandResult> answer = story.attach("new");
    story.run(Duration.ofMinutes(1));

    story.returnTogether(
        Effect.Describe.class, () -> story.cloud.dies("new"), Effect.ListPool.class);

    assertThat(KeeperHarness.refusal(answer).reason()).isEqualTo(Reason.NOT_FOUND);
    assertThat(story.cloud.marked).isEmpty();
  }

  private void endsInAListThatComesTogetherWith(Class<? extends Effect> call) {
    holdsListsAnd(call);
    story.run(VISIBLE_WITHIN.plus(Duration.ofMinutes(1)));
    story.cloud.dies("new");
    story.returnTogether(Effect.ListPool.class, () -> {}, call);
  }

  private void holdsListsAnd(Class<? extends Effect> call) {
    story.holds(effect -> call.isInstance(effect) || effect instanceof Effect.ListPool);
  }
}
