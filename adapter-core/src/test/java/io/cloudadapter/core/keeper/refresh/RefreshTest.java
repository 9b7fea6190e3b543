package io.cloudadapter.core.keeper.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.refresh.ProtectedMachines;
import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshRequestBuilder;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.keeper.FakeCloud;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.keeper.TeamQuotas;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.LaunchKeySupport;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A refresh replaces the machines of earlier templates, a few at a time, and leaves enough healthy ones. */
class RefreshTest {
  private KeeperHarness story = KeeperHarness.with(image("old"));

  private static UnaryOperator<PoolConfigBuilder> image(String image) {
    return pool -> pool.launch(LaunchConfig.builder().image(image).build());
  }

  /** So many machines of the old image run, and the configuration has another one. */
  private void drifted(int machines) {
    story.resize(machines).run();
    story.restartWith(image("new")).run();
    assertThat(story.view().drifted()).isEqualTo(machines);
  }

  private void starts(RefreshRequestBuilder request) {
    story.does(new Command.StartRefresh(request.build()));
  }

  /** One machine after the other, each of which takes a minute. */
  private static RefreshRequestBuilder slow() {
    return RefreshRequest.builder().batchSize(1).warmup(Duration.ofMinutes(1));
  }

  private RefreshStatus status() {
    return story.refreshStatus().orElseThrow();
  }

  private List<String> old() {
    return story.shown(machine -> machine.allocated() && machine.drifted());
  }

  private List<String> serving() {
    return story.shown(Machine::effective).stream()
        .filter(id -> !id.startsWith("req-"))
        .toList();
  }

  @Test
  void replacesEachMachineOfAnEarlierTemplateAndEndsOnce() {
    drifted(5);

    starts(RefreshRequest.builder());
    story.run(Duration.ofMinutes(30));

    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(status().machines()).isEqualTo(5);
    assertThat(status().remaining()).isZero();
    assertThat(old()).isEmpty();
    assertThat(story.size()).containsExactly(5, 5, 0);
    assertThat(story.cloud.alive()).hasSize(5);
    assertThat(story.cloud.launches).hasSize(10);
  }

  @Test
  void takesOutNoMoreThanTheShareThatNeedNotBeHealthy() {
    drifted(20);
    story.holds(effect -> effect instanceof Effect.Launch);

    starts(RefreshRequest.builder());
    story.run(Duration.ofMinutes(5));

    assertThat(serving()).as("90 % of 20").hasSize(18);
    assertThat(status().waitsFor()).hasValueSatisfying(why -> assertThat(why).contains("way"));
    story.releases();
    story.holds(effect -> false);
    story.run(Duration.ofHours(1));
    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(serving()).hasSize(20);
  }

  @Test
  void disruptsNothingWhileAFaultHasTakenHealthyMachines() {
    drifted(20);
    for (int i = 1; i <= 3; i++) {
      story.serviceState("i-000" + i, ServiceState.UNHEALTHY);
    }
    story.holds(effect -> effect instanceof Effect.Launch);

    starts(RefreshRequest.builder());
    story.run(Duration.ofMinutes(5));

    assertThat(serving())
        .as("ill ones are replaced, which costs nothing; no healthy one is taken out below 18")
        .hasSize(18)
        .contains("i-0004", "i-0020");
  }

  @Test
  void takesNoMachineForHealthyThatTheLastListDidNotShow() {
    drifted(20);
    story.cloud.hides("i-0001", "i-0002", "i-0003");
    story.list();

    starts(RefreshRequest.builder());

    assertThat(serving()).as("three may be gone, and the rest is below 18").hasSize(20);
    assertThat(status().healthy()).isEqualTo(17);
  }

  @Test
  void takesNoMachineForHealthyWhoseStateTheFirstListOfANewKeeperLeftOpen() {
    drifted(20);
    story.cloud.leavesOpen("i-0001", "i-0002", "i-0003");
    story.crashAndRestart().settles();

    starts(RefreshRequest.builder());

    assertThat(serving()).as("three may have stopped, and the rest is below 18").hasSize(20);
    assertThat(status().healthy()).isEqualTo(17);
  }

  @Test
  void takesNoMachineForHealthyWhoseStateTheLastListLeftOpenThoughItWasQuietForLong() {
    drifted(20);
    story.cloud.leavesOpen("i-0001", "i-0002", "i-0003");
    story.run(Duration.ofHours(1));

    starts(RefreshRequest.builder());

    assertThat(serving()).as("three may have stopped, and the rest is below 18").hasSize(20);
    assertThat(status().healthy()).isEqualTo(17);
  }

