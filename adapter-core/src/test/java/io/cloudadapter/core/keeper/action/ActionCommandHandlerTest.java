package io.cloudadapter.core.keeper.action;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.core.config.ActionsConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.config.RemediationConfig;
import io.cloudadapter.core.keeper.FakeCloud;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.ledger.ActionRecord;
import io.cloudadapter.core.ledger.ActionRecord.Attempt.Outcome;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.action.ActionTraits;
import io.cloudadapter.spi.action.ActionTraits.Repeat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What is asked of single machines. */
class ActionCommandHandlerTest {
  private static final Action REBOOT = new Action.Reboot(Action.Mode.SOFT);
  private static final ActionTraits CAREFUL = ActionTraits.careful();
  private static final UnaryOperator<PoolConfigBuilder> ALL_AT_ONCE =
      pool -> pool.actions(new ActionsConfig(16, 1000, 20, Duration.ofHours(1)));

  /** Three machines that run and can be rebooted. */
  private static KeeperHarness pool(UnaryOperator<PoolConfigBuilder> setting, ActionTraits reboot) {
    KeeperHarness story = KeeperHarness.with(setting);
    story.resize(3).run();
    story.knows("Reboot", reboot).run(Duration.ofMinutes(1));
    assertThat(story.cloud.alive()).hasSize(3);
    return story;
  }

  private static KeeperHarness pool(ActionTraits reboot) {
    return pool(pool -> pool, reboot);
  }

  private static ActionRequest reboot(String machine) {
    return ActionRequest.of(new MachineId(machine), REBOOT);
  }

  private static String machine(KeeperHarness story, int i) {
    return story.effective().get(i);
  }

  private static ActionPhase phase(KeeperHarness story, UUID uid) {
    return story.action(uid).phase();
  }

  private static PoolException refused(KeeperHarness story, ActionRequest request) {
    return story.refuses(new Command.Submit(request));
  }

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
    KeeperHarness story =
        pool(pool -> pool.actions(new ActionsConfig(2, 3, 20, Duration.ofHours(1))), CAREFUL);
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

  // ------------------------------------------------------------------------------- turns

  @Test
  void aMachineHasOneExclusiveActionAtATimeInTheOrderOfTheirAcceptance() {
    KeeperHarness story = pool(CAREFUL);
    String machine = machine(story, 0);
    story.holds(effect -> effect instanceof Effect.Act);
    List<UUID> asked = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      asked.add(story.submits(reboot(machine)));
    }

    assertThat(story.underWay()).filteredOn(e -> e instanceof Effect.Act).hasSize(1);
    assertThat(asked)
        .extracting(uid -> phase(story, uid))
        .containsExactly(
            ActionPhase.RUNNING, ActionPhase.PENDING, ActionPhase.PENDING, ActionPhase.PENDING);
    story.releases();
    story.settles();

