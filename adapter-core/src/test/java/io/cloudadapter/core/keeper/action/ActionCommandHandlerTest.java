package io.cloudadapter.core.keeper.action;

import static io.cloudadapter.core.keeper.action.ActionStories.CAREFUL;
import static io.cloudadapter.core.keeper.action.ActionStories.REBOOT;
import static io.cloudadapter.core.keeper.action.ActionStories.machine;
import static io.cloudadapter.core.keeper.action.ActionStories.phase;
import static io.cloudadapter.core.keeper.action.ActionStories.pool;
import static io.cloudadapter.core.keeper.action.ActionStories.reboot;
import static io.cloudadapter.core.keeper.action.ActionStories.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.core.config.ActionsConfig;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionLimit;
import io.cloudadapter.core.keeper.FakeCloud;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.ledger.ActionRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Which actions are accepted and taken back, and how long they are kept. */
class ActionCommandHandlerTest {
  // ------------------------------------------------------------------------------- accepting

  @Test
  void whatIsAcceptedIsDone() {
    KeeperHarness story = pool(CAREFUL);
    String machine = machine(story, 0);

    UUID uid = story.submits(reboot(machine));

    ActionRecord action = story.action(uid);
    assertThat(action.phase()).isEqualTo(ActionPhase.SUCCEEDED);
    assertThat(action.attempts()).hasSize(1);
    assertThat(action.endedAt()).isNotNull();
    assertThat(story.cloud.acts).hasSize(1);
    assertThat(story.cloud.acts.get(0).machine().value()).isEqualTo(machine);
    assertThat(story.cloud.acts.get(0).action()).isEqualTo(REBOOT);
    assertThat(story.cloud.acts.get(0).token().action()).isEqualTo(uid);
  }