  @Test
  void launchesFirstWhereTheRequestSaysSo() {
    drifted(4);
    story.holds(effect -> effect instanceof Effect.Launch);

    starts(RefreshRequest.builder().minHealthyPercent(100).maxHealthyPercent(150));
    story.run(Duration.ofMinutes(5));

    assertThat(serving()).as("none has gone before its successor is there").hasSize(4);
    assertThat(story.view().size().allocated()).isEqualTo(6);
    story.releases();
    story.holds(effect -> false);
    story.run(Duration.ofHours(1));
    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(story.size()).containsExactly(4, 4, 0);
    assertThat(story.cloud.launches).as("no surplus was launched for nothing").hasSize(8);
  }

  @Test
  void replacesAPoolOfOneByLaunchingFirst() {
    drifted(1);
    story.holds(effect -> effect instanceof Effect.Launch);

    starts(RefreshRequest.builder());
    story.run(Duration.ofMinutes(5));

    assertThat(serving()).containsExactly("i-0001");
    story.releases();
    story.holds(effect -> false);
    story.run(Duration.ofMinutes(30));
    assertThat(serving()).containsExactly("i-0002");
    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
  }

  @Test
  void neverLaunchesAboveMaxSizeAndShowsThatItIsBlocked() {
    story = KeeperHarness.with(pool -> image("old").apply(pool));
    drifted(20);

    starts(RefreshRequest.builder().minHealthyPercent(100).maxHealthyPercent(110));
    story.run(Duration.ofMinutes(30));

    assertThat(serving()).hasSize(20);
    assertThat(old()).hasSize(20);
    assertThat(status().waitsFor())
        .hasValueSatisfying(why -> assertThat(why).contains("maxSize", "20"));
  }

  @Test
  void waitsForTheWarmupOfEachNewMachineWithoutABreak() {
    drifted(2);
    starts(RefreshRequest.builder().minHealthyPercent(50).warmup(Duration.ofMinutes(10)));
    story.run(Duration.ofMinutes(5));
    assertThat(old()).hasSize(1);

    story.serviceState("i-0003", ServiceState.UNHEALTHY);
    story.run(Duration.ofMinutes(1));
    story.serviceState("i-0003", ServiceState.IN_SERVICE);
    story.run(Duration.ofMinutes(9));

    assertThat(old()).as("its warmup has begun again").hasSize(1);
    story.run(Duration.ofMinutes(25));
    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
  }

  @Test
  void goesOnAfterACrashAndReplacesNoMachineTwice() {
    drifted(10);
    starts(slow());
    for (int i = 0; i < 12; i++) {
      story.run(Duration.ofSeconds(40));
      story.crashAndRestart();
    }
    story.run(Duration.ofHours(1));

    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(story.cloud.launches.stream().map(FakeCloud.Sent::key).distinct())
        .hasSize(20);
    assertThat(story.cloud.alive()).hasSize(10);
  }

  @Test
  void doesNothingFurtherWhileItIsPaused() {
    drifted(10);
    starts(slow());
    story.does(new Command.ControlRefresh(RefreshControl.PAUSE));
    story.does(new Command.ControlRefresh(RefreshControl.PAUSE));
    story.run(Duration.ofHours(1));

    assertThat(status().state()).isEqualTo(RefreshState.PAUSED);
    assertThat(old()).hasSize(9);
    assertThat(serving()).as("what had begun went on").hasSize(10);
    story.crashAndRestart().run(Duration.ofMinutes(30));
    assertThat(old()).hasSize(9);

    story.does(new Command.ControlRefresh(RefreshControl.RESUME));
    story.run(Duration.ofHours(1));
    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
  }

  @Test
  void endsItsSurplusWhenItIsCancelled() {
    drifted(4);
    starts(RefreshRequest.builder()
        .minHealthyPercent(100)
        .maxHealthyPercent(150)
        .warmup(Duration.ofHours(1)));
    story.run(Duration.ofMinutes(10));
    assertThat(serving()).hasSize(6);

    story.does(new Command.ControlRefresh(RefreshControl.CANCEL));
    story.does(new Command.ControlRefresh(RefreshControl.CANCEL));
    story.run(Duration.ofMinutes(30));

    assertThat(status().state()).isEqualTo(RefreshState.CANCELLED);
    assertThat(status().endedAt()).isPresent();
    assertThat(story.cloud.alive()).hasSize(4);
    assertThat(story.refuses(new Command.ControlRefresh(RefreshControl.RESUME)).reason())
        .isEqualTo(PoolException.Reason.CONFLICT);
  }

