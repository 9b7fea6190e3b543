package io.cloudadapter.core.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.planning.PlacementPolicies;
import io.cloudadapter.core.planning.PlanInput;
import io.cloudadapter.core.planning.Planner;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PoolIncarnation;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Defects of a well-known framework for machine pools, each shown to be absent here. The tags are the
 * numbers of its list of defects; {@link KnownDefectIndexTest} says where every number is covered.
 */
class KnownDefectsTest {
  private final KeeperHarness story = KeeperHarness.begins();

  @Test
  @Tag("defect-3")
  @DisplayName("Four requests for 5 in a moment, with a list that lags, launched 20")
  void remembersItsOwnLaunchesWhileTheListLags() {
    story.run();
    for (int i = 1; i <= 20; i++) {
      story.cloud.hides("i-%04d".formatted(i));
    }

    for (int i = 0; i < 4; i++) {
      story.resize(5).run(Duration.ofMillis(75));
    }
    story.run(Duration.ofSeconds(20));
    story.cloud.showsAgain();
    story.run();

    assertThat(story.cloud.boxes).hasSize(5);
    assertThat(story.size()).containsExactly(5, 5, 0);
  }

  @Test
  @Tag("defect-4")
  @DisplayName("A lost answer launched again each round: 15 machines for 5")
  void launchesNothingTwiceForALostAnswer() {
    KeeperHarness nowhereListed = KeeperHarness.withoutKeys();
    for (int i = 1; i <= 5; i++) {
      nowhereListed.cloud.losesNextReply();
      nowhereListed.cloud.hides("i-%04d".formatted(i));
    }

    nowhereListed.resize(5).run(Duration.ofSeconds(25));
    nowhereListed.cloud.showsAgain();
    nowhereListed.run();

    assertThat(nowhereListed.cloud.boxes).hasSize(5);
    assertThat(nowhereListed.size()).containsExactly(5, 5, 0);
  }

  @Test
  @Tag("defect-5")
  @Tag("defect-6")
  @DisplayName("A stop or a new configuration amid a launch left an orphan, or launched beside it")
  void ownsWhatALaunchMadeThatItsStopCutOff() {
    story.run();
    story.holds(Effect.Launch.class::isInstance);
    story.resize(3).settles();
    for (Effect call : story.underWay()) {
      story.cloud.make((Effect.Launch) call, 1);
    }
    assertThat(story.cloud.boxes).hasSize(3);

    story.releases();
    story.restartWith(b -> b.bootDeadline(Duration.ofMinutes(7))).run();

    assertThat(story.size()).containsExactly(3, 3, 0);
    assertThat(story.effective()).containsExactly("i-0001", "i-0002", "i-0003");
    assertThat(story.cloud.boxes).hasSize(3);
  }

  @Test
  @Tag("defect-9")
  @DisplayName("Protection that was just set was not seen, and the machine ended")
  void protectsFromTheVeryMomentOfTheAnswer() {
    story.resize(5).run();

    story.protect("i-0005");
    story.protect("i-0004");
    story.resize(2).run();

    assertThat(story.cloud.alive()).containsExactly("i-0004", "i-0005");
  }

  @Test
  @Tag("defect-12")
  @DisplayName("The desired size was guessed from what happened to run when the cloud came back")
  void guessesNoDesiredSize() {
    KeeperHarness fresh = KeeperHarness.with(b -> b.initialSize(2));
    fresh.cloud.listError = FakeCloud.refusal(Kind.UNAVAILABLE);
    fresh.run();
    for (int i = 0; i < 7; i++) {
      fresh.cloud.marked("old-" + i, "7".repeat(27), Optional.empty());
    }
    fresh.cloud.listError = null;

    fresh.run();

    assertThat(fresh.view().status()).isEqualTo(PoolStatus.OBSERVING);
    assertThat(fresh.pool().desiredSet()).isFalse();
    fresh.does(new Command.Disown());
    assertThat(fresh.pool().desired()).isEqualTo(2);
  }

  @Test
  @Tag("defect-14")
  @Tag("defect-a")
  @DisplayName("A write waited for a launch that was under way")
  void answersWhileEveryCallToTheCloudHangs() {
    story.resize(3).run();
    story.holds(effect -> true);
    story.resize(6);

    story.terminate("i-0001", true);
    story.serviceState("i-0002", ServiceState.OUT_OF_SERVICE);
    story.protect("i-0003");
    story.detach("i-0002", false);
    story.resize(9);

    assertThat(story.view().desiredSize()).isEqualTo(9);
  }