  @Test
  void anAttemptIsInTheLedgerBeforeItsCallLeaves() {
    KeeperHarness story = pool(CAREFUL);
    story.holds(effect -> effect instanceof Effect.Act);

    UUID uid = story.submits(reboot(machine(story, 0)));

    assertThat(story.underWay()).anyMatch(effect -> effect instanceof Effect.Act);
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.RUNNING);
    assertThat(story.action(uid).attempts()).hasSize(1);
    assertThat(story.action(uid).leaseUntil()).isNotNull();
  }

  @Test
  void whatTheCloudSaysOfItIsKept() {
    KeeperHarness story = pool(CAREFUL);
    story.cloud.nextActs.add(
        FakeCloud.says(ActionProgress.done(Map.of("snapshotId", "snap-1", "sizeInBytes", "17"))));

    UUID uid = story.submits(reboot(machine(story, 0)));

    assertThat(story.action(uid).result())
        .containsEntry("snapshotId", "snap-1")
        .containsEntry("sizeInBytes", "17");
  }

  @Test
  void whatTheCloudCannotDoIsRefusedAtOnce() {
    KeeperHarness story = pool(CAREFUL);
    MachineId machine = new MachineId(machine(story, 0));

    PoolException lacking = refused(story, ActionRequest.of(machine, new Action.Start()));
    PoolException unknown =
        refused(story, ActionRequest.of(machine, new Action.Custom("Fly", Map.of())));

    assertThat(lacking.reason()).isEqualTo(Reason.UNSUPPORTED);
    assertThat(lacking).hasMessage("the cloud of pool web cannot do Start");
    assertThat(unknown.reason()).isEqualTo(Reason.INVALID);
    assertThat(unknown)
        .hasMessage("type must be one of Reboot, Restore, Snapshot, Start, Stop, was Fly");
    assertThat(story.disk.keySet()).noneMatch(key -> key.contains("/action/"));
  }

  @Test
  void machinesThatAreNotThereOrOnTheirWayOutAreRefused() {
    KeeperHarness story =
        KeeperHarness.with(pool -> pool.hook(io.cloudadapter.api.hook.LifecycleHook.onTerminate(
            "drain", Duration.ofHours(1), io.cloudadapter.api.hook.HookTarget.listener())));
    story.resize(3).run();
    story.knows("Reboot", CAREFUL).run(Duration.ofMinutes(1));
    String machine = machine(story, 0);
    story.terminate(machine, true);

    assertThat(refused(story, reboot("missing")).reason()).isEqualTo(Reason.NOT_FOUND);
    PoolException leaving = refused(story, reboot(machine));
    assertThat(leaving.reason()).isEqualTo(Reason.CONFLICT);
    assertThat(leaving).hasMessage("machine " + machine + " is retiring");
  }

  @Test
  void aMachineMustBeInAStateThatFits() {
    KeeperHarness story = pool(CAREFUL.states(Set.of(MachineState.TERMINATED)));

    PoolException wrong = refused(story, reboot(machine(story, 0)));

    assertThat(wrong.reason()).isEqualTo(Reason.CONFLICT);
    assertThat(wrong)
        .hasMessage("machine " + machine(story, 0) + " is running, Reboot needs it stopped");
  }

  @Test
  void whatAStopAndAStartHaveMadeOfAMachineIsKnownBeforeAnyList() {
    KeeperHarness story = pool(CAREFUL.states(Set.of(MachineState.RUNNING)));
    story.knows("Stop", CAREFUL.states(Set.of(MachineState.RUNNING)));
    story
        .knows("Start", CAREFUL.states(Set.of(MachineState.TERMINATED)))
        .run(Duration.ofMinutes(1));
    story.holds(effect -> effect instanceof Effect.ListPool);
    MachineId machine = new MachineId(machine(story, 0));

    story.submits(ActionRequest.of(machine, new Action.Stop()));

    assertThat(refused(story, reboot(machine.value())))
        .hasMessage("machine " + machine + " is stopped, Reboot needs it running");
    story.submits(ActionRequest.of(machine, new Action.Start()));
    assertThat(phase(story, story.submits(reboot(machine.value()))))
        .isEqualTo(ActionPhase.SUCCEEDED);
  }

  @Test
  void aListThatCannotLagBehindAStopSaysWhatTheMachineIs() {
    KeeperHarness story = pool(CAREFUL.states(Set.of(MachineState.RUNNING)));
    story.knows("Stop", CAREFUL.states(Set.of(MachineState.RUNNING))).run(Duration.ofMinutes(1));
    String machine = machine(story, 0);
    story.submits(ActionRequest.of(new MachineId(machine), new Action.Stop()));

    story.run(Duration.ofMinutes(10)); // In this sky it goes on to run.

    assertThat(phase(story, story.submits(reboot(machine)))).isEqualTo(ActionPhase.SUCCEEDED);
  }

  @Test
  void aRequestMayInsistOnOneMachineAndNoOtherOfItsId() {
    KeeperHarness story = pool(CAREFUL);
    ActionRequest request = reboot(machine(story, 0));
    UUID machineUid = story.action(story.submits(request)).machineUid();

    assertThat(phase(story, story.submits(request.onlyFor(machineUid))))
        .isEqualTo(ActionPhase.SUCCEEDED);
    PoolException other = refused(story, request.onlyFor(new UUID(1, 2)));

    assertThat(other.reason()).isEqualTo(Reason.CONFLICT);
    assertThat(other).hasMessageContaining(machineUid.toString());
  }

  @Test
  void theSameKeyIsTheSameActionAlsoAfterARestartAndItsCleanUp() {
    KeeperHarness story = pool(CAREFUL);
    Command.Submit command = new Command.Submit(reboot(machine(story, 0)));
    Optional<String> key = Optional.of("k");

    CommandResult first = story.ask(command, key).join();
    CommandResult second = story.ask(command, key).join();
    story.settles();
    story.crashAndRestart().run(Duration.ofHours(3));
    CommandResult third = story.ask(command, key).join();
    PoolException other =
        KeeperHarness.refusal(story.ask(new Command.Submit(reboot(machine(story, 1))), key));

    assertThat(second).isEqualTo(first);
    assertThat(third).isEqualTo(first);
    assertThat(story.knows(((CommandResult.Accepted) first).action())).isFalse();
    assertThat(story.cloud.acts).hasSize(1);
    assertThat(other.reason()).isEqualTo(Reason.CONFLICT);
  }

  @Test
  void aMachineAndACallerMayHaveOnlySoMany() {
    KeeperHarness story = pool(
        pool -> pool.actions(new ActionsConfig(2, 3, Duration.ofHours(1)))
            .disruption(DisruptionConfig.none()
                .with(DisruptionReason.ACTION, DisruptionLimit.machines(20))),
        CAREFUL);
    story.holds(effect -> effect instanceof Effect.Act);
    story.submits(reboot(machine(story, 0)));
    story.submits(reboot(machine(story, 0)));

    PoolException machine = refused(story, reboot(machine(story, 0)));
    story.submits(reboot(machine(story, 1)));
    PoolException caller = refused(story, reboot(machine(story, 1)));

    assertThat(machine.reason()).isEqualTo(Reason.THROTTLED);
    assertThat(machine.retryAfter()).contains(Duration.ofSeconds(10));
    assertThat(machine).hasMessageContaining("2 actions of machine");
    assertThat(caller.reason()).isEqualTo(Reason.THROTTLED);
    assertThat(caller).hasMessageContaining("3 actions that you requested");
    story.releases();
    story.run(Duration.ofMinutes(5));
    story.submits(reboot(machine(story, 0)));
  }

  // ------------------------------------------------------------------------------- taking back

  @Test
  void whatWaitsIsTakenBackAtOnce() {
    KeeperHarness story = pool(CAREFUL);
    UUID uid = story.submits(reboot(machine(story, 0)).after(Duration.ofHours(1)));

    story.does(new Command.CancelAction(uid));
    story.does(new Command.CancelAction(uid));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.CANCELLED);
    story.run(Duration.ofMinutes(30));
    assertThat(story.cloud.acts).isEmpty();
  }

  @Test
  void whatIsUnderWayGoesOnAndIsNotTriedAgain() {
    KeeperHarness story = pool(CAREFUL);
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.refusal(Kind.UNAVAILABLE)));
    story.holds(effect -> effect instanceof Effect.Act);
    UUID fails = story.submits(reboot(machine(story, 0)));
    story.does(new Command.CancelAction(fails));
    assertThat(phase(story, fails)).isEqualTo(ActionPhase.RUNNING);
    assertThat(story.action(fails).cancelRequested()).isTrue();
    story.releases();
    story.settles();
    assertThat(phase(story, fails)).isEqualTo(ActionPhase.CANCELLED);

    story.holds(effect -> effect instanceof Effect.Act);
    UUID works = story.submits(reboot(machine(story, 0)));
    story.does(new Command.CancelAction(works));
    story.releases();
    story.settles();

    assertThat(phase(story, works)).isEqualTo(ActionPhase.SUCCEEDED);
    assertThat(story.refuses(new Command.CancelAction(works)).reason()).isEqualTo(Reason.CONFLICT);
    assertThat(story.refuses(new Command.CancelAction(new UUID(1, 2))).reason())
        .isEqualTo(Reason.NOT_FOUND);
  }

  // ------------------------------------------------------------------------------- clean-up

  @Test
  void whatHasEndedIsKeptForAnHourWhatHasNotForAsLongAsItTakes() {
    KeeperHarness story = pool(CAREFUL.doneOutside());
    UUID open = story.submits(reboot(machine(story, 0)).within(Duration.ofDays(3)));
    UUID ended = story.submits(reboot(machine(story, 1)));
    story.does(new Command.CancelAction(ended));

    story.run(Duration.ofMinutes(59));
    assertThat(story.knows(ended)).isTrue();
    story.crashAndRestart().run(Duration.ofMinutes(2));
    assertThat(story.knows(ended)).isFalse();
    story.run(Duration.ofDays(2));

    assertThat(story.knows(open)).isTrue();
  }

  @Test
  void manyAreDoneWithoutEndlessLooking() {
    KeeperHarness story = pool(
        pool -> pool.actions(new ActionsConfig(1000, 10_000, Duration.ofHours(1)))
            .disruption(
                DisruptionConfig.none().with(DisruptionReason.ACTION, DisruptionLimit.machines(1))),
        CAREFUL);
    List<UUID> asked = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      asked.add(story.submits(reboot(machine(story, i % 3))));
    }
    story.run(Duration.ofMinutes(1));

    assertThat(asked).allMatch(uid -> phase(story, uid) == ActionPhase.SUCCEEDED);
    story.run(Duration.ofHours(2));
    assertThat(story.disk.keySet()).noneMatch(key -> key.contains("/action/"));
  }
}