  @Test
  void launchesItsSurplusWithinTheQuotasOfTheTenant() {
    story.shares(TeamQuotas.machines(100));
    drifted(5);

    starts(RefreshRequest.builder());
    story.run(Duration.ofHours(1));

    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(story.cloud.alive()).hasSize(5);
  }

  @Test
  void goesOnWithoutTheSurplusThatNoQuotaAllows() {
    story.shares(TeamQuotas.machines(10));
    drifted(10);

    starts(RefreshRequest.builder().maxHealthyPercent(110).batchSize(1));
    story.run(Duration.ofHours(3));

    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(story.cloud.alive()).hasSize(10);
  }

  @Test
  void showsThatItWaitsForRoomInTheQuotas() {
    story.shares(TeamQuotas.machines(5));
    drifted(5);

    starts(RefreshRequest.builder().minHealthyPercent(100).maxHealthyPercent(120));
    story.run(Duration.ofHours(1));

    assertThat(serving()).hasSize(5);
    assertThat(status().waitsFor()).hasValueSatisfying(why -> assertThat(why).contains("quotas"));
  }

  @Test
  void keepsNothingThatAShrinkEndsWhileItIsPausedAndHasLaunchedNothing() {
    story.shares(TeamQuotas.machines(10));
    drifted(10);
    starts(RefreshRequest.builder().minHealthyPercent(100).maxHealthyPercent(150));
    story.run(Duration.ofMinutes(10));
    story.does(new Command.ControlRefresh(RefreshControl.PAUSE));

    story.resize(6).run(Duration.ofMinutes(30));

    assertThat(serving()).hasSize(6);
  }

  @Test
  void refusesASecondOneAndNamesTheFirst() {
    drifted(2);
    starts(slow());
    UUID first = status().id();

    PoolException refusal = story.refuses(new Command.StartRefresh(RefreshRequest.defaults()));

    assertThat(refusal.reason()).isEqualTo(PoolException.Reason.CONFLICT);
    assertThat(refusal).hasMessageContaining(first.toString());
    assertThat(status().id()).isEqualTo(first);
  }

  @Test
  void refusesAPoolWhoseGroupIsSizedByTheCloud() {
    story = KeeperHarness.with(image("old"), p -> p.keySupport(LaunchKeySupport.target()));
    story.run();

    assertThat(
            story.refuses(new Command.StartRefresh(RefreshRequest.defaults())).reason())
        .isEqualTo(PoolException.Reason.UNSUPPORTED);
    assertThat(story.refreshStatus()).isEmpty();
  }

  @Test
  void keepsMatchingMachinesUnlessAskedToReplaceAll() {
    story.resize(3).run();
    starts(RefreshRequest.builder());
    story.run();
    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(story.cloud.launches).hasSize(3);

    starts(RefreshRequest.builder().skipMatching(false));
    story.run(Duration.ofMinutes(5)).crashAndRestart().run(Duration.ofHours(1));

    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(serving()).containsExactly("i-0004", "i-0005", "i-0006");
    assertThat(story.view().drifted()).isZero();
  }

  @Test
  void waitsForProtectedMachinesOrLeavesThemOrReplacesThemAsAsked() {
    drifted(3);
    story.protect("i-0002");
    starts(RefreshRequest.builder());
    story.run(Duration.ofHours(2));
    assertThat(status().state()).isEqualTo(RefreshState.RUNNING);
    assertThat(status().blocked()).containsExactly(new MachineId("i-0002"));
    assertThat(old()).containsExactly("i-0002");
    assertThat(serving()).as("no surplus waits for it").hasSize(3);
    story.does(new Command.ControlRefresh(RefreshControl.CANCEL));

    starts(RefreshRequest.builder().protectedMachines(ProtectedMachines.SKIP));
    story.run(Duration.ofMinutes(10));
    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(old()).containsExactly("i-0002");

    starts(RefreshRequest.builder().protectedMachines(ProtectedMachines.REPLACE));
    story.run(Duration.ofMinutes(30));
    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(old()).isEmpty();
  }

  @Test
  void endsWhenTheTemplateChangesAgain() {
    drifted(10);
    starts(slow());

    story.restartWith(image("newer")).run(Duration.ofHours(1));

    assertThat(status().state()).isEqualTo(RefreshState.CANCELLED);
    assertThat(status().reason())
        .hasValueSatisfying(why -> assertThat(why).contains("number 3", "another refresh"));
    assertThat(old()).as("nine of the first template, one of the second").hasSize(10);
  }