    assertThat(story.cloud.acts)
        .extracting(act -> act.token().action())
        .containsExactlyElementsOf(asked);
  }

  @Test
  void whatIsNotExclusiveRunsBeside() {
    KeeperHarness story = pool(CAREFUL.harmless());
    story.holds(effect -> effect instanceof Effect.Act);

    story.submits(reboot(machine(story, 0)));
    story.submits(reboot(machine(story, 0)));

    assertThat(story.underWay()).filteredOn(e -> e instanceof Effect.Act).hasSize(2);
  }

  @Test
  void onlySoManyMachinesAreDisruptedAtOnce() {
    KeeperHarness story =
        pool(pool -> pool.actions(new ActionsConfig(16, 1000, 2, Duration.ofHours(1))), CAREFUL);
    story.holds(effect -> effect instanceof Effect.Act);
    for (String machine : story.effective()) {
      story.submits(reboot(machine));
    }

    assertThat(story.underWay()).filteredOn(e -> e instanceof Effect.Act).hasSize(2);
    story.releases();
    story.settles();

    assertThat(story.cloud.acts).hasSize(3);
  }

  @Test
  void whatIsTriedAgainDoesNotWaitForABudgetThatItTakesUpItself() {
    KeeperHarness story =
        pool(pool -> pool.actions(new ActionsConfig(16, 1000, 1, Duration.ofHours(1))), CAREFUL);
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.refusal(Kind.UNAVAILABLE)));
    UUID second;
    UUID first = story.submits(reboot(machine(story, 1)));
    second = story.submits(reboot(machine(story, 0)));

    story.run(Duration.ofMinutes(1));

    assertThat(phase(story, first)).isEqualTo(ActionPhase.SUCCEEDED);
    assertThat(phase(story, second)).isEqualTo(ActionPhase.SUCCEEDED);
  }

  @Test
  void aDelayHoldsNothing() {
    KeeperHarness story = pool(CAREFUL);
    String machine = machine(story, 0);
    UUID later = story.submits(reboot(machine).after(Duration.ofMinutes(10)));
    UUID now = story.submits(reboot(machine));

    assertThat(phase(story, now)).isEqualTo(ActionPhase.SUCCEEDED);
    story.run(Duration.ofMinutes(10).minusSeconds(1));
    assertThat(phase(story, later)).isEqualTo(ActionPhase.PENDING);
    story.resize(0);
    assertThat(story.cloud.alive()).as("it protects no machine").isEmpty();
  }

  @Test
  void aDelayEndsWhenItsTimeHasComeAlsoOverARestartAndNotSooner() {
    KeeperHarness story = pool(CAREFUL);
    UUID uid = story.submits(reboot(machine(story, 0)).after(Duration.ofMinutes(10)));
    story.run(Duration.ofMinutes(4));
    story.wallClockJumps(Duration.ofHours(2));
    story.run(Duration.ofMinutes(4));
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.PENDING);
    story.wallClockJumps(Duration.ofHours(-2));
    story.crashAndRestart().run(Duration.ofMinutes(1));
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.PENDING);

    story.run(Duration.ofMinutes(2));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.SUCCEEDED);
  }

  @Test
  void aFrozenPoolLeavesItsMachinesAlone() {
    KeeperHarness story = pool(CAREFUL);
    story.cloud.account = "another";
    story.run(Duration.ofMinutes(5));
    assertThat(story.alarms()).contains(Alarm.Code.WRONG_ACCOUNT);
    UUID uid = story.submits(reboot(machine(story, 0)).within(Duration.ofMinutes(5)));

    story.run(Duration.ofMinutes(4));
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.PENDING);
    story.run(Duration.ofMinutes(2));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.EXPIRED);
    assertThat(story.cloud.acts).isEmpty();
  }

  // ------------------------------------------------------------------------------- errors

  @Test
  void whatProvablyDidNothingIsTriedAgain() {
    KeeperHarness story = pool(CAREFUL);
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.refusal(Kind.UNAVAILABLE)));
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.conflict(Conflict.BUSY)));

    UUID uid = story.submits(reboot(machine(story, 0)));
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.PENDING);
    assertThat(story.action(uid).reason()).contains("UNAVAILABLE");
    story.run(Duration.ofMinutes(1));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.SUCCEEDED);
    assertThat(story.action(uid).attempts())
        .extracting(ActionRecord.Attempt::outcome)
        .containsExactly(Outcome.NOTHING, Outcome.NOTHING, Outcome.SOMETHING);
  }

  @Test
  void notSoonerThanTheCloudAsks() {
    KeeperHarness story = pool(CAREFUL);
    story.cloud.nextActs.add(
        FakeCloud.fails(CloudException.of(Kind.THROTTLED, CloudException.Effect.NONE, "slow down")
            .retryAfter(Duration.ofMinutes(7))
            .build()));
    UUID uid = story.submits(reboot(machine(story, 0)));

    story.run(Duration.ofMinutes(7).minusSeconds(1));
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.PENDING);
    story.run(Duration.ofSeconds(2));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.SUCCEEDED);
  }

  @Test
  void aRefusalForGoodIsNotTriedAgain() {
    KeeperHarness story = pool(CAREFUL);
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.refusal(Kind.DENIED)));

    UUID uid = story.submits(reboot(machine(story, 0)));
    story.run();

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.FAILED);
    assertThat(story.action(uid).reason()).contains("DENIED");
    assertThat(story.cloud.acts).hasSize(1);
  }

  @Test
  void thereAreOnlySoManyAttempts() {
    KeeperHarness story = pool(CAREFUL);
    for (int i = 0; i < 5; i++) {
      story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.refusal(Kind.UNAVAILABLE)));
    }

    UUID uid = story.submits(reboot(machine(story, 0)).attempts(3));
    story.run();

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.FAILED);
    assertThat(story.cloud.acts).hasSize(3);
  }

  @Test
  void whatMayNotBeDoneTwiceIsNotTriedAgainInDoubt() {
    KeeperHarness story = pool(CAREFUL);
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.lost()));

    UUID uid = story.submits(reboot(machine(story, 0)));
    story.run(Duration.ofHours(1).minusMinutes(1));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.UNKNOWN);
    assertThat(story.action(uid).attempts())
        .extracting(ActionRecord.Attempt::outcome)
        .containsExactly(Outcome.UNKNOWN);
    assertThat(story.cloud.acts).hasSize(1);
  }

  @Test
  void whatMayBeDoneTwiceIs() {
    KeeperHarness story = pool(CAREFUL.repeat(Repeat.SAFE));
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.lost()));

    UUID uid = story.submits(reboot(machine(story, 0)));
    story.run(Duration.ofMinutes(1));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.SUCCEEDED);
    assertThat(story.cloud.acts).hasSize(2);
  }

  @Test
  void aRefusalForGoodDoesNotUndoWhatAnEarlierAttemptMayHaveDone() {
    KeeperHarness story = pool(CAREFUL.repeat(Repeat.SAFE));
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.lost()));
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.refusal(Kind.DENIED)));

    UUID uid = story.submits(reboot(machine(story, 0)));
    story.run(Duration.ofMinutes(1));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.UNKNOWN);
    assertThat(story.action(uid).reason())
        .contains("DENIED")
        .contains("the outcome of an earlier attempt is unknown");
  }

  @Test
  void whatCanBeTracedIsLookedFor() {
    KeeperHarness story = pool(CAREFUL.repeat(Repeat.TRACEABLE));
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.lost()));
    story.cloud.shows = ActionProgress.done(Map.of("snapshotId", "snap-1"));

    UUID uid = story.submits(reboot(machine(story, 0)));
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.PROBING);
    story.run(Duration.ofSeconds(2));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.SUCCEEDED);
    assertThat(story.action(uid).result()).containsEntry("snapshotId", "snap-1");
    assertThat(story.cloud.acts).hasSize(1);
  }

  @Test
  void thatNothingIsSeenOfItIsBelievedOnlyWhenNothingCanBeOnItsWayAnyMore() {
    KeeperHarness story = pool(CAREFUL.repeat(Repeat.TRACEABLE));
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.lost()));

    UUID uid = story.submits(reboot(machine(story, 0)));
    // Calls take 10 s, are acted upon for 20 s more, what is shown lags 30 s.
    story.run(Duration.ofSeconds(59));
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.PROBING);
    assertThat(story.cloud.probes).isPositive();
    assertThat(story.cloud.acts).hasSize(1);
    story.run(Duration.ofSeconds(10));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.SUCCEEDED);
    assertThat(story.cloud.acts).hasSize(2);
  }

  @Test
  void anAnswerToALookThatBeganTooEarlyProvesNothingHoweverLateItComes() {
    KeeperHarness story = pool(CAREFUL.repeat(Repeat.TRACEABLE));
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.lost()));
    UUID uid = story.submits(reboot(machine(story, 0)));
    story.holds(effect -> effect instanceof Effect.Probe);
    story.run(Duration.ofMinutes(2));
    List<Effect.Probe> looks = new ArrayList<>();
    story.underWay().forEach(effect -> {
      if (effect instanceof Effect.Probe probe) {
        looks.add(probe);
      }
    });
    assertThat(looks).as("the first one was not answered").hasSizeGreaterThan(1);

    story.tell(new Event.Probed(
        uid, 1, looks.get(0).asked(), Optional.of(ActionProgress.notDone()), Optional.empty()));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.PROBING);
  }

  @Test
  void whatTheCloudCannotTellStaysUnknown() {
    KeeperHarness story = pool(CAREFUL.repeat(Repeat.TRACEABLE));
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.lost()));
    story.cloud.shows = ActionProgress.unknown();

    UUID uid = story.submits(reboot(machine(story, 0)));
    story.run();

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.UNKNOWN);
    assertThat(story.cloud.acts).hasSize(1);
  }

  @Test
  void whatTakesAWhileIsAskedForUntilItIsDone() {
    KeeperHarness story = pool(CAREFUL);
    story.cloud.nextActs.add(FakeCloud.says(ActionProgress.underWay()));
    story.cloud.shows = ActionProgress.underWay();
    UUID uid = story.submits(reboot(machine(story, 0)));
    story.run(Duration.ofMinutes(10));
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.PROBING);

    story.cloud.shows = ActionProgress.done();
    story.run(Duration.ofMinutes(3));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.SUCCEEDED);
    assertThat(story.cloud.acts).hasSize(1);
  }

  // ------------------------------------------------------------------------------- crashes

  @Test
  void whatWasOutWhenTheProcessDiedIsConcludedWhenItsLeaseIsOver() {
    for (Repeat repeat : Repeat.values()) {
      KeeperHarness story = pool(CAREFUL.repeat(repeat));
      story.holds(effect -> effect instanceof Effect.Act);
      UUID uid = story.submits(reboot(machine(story, 0)));
      story.releases();

      story.crashAndRestart().run(Duration.ofSeconds(20));
      assertThat(phase(story, uid)).as(repeat + ", early").isEqualTo(ActionPhase.RUNNING);
      story.run(Duration.ofMinutes(5));

      assertThat(phase(story, uid))
          .as(repeat + ", later")
          .isEqualTo(repeat == Repeat.ONCE ? ActionPhase.UNKNOWN : ActionPhase.SUCCEEDED);
      assertThat(story.cloud.acts).hasSize(repeat == Repeat.ONCE ? 0 : 1);
    }
  }

  @Test
  void aLeapOfTheClockOverARestartEndsNoLeaseEarly() {
    KeeperHarness story = pool(CAREFUL);
    story.holds(effect -> effect instanceof Effect.Act);
    UUID uid = story.submits(reboot(machine(story, 0)));

    story.wallClockJumps(Duration.ofMinutes(30));
    story.crashAndRestart().run(Duration.ofSeconds(20));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.RUNNING);
  }

  @Test
  void anAnswerThatComesAfterTheKeeperWasReadAgainCounts() {
    KeeperHarness story = pool(CAREFUL);
    story.holds(effect -> effect instanceof Effect.Act);
    UUID uid = story.submits(reboot(machine(story, 0)));

    story.readsItsLedgerAgain();
    story.releases();
    story.settles();

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.SUCCEEDED);
  }

  @Test
  void aCrashAtAnyStepLosesNothingAndDoublesNothing() {
    for (int atoms = 0; atoms < 12; atoms++) {
      KeeperHarness story = pool(CAREFUL);
      Command.Submit command = new Command.Submit(reboot(machine(story, 0)));
      Optional<String> key = Optional.of("k");
      story.diesAfterAtoms(atoms);
      try {
        story.ask(command, key).join();
        story.settles();
        story.run(Duration.ofMinutes(10));
      } catch (KeeperHarness.Died died) {
        story.crashAndRestart().run(Duration.ofSeconds(5));
        CommandResult again = story.ask(command, key).join();
        story.run(Duration.ofMinutes(10));
        UUID uid = ((CommandResult.Accepted) again).action();
        assertThat(phase(story, uid).ended()).as("dead after " + atoms).isTrue();
        assertThat(story.cloud.acts).as("dead after " + atoms).hasSizeLessThanOrEqualTo(1);
      }
    }
  }

  @Test
  void anOutcomeOfAnOlderAttemptIsNotBelieved() {
    KeeperHarness story = pool(CAREFUL.repeat(Repeat.SAFE));
    story.cloud.nextActs.add(FakeCloud.fails(FakeCloud.lost()));
    UUID uid = story.submits(reboot(machine(story, 0)));
    story.holds(effect -> effect instanceof Effect.Act);
    story.run(Duration.ofSeconds(5));
    assertThat(story.action(uid).epoch()).isEqualTo(2);

    story.tell(
        new Event.Acted(uid, 1, Optional.of(ActionProgress.failed("too late")), Optional.empty()));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.RUNNING);
  }

  // ------------------------------------------------------------------------------- victims

  @Test
  void aMachineUnderAnExclusiveActionIsNoVictim() {
    KeeperHarness story = pool(ALL_AT_ONCE, CAREFUL);
    story.holds(effect -> effect instanceof Effect.Act);
    String machine = machine(story, 1);
    UUID uid = story.submits(reboot(machine));

    story.resize(0).run(Duration.ofSeconds(15));

    assertThat(story.cloud.alive()).containsExactly(machine);
    assertThat(story.plan().holds()).anyMatch(hold -> hold.code() == Alarm.Code.PROTECTED);
    story.releases();
    story.run(Duration.ofMinutes(2));
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.SUCCEEDED);
    assertThat(story.cloud.alive()).isEmpty();
  }

  @Test
  void norIsItRemediated() {
    KeeperHarness story = pool(
        pool -> pool.remediation(RemediationConfig.builder()
            .enabled(true)
            .after(Duration.ofSeconds(5))
            .atOnce(3)
            .massUnhealthyShare(1)
            .build()),
        CAREFUL);
    story.holds(effect -> effect instanceof Effect.Act);
    String machine = machine(story, 0);
    story.submits(reboot(machine));
    story.serviceState(machine, ServiceState.UNHEALTHY);

    story.run(Duration.ofSeconds(15));
    assertThat(story.status(machine)).isEqualTo(MachineRecord.Status.LIVE);
    story.releases();
    story.run(Duration.ofMinutes(1));

    assertThat(story.cloud.alive()).doesNotContain(machine);
  }

  @Test
  void namingAMachineEndsItAndItsActions() {
    KeeperHarness story = pool(CAREFUL);
    story.holds(effect -> effect instanceof Effect.Act);
    String machine = machine(story, 0);
    UUID running = story.submits(reboot(machine));
    UUID waiting = story.submits(reboot(machine));
    UUID delayed = story.submits(reboot(machine).after(Duration.ofHours(1)));

    story.terminate(machine, true);

    assertThat(phase(story, running)).isEqualTo(ActionPhase.ORPHANED);
    assertThat(story.action(running).reason())
        .contains("it was asked for")
        .contains("the outcome of its last attempt is unknown");
    assertThat(phase(story, waiting)).isEqualTo(ActionPhase.ORPHANED);
    assertThat(story.action(waiting).reason()).doesNotContain("not known");
    assertThat(phase(story, delayed)).isEqualTo(ActionPhase.ORPHANED);
    story.releases();
    story.run();
    assertThat(story.cloud.alive()).hasSize(2);
    assertThat(phase(story, running)).isEqualTo(ActionPhase.ORPHANED);
  }

  @Test
  void aMachineThatDiesTakesItsActionsWithIt() {
    KeeperHarness story = pool(CAREFUL);
    String machine = machine(story, 0);
    UUID uid = story.submits(reboot(machine).after(Duration.ofHours(1)));

    story.cloud.dies(machine);
    story.run();

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.ORPHANED);
  }

  @Test
  void aDetachedMachineDoesToo() {
    KeeperHarness story = pool(CAREFUL);
    String machine = machine(story, 0);
    UUID uid = story.submits(reboot(machine).after(Duration.ofHours(1)));

    story.detach(machine, true);

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.ORPHANED);
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

  // ------------------------------------------------------------------------------- outside

  private static ActionRecord claimed(KeeperHarness story, UUID uid, String holder) {
    CompletableFuture<CommandResult> answer =
        story.ask(new Command.ClaimAction(uid, holder, Duration.ofMinutes(1)), Optional.empty());
    assertThat(answer.join()).isInstanceOf(CommandResult.Leased.class);
    return story.action(uid);
  }

  @Test
  void whatIsDoneOutsideWaitsToBeClaimedAndIsReported() {
    KeeperHarness story = pool(CAREFUL.doneOutside());
    UUID uid = story.submits(reboot(machine(story, 0)));
    story.run(Duration.ofMinutes(5));
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.PENDING);
    assertThat(story.cloud.acts).isEmpty();

    assertThat(claimed(story, uid, "agent-1").phase()).isEqualTo(ActionPhase.RUNNING);
    story.does(new Command.ReportAction(uid, 1, ActionProgress.underWay()));
    story.does(new Command.ReportAction(uid, 1, ActionProgress.done()));
    story.does(new Command.ReportAction(uid, 1, ActionProgress.done()));

    assertThat(phase(story, uid)).isEqualTo(ActionPhase.SUCCEEDED);
    assertThat(story
            .refuses(new Command.ReportAction(uid, 1, ActionProgress.failed("no")))
            .reason())
        .isEqualTo(Reason.CONFLICT);
  }

  @Test
  void ofTwoExecutorsTheOneThatSleptThroughItsLeaseIsRefused() {
    KeeperHarness story = pool(CAREFUL.doneOutside().repeat(Repeat.SAFE));
    UUID uid = story.submits(reboot(machine(story, 0)));
    claimed(story, uid, "agent-1");
    assertThat(story
            .refuses(new Command.ClaimAction(uid, "agent-2", Duration.ofMinutes(1)))
            .reason())
        .isEqualTo(Reason.CONFLICT);

    story.run(Duration.ofMinutes(2));
    assertThat(claimed(story, uid, "agent-2").epoch()).isEqualTo(2);
    PoolException stale =
        story.refuses(new Command.ReportAction(uid, 1, ActionProgress.failed("asleep")));
    story.does(new Command.ReportAction(uid, 2, ActionProgress.done()));

    assertThat(stale.reason()).isEqualTo(Reason.CONFLICT);
    assertThat(phase(story, uid)).isEqualTo(ActionPhase.SUCCEEDED);
  }

  @Test
  void aHolderThatRenewsItsLeaseKeepsIt() {
    KeeperHarness story = pool(CAREFUL.doneOutside());
    UUID uid = story.submits(reboot(machine(story, 0)));
    claimed(story, uid, "agent-1");

    for (int i = 0; i < 10; i++) {
      story.run(Duration.ofSeconds(50));
      assertThat(claimed(story, uid, "agent-1").epoch()).isEqualTo(1);
    }
    story.run(Duration.ofSeconds(61));

    assertThat(phase(story, uid))
        .as("once, with an unknown outcome")
        .isEqualTo(ActionPhase.UNKNOWN);
  }

  @Test
  void noStrangerMayDoWhatIsDoneHere() {
    KeeperHarness story = pool(CAREFUL);
    UUID uid = story.submits(reboot(machine(story, 0)).after(Duration.ofMinutes(5)));

    PoolException ours =
        story.refuses(new Command.ClaimAction(uid, "agent", Duration.ofMinutes(1)));
    PoolException wrong = story.refuses(new Command.ClaimAction(uid, "", Duration.ofMinutes(1)));
    PoolException longest = story.refuses(new Command.ClaimAction(uid, "a", Duration.ofHours(2)));

    assertThat(ours.reason()).isEqualTo(Reason.UNSUPPORTED);
    assertThat(wrong).hasMessageStartingWith("holder must be 1 to 128");
    assertThat(longest).hasMessage("lease must be 1s to 1h, was 2h");
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
        pool -> pool.actions(new ActionsConfig(1000, 10_000, 1, Duration.ofHours(1))), CAREFUL);
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