  @Test
  @Tag("defect-27")
  @DisplayName("Choosing victims took k n log n deep comparisons: 3.4 s to halve 5,000 machines")
  void halvesTwentyThousandMachinesInNoTime() {
    java.util.List<MachineRecord> machines = new java.util.ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      int age = i * 7919 % 20_000;
      machines.add(TestRecords.machine(
          "m-" + i, edit -> edit.launchTime = TestRecords.START.minusSeconds(age)));
    }
    PlanInput input = new PlanInput(
        10_000,
        20_000,
        10,
        machines,
        java.util.List.of(),
        java.util.List.of(),
        zone -> Optional.empty(),
        1,
        200,
        1000,
        10_000,
        0,
        io.cloudadapter.core.config.VictimSelectionPolicy.OLDEST,
        "seed",
        TestRecords.START,
        PlacementPolicies.NONE);

    assertThat(Planner.plan(input).victims()).hasSize(10_000);
  }

  @Test
  @Tag("defect-29")
  @DisplayName("Pool A could detach or terminate the machine of pool B, since both carry some mark")
  void letsNoPoolTouchAnotherPoolsMachine() {
    story.resize(1).run();
    story.cloud.machine("theirs").marks = new OwnershipMarks(
        new PoolName("db"), new PoolIncarnation("1".repeat(27)), Optional.empty());
    MachineId theirs = new MachineId("theirs");

    assertThat(story.refuses(new Command.Detach(theirs, true)).reason())
        .isEqualTo(Reason.NOT_FOUND);
    assertThat(story.refuses(new Command.Terminate(theirs, true)).reason())
        .isEqualTo(Reason.NOT_FOUND);
    assertThat(story.size()).containsExactly(1, 1, 0);
    assertThat(story.cloud.box("theirs").marks).isNotNull();
  }

  @Test
  @Tag("defect-30")
  @DisplayName(
      "Ending one placeholder twice shrank twice, since they were numbered anew in each list")
  void endsAPlaceholderOnceHoweverOftenItIsAsked() {
    story.run();
    story.holds(Effect.Launch.class::isInstance);
    story.resize(3).settles();
    String placeholder = story.effective().get(0);

    for (int i = 0; i < 3; i++) {
      story.terminate(placeholder, true);
    }
    story.releases();
    story.run();

    assertThat(story.size()).containsExactly(2, 2, 0);
    assertThat(story.cloud.alive()).hasSize(2);
  }

  @Test
  @Tag("defect-31")
  @DisplayName("Setting a service state listed the whole pool")
  void asksTheCloudNothingToSetAServiceState() {
    story.resize(3).run();
    int lists = story.cloud.lists;

    story.serviceState("i-0001", ServiceState.IN_SERVICE);
    story.settles();

    assertThat(story.cloud.lists).isEqualTo(lists);
    assertThat(story.machine("i-0001").serviceState()).isEqualTo(ServiceState.IN_SERVICE);
  }

  @Test
  @Tag("defect-b")
  @DisplayName(
      "A victim whose address or service state changed was forgotten, and another one chosen")
  void staysWithItsVictimThroughAnyChange() {
    story.resize(3).run();
    story.cloud.stuckEnds = true;
    story.resize(2).settles();
    String victim =
        story.shown(m -> m.machineState() == MachineState.TERMINATING).get(0);

    story.cloud.box(victim).metadata = Map.of("ip", "10.9.9.9");
    story.serviceState(victim, ServiceState.UNHEALTHY);
    story.run();
    story.cloud.stuckEnds = false;
    story.run();

    assertThat(story.cloud.terminations).containsOnly(victim);
    assertThat(story.cloud.alive()).hasSize(2);
  }

  @Test
  @Tag("defect-d")
  @DisplayName(
      "Attach and terminate acted on the cloud first, and failed for want of a desired size then")
  void refusesBeforeItKnowsThePoolAndTouchesNothing() {
    story.cloud.machine("new");
    CompletableFuture<CommandResult> attach = story.attach("new");
    CompletableFuture<CommandResult> terminate =
        story.ask(new Command.Terminate(new MachineId("new"), true), Optional.empty());

    assertThat(KeeperHarness.refusal(attach).reason()).isEqualTo(Reason.UNAVAILABLE);
    assertThat(KeeperHarness.refusal(terminate).reason()).isEqualTo(Reason.UNAVAILABLE);
    story.run();
    assertThat(story.cloud.marked).isEmpty();
    assertThat(story.cloud.terminations).isEmpty();
    assertThat(story.size()).containsExactly(0, 0, 0);
  }

  @Test
  @Tag("defect-e")
  @DisplayName(
      "A machine that was to end already was chosen again, so the pool stayed one too large")
  void choosesAnotherVictimForEachMachineTooMany() {
    KeeperHarness young = KeeperHarness.with(b -> PoolConfig.named("web", "here", 10));
    young.run();
    young.cloud.born = MachineState.REQUESTED;
    young.resize(4).run(Duration.ofSeconds(30));
    young.cloud.stuckEnds = true;

    young.resize(3).settles();
    young.resize(2).settles();
    young.cloud.stuckEnds = false;
    young.run(Duration.ofMinutes(5));

    assertThat(young.cloud.alive()).hasSize(2);
    assertThat(young.size()).containsExactly(2, 2, 0);
  }
}