  @Test
  void followsTheDesiredSizeInTheMiddle() {
    drifted(10);
    starts(slow());
    story.resize(15).run(Duration.ofMinutes(1));
    story.resize(4).run(Duration.ofHours(1));

    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(old()).isEmpty();
    assertThat(story.cloud.alive()).hasSize(4);
  }

  @Test
  void waitsAtItsCheckpointsOnce() {
    drifted(4);
    starts(RefreshRequest.builder()
        .minHealthyPercent(75)
        .checkpoint(25, Duration.ofHours(1))
        .checkpoint(50, Duration.ofHours(1)));
    story.run(Duration.ofMinutes(30));
    assertThat(status().state()).isEqualTo(RefreshState.CHECKPOINT);
    assertThat(old()).hasSize(3);

    story.does(new Command.ControlRefresh(RefreshControl.RESUME));
    story.run(Duration.ofMinutes(30));
    assertThat(status().state()).isEqualTo(RefreshState.CHECKPOINT);
    assertThat(old()).hasSize(2);

    story.run(Duration.ofHours(2));
    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
  }

  @Test
  void bakesBeforeItSucceeds() {
    drifted(2);
    starts(RefreshRequest.builder().bakeTime(Duration.ofHours(1)));
    story.run(Duration.ofMinutes(30));
    assertThat(status().state()).isEqualTo(RefreshState.BAKING);

    story.crashAndRestart().run(Duration.ofMinutes(50));
    assertThat(status().state()).as("a new process bakes anew").isEqualTo(RefreshState.BAKING);
    story.run(Duration.ofMinutes(20));
    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
  }

  @Test
  void pausesWhenNewMachinesFail() {
    drifted(10);
    story.cloud.born = MachineState.PENDING;
    starts(RefreshRequest.builder().failureLimit(2));
    story.run(Duration.ofHours(3));

    assertThat(status().state()).isEqualTo(RefreshState.PAUSED);
    assertThat(status().reason())
        .hasValueSatisfying(why -> assertThat(why).contains("2 new machines failed"));
    assertThat(old()).as("one was taken out, and none after it").hasSize(9);

    story.cloud.born = MachineState.RUNNING;
    story.run(Duration.ofHours(2));
    story.does(new Command.ControlRefresh(RefreshControl.RESUME));
    story.run(Duration.ofHours(3));
    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
  }

  @Test
  void failsAfterItsTimeLimitWithoutPauses() {
    drifted(10);
    story.protect("i-0001");
    starts(RefreshRequest.builder().timeLimit(Duration.ofHours(5)));
    story.run(Duration.ofHours(1));
    story.does(new Command.ControlRefresh(RefreshControl.PAUSE));
    story.run(Duration.ofHours(10));
    story.does(new Command.ControlRefresh(RefreshControl.RESUME));
    story.run(Duration.ofHours(3));
    assertThat(status().state()).isEqualTo(RefreshState.RUNNING);

    story.run(Duration.ofHours(2));
    assertThat(status().state()).isEqualTo(RefreshState.FAILED);
    assertThat(status().reason()).hasValueSatisfying(why -> assertThat(why).contains("5h"));
  }

  @Test
  void isNotSettledUntilItEndsUnlessItWaitsForAPerson() {
    drifted(3);
    assertThat(story.view().settled()).isTrue();

    starts(RefreshRequest.builder().bakeTime(Duration.ofHours(1)));
    story.run(Duration.ofMinutes(30));
    assertThat(story.view().refresh()).contains(RefreshState.BAKING);
    assertThat(story.view().settled()).as("all machines run, and it bakes").isFalse();

    story.does(new Command.ControlRefresh(RefreshControl.PAUSE));
    assertThat(story.view().refresh()).contains(RefreshState.PAUSED);
    assertThat(story.view().settled()).isTrue();
    story.does(new Command.ControlRefresh(RefreshControl.RESUME));
    assertThat(story.view().settled()).isFalse();

    story.run(Duration.ofHours(2));
    assertThat(story.view().refresh()).isEmpty();
    assertThat(story.view().settled()).isTrue();
  }

  @Test
  void isShownInThePlan() {
    drifted(3);
    starts(slow());

    assertThat(story.plan().ongoing())
        .anySatisfy(
            ongoing -> assertThat(ongoing.operation()).isEqualTo(PoolPlan.Operation.REFRESH));
  }
}
