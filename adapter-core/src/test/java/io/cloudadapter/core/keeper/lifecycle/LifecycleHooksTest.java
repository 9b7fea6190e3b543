package io.cloudadapter.core.keeper.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.AdjustmentType;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.config.RemediationConfig;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandResult;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.StepResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Pauses before machines end. */
class LifecycleHooksTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final LifecycleHook DRAIN =
      LifecycleHook.onTerminate("drain", HOUR, HookTarget.listener());
  private static final LifecycleHook LOGS =
      LifecycleHook.onTerminate("logs", HOUR, HookTarget.listener());
  private static final UnaryOperator<PoolConfigBuilder> DRAINS = pool -> pool.hook(DRAIN);

  /** Three machines that run. */
  private static KeeperHarness pool(UnaryOperator<PoolConfigBuilder> setting) {
    KeeperHarness story = KeeperHarness.with(setting);
    story.resize(3).run();
    assertThat(story.cloud.alive()).hasSize(3);
    return story;
  }

  private static String first(KeeperHarness story) {
    return story.effective().get(0);
  }

  private static WaitingHook only(KeeperHarness story) {
    assertThat(story.hooks()).hasSize(1);
    return story.hooks().get(0);
  }

  private static void completes(KeeperHarness story, UUID token) {
    story.does(new Command.Answer(token, HookResult.CONTINUE));
  }

  // ------------------------------------------------------------------------------- counting

  @Test
  void pausesAreCountedByHowTheyEnd() {
    KeeperHarness story = pool(DRAINS);
    story.resize(0);
    List<WaitingHook> hooks = story.hooks();
    assertThat(story.metric("pool_pauses")).isEqualTo(3);

    completes(story, hooks.get(0).token());
    story.does(new Command.Answer(hooks.get(1).token(), HookResult.ABANDON));
    story.run(HOUR.plusMinutes(1));

    assertThat(story.metric("pool_pauses")).isZero();
    assertThat(story.metric("pauses_begun_total")).isEqualTo(3);
    assertThat(story.metric("pauses_completed_total")).isEqualTo(1);
    assertThat(story.metric("pauses_abandoned_total")).isEqualTo(1);
    assertThat(story.metric("pauses_timed_out_total")).isEqualTo(1);
  }

  // ------------------------------------------------------------------------------- pausing

  @Test
  void aMachineThatIsToEndPausesFirst() {
    KeeperHarness story = pool(DRAINS);
    String machine = first(story);

    story.terminate(machine, true);
    story.run(Duration.ofMinutes(59));

    assertThat(story.cloud.alive()).hasSize(3);
    assertThat(story.record(machine).status()).isEqualTo(MachineRecord.Status.RETIRING);
    assertThat(story.machine(machine).machineState()).isEqualTo(MachineState.TERMINATING);
    assertThat(story.size()).as("it does not count").containsExactly(2, 2, 0);
    assertThat(only(story).machine().value()).isEqualTo(machine);
  }

  @Test
  void itIsInTheLedgerBeforeAnybodyIsTold() {
    KeeperHarness story = pool(DRAINS);
    story.holds(effect -> effect instanceof Effect.Tell);

    story.terminate(first(story), true);

    assertThat(story.underWay()).hasSize(1).first().isInstanceOf(Effect.Tell.class);
    HookMessage message = ((Effect.Tell) story.underWay().get(0)).message();
    assertThat(story.hook(message.token()).waiting()).isTrue();
    assertThat(message.deadline()).isEqualTo(message.since().plus(HOUR));
  }

  @Test
  void itsReceiverLearnsWhatItIsAbout() {
    KeeperHarness story = pool(pool -> pool.hook(DRAIN.withMetadata("queue 7")));
    String machine = first(story);

    story.terminate(machine, true);

    HookMessage message = story.cloud.heard.get(0);
    assertThat(story.cloud.heard).hasSize(1);
    assertThat(message.machine().value()).isEqualTo(machine);
    assertThat(message.transition()).isEqualTo(LifecycleTransition.TERMINATE);
    assertThat(message.hook()).isEqualTo("drain");
    assertThat(message.metadata()).isEqualTo("queue 7");
    assertThat(message.token()).isEqualTo(only(story).token());
    assertThat(only(story).told()).isTrue();
  }

  @Test
  void everyWayToEndAMachineHasIt() {
    KeeperHarness story = pool(pool -> pool.hook(DRAIN)
        .remediation(RemediationConfig.builder()
            .enabled(true)
            .after(Duration.ofMinutes(1))
            .massUnhealthyShare(1)
            .build()));
    List<String> machines = story.effective();

    story.serviceState(machines.get(0), ServiceState.UNHEALTHY);
    story.run(Duration.ofMinutes(2));
    assertThat(story.hooks()).as("remediation").hasSize(1);
    story.terminate(machines.get(1), false);
    assertThat(story.hooks()).as("a command").hasSize(2);
    story.resize(1);
    story.run(Duration.ofMinutes(2));
    assertThat(story.hooks()).as("shrinking").hasSizeGreaterThan(2);
    assertThat(story.cloud.terminations).isEmpty();
  }

  @Test
  void whatNeverRanHasNothingToFinish() {
    KeeperHarness story = pool(DRAINS);
    story.cloud.born = MachineState.PENDING;
    story.resize(4).run(Duration.ofMinutes(1));
    String young = story.shown(m -> m.machineState() == MachineState.PENDING).get(0);

    story.terminate(young, true);
    story.run(Duration.ofMinutes(1));

    assertThat(story.hooks()).isEmpty();
    assertThat(story.cloud.alive()).hasSize(3);
  }

  @Test
  void whatIsDetachedLivesOnWithoutIt() {
    KeeperHarness story = pool(DRAINS);

    story.detach(first(story), true);

    assertThat(story.hooks()).isEmpty();
  }

  @Test
  void thePoolGoesOnMeanwhile() {
    KeeperHarness story = pool(DRAINS);
    String machine = first(story);
    story.terminate(machine, true);

    story.resize(4).run(Duration.ofMinutes(5));

    assertThat(story.size()).containsExactly(4, 4, 0);
    assertThat(story.effective()).as("it stays on its way out").doesNotContain(machine);
    assertThat(story.cloud.alive()).hasSize(5);
    assertThat(story.hooks()).hasSize(1);
  }

  @Test
  void aMachineThatPausesTakesUpSurge() {
    KeeperHarness story = pool(pool -> pool.hook(DRAIN).surge(1));
    List<String> machines = story.effective();
    story.resize(20).run();
    machines.forEach(machine -> story.terminate(machine, false));

    story.run(Duration.ofMinutes(30));

    assertThat(story.cloud.alive()).as("cap 20 and surge 1").hasSize(21);
  }

  // ------------------------------------------------------------------------------- ending

  @Test
  void completingItEndsTheMachineAtOnce() {
    KeeperHarness story = pool(DRAINS);
    story.terminate(first(story), true);

    completes(story, only(story).token());
    story.run(Duration.ofSeconds(1));

    assertThat(story.cloud.alive()).hasSize(2);
    assertThat(story.hooks()).isEmpty();
  }

  @Test
  void itsTimeEndsItAndNotAMomentSooner() {
    KeeperHarness story = pool(DRAINS);
    story.terminate(first(story), true);

    story.run(HOUR.minusNanos(1));
    assertThat(story.cloud.alive()).hasSize(3);
    story.run(Duration.ofMillis(100));

    assertThat(story.cloud.alive()).hasSize(2);
  }

  @Test
  void theSameAnswerAgainIsAcknowledgedAgain() {
    KeeperHarness story = pool(DRAINS);
    story.terminate(first(story), true);
    UUID token = only(story).token();
    completes(story, token);
    story.run();

    completes(story, token);
    story.crashAndRestart().run();
    completes(story, token);

    PoolException other = story.refuses(new Command.Answer(token, HookResult.ABANDON));
    assertThat(other.reason()).isEqualTo(Reason.CONFLICT);
    assertThat(other).hasMessageContaining("was completed at 2026-");
  }

  @Test
  void anAnswerThatComesAfterItsTimeIsRefused() {
    KeeperHarness story = pool(DRAINS);
    story.terminate(first(story), true);
    UUID token = only(story).token();
    story.run(HOUR.plusSeconds(1));

    for (HookResult result : HookResult.values()) {
      PoolException late = story.refuses(new Command.Answer(token, result));
      assertThat(late.reason()).isEqualTo(Reason.CONFLICT);
      assertThat(late)
          .hasMessageContaining("hook drain of machine")
          .hasMessageContaining("ran out");
    }
  }

  @Test
  void aTokenThatIsNotKnownIsNotFound() {
    KeeperHarness story = pool(DRAINS);

    PoolException unknown = story.refuses(new Command.Answer(new UUID(1, 2), HookResult.CONTINUE));

    assertThat(unknown.reason()).isEqualTo(Reason.NOT_FOUND);
  }

  @Test
  void answersUnderAKeyAreRepeated() {
    KeeperHarness story = pool(DRAINS);
    story.terminate(first(story), true);
    UUID token = only(story).token();
    Optional<String> key = Optional.of("k");

    story.ask(new Command.Answer(token, HookResult.CONTINUE), key).join();
    story.ask(new Command.Answer(token, HookResult.CONTINUE), key).join();

    PoolException other =
        KeeperHarness.refusal(story.ask(new Command.Answer(token, HookResult.ABANDON), key));
    assertThat(other.reason()).isEqualTo(Reason.CONFLICT);
    assertThat(other.getMessage() + other.detail())
        .doesNotContain("hook", token.toString().substring(0, 8));
  }

  @Test
  void severalFollowEachOtherInTheirOrder() {
    KeeperHarness story = pool(pool -> pool.hook(DRAIN).hook(LOGS));
    story.terminate(first(story), true);
    assertThat(only(story).hook()).isEqualTo("drain");

    completes(story, only(story).token());
    story.settles();

    assertThat(only(story).hook()).isEqualTo("logs");
    assertThat(story.cloud.alive()).hasSize(3);
    completes(story, only(story).token());
    story.run(Duration.ofSeconds(1));
    assertThat(story.cloud.alive()).hasSize(2);
  }

  @Test
  void oneThatFollowsAnotherHasItsTimeAndNoMore() {
    Duration second = Duration.ofSeconds(1);
    LifecycleHook quick = LifecycleHook.onTerminate("quick", second, HookTarget.listener());
    KeeperHarness story = pool(pool -> pool.hook(DRAIN).hook(quick));
    story.terminate(first(story), true);
    story.run(Duration.ofMinutes(10));

    Command answer = new Command.Answer(only(story).token(), HookResult.CONTINUE);
    StepResult step = story.tell(new Event.Asked(answer, CommandSender.under(Optional.empty())));

    assertThat(only(story).hook()).isEqualTo("quick");
    assertThat(step.wake() - story.now().nanos())
        .as("the keeper sleeps without an event")
        .isLessThanOrEqualTo(second.plusMillis(100).toNanos());
  }

  @Test
  void abandoningSkipsTheRest() {
    KeeperHarness story = pool(pool -> pool.hook(DRAIN).hook(LOGS));
    story.terminate(first(story), true);

    story.does(new Command.Answer(only(story).token(), HookResult.ABANDON));
    story.run(Duration.ofSeconds(1));

    assertThat(story.hooks()).isEmpty();
    assertThat(story.cloud.alive()).hasSize(2);
  }

  @Test
  void whenTimeIsUpItsOwnResultCounts() {
    KeeperHarness story =
        pool(pool -> pool.hook(DRAIN.otherwise(HookResult.ABANDON)).hook(LOGS));
    story.terminate(first(story), true);

    story.run(HOUR.plusSeconds(1));

    assertThat(story.hooks()).isEmpty();
    assertThat(story.cloud.alive()).hasSize(2);
  }

  @Test
  void aMachineThatEndsByItselfNeedsNoAnswer() {
    KeeperHarness story = pool(DRAINS);
    String machine = first(story);
    story.terminate(machine, true);
    UUID token = only(story).token();

    story.cloud.dies(machine);
    story.run();

    assertThat(story.hooks()).isEmpty();
    assertThat(story.refuses(new Command.Answer(token, HookResult.CONTINUE)))
        .hasMessageContaining("its machine went another way");
  }

  @Test
  void aMachineThatIsDetachedAfterAllNeedsNoAnswer() {
    KeeperHarness story = pool(DRAINS);
    String machine = first(story);
    story.terminate(machine, true);

    story.detach(machine, false);
    story.run();

    assertThat(story.hooks()).isEmpty();
    assertThat(story.cloud.alive()).contains(machine);
  }

  // ------------------------------------------------------------------------------- heartbeats

  @Test
  void heartbeatsPutItOffUpToItsLimit() {
    KeeperHarness story = pool(pool -> pool.hook(DRAIN.withLimit(Duration.ofMinutes(100))));
    story.terminate(first(story), true);
    UUID token = only(story).token();
    Instant began = only(story).since();
    story.run(Duration.ofMinutes(30));

    assertThat(heartbeat(story, token)).isEqualTo(began.plus(Duration.ofMinutes(90)));
    story.run(Duration.ofMinutes(50));
    assertThat(heartbeat(story, token)).isEqualTo(began.plus(Duration.ofMinutes(100)));
    story.run(Duration.ofMinutes(19));
    assertThat(story.cloud.alive()).hasSize(3);
    assertThat(only(story).deadline()).isEqualTo(only(story).limit());
    story.run(Duration.ofMinutes(2));

    assertThat(story.cloud.alive()).hasSize(2);
    assertThat(story.refuses(new Command.Heartbeat(token)).reason()).isEqualTo(Reason.CONFLICT);
  }

  @Test
  void aHeartbeatNeverMakesItEndSooner() {
    KeeperHarness story = pool(pool -> pool.hook(DRAIN.withLimit(Duration.ofHours(4))));
    story.terminate(first(story), true);
    UUID token = only(story).token();
    story.crashAndRestart();
    story.wallClockJumps(Duration.ofHours(-9));
    story.crashAndRestart(); // It cannot tell what is left, but that it is not more than the limit.

    Instant until = heartbeat(story, token);
    assertThat(until).isEqualTo(story.now().wall().plus(Duration.ofHours(4)));
    story.run(Duration.ofMinutes(239));
    assertThat(story.cloud.alive()).hasSize(3);
    story.run(Duration.ofMinutes(2));

    assertThat(story.cloud.alive()).hasSize(2);
  }

  private static Instant heartbeat(KeeperHarness story, UUID token) {
    CompletableFuture<CommandResult> answer =
        story.ask(new Command.Heartbeat(token), Optional.empty());
    assertThat(answer.join()).isInstanceOf(CommandResult.Deadline.class);
    return ((CommandResult.Deadline) answer.join()).at();
  }

  @Test
  void aHeartbeatUnderAKeyCountsOnce() {
    KeeperHarness story = pool(DRAINS);
    story.terminate(first(story), true);
    Command beat = new Command.Heartbeat(only(story).token());

    CommandResult once = story.ask(beat, Optional.of("k")).join();
    story.run(Duration.ofMinutes(10));
    story.crashAndRestart();

    assertThat(story.ask(beat, Optional.of("k")).join()).isEqualTo(once);
  }

  // ------------------------------------------------------------------------------- restarts,
  // clocks

  @Test
  void aRestartLosesNothing() {
    KeeperHarness story = pool(DRAINS);
    story.terminate(first(story), true);
    WaitingHook before = only(story);
    story.run(Duration.ofMinutes(20));

    story.crashAndRestart().run(Duration.ofMinutes(39));
    assertThat(only(story).token()).isEqualTo(before.token());
    assertThat(only(story).deadline()).isEqualTo(before.deadline());
    assertThat(story.cloud.alive()).hasSize(3);
    assertThat(story.cloud.heard).as("told once").hasSize(1);

    story.run(Duration.ofMinutes(2));
    assertThat(story.cloud.alive()).hasSize(2);
  }

  @Test
  void timeThatPassedWhileTheProcessWasDownCounts() {
    KeeperHarness story = pool(DRAINS);
    story.terminate(first(story), true);
    story.crashAndRestart();
    story.wallClockJumps(Duration.ofHours(2));

    story.crashAndRestart().run(Duration.ofMinutes(1));

    assertThat(story.cloud.alive()).hasSize(2);
  }

  @Test
  void aLeapOfTheWallClockEndsNothing() {
    KeeperHarness story = pool(DRAINS);
    story.terminate(first(story), true);

    story.wallClockJumps(Duration.ofHours(30));
    story.run(Duration.ofMinutes(59));
    assertThat(story.cloud.alive()).hasSize(3);
    story.wallClockJumps(Duration.ofHours(-60));
    story.run(Duration.ofMinutes(2));

    assertThat(story.cloud.alive()).hasSize(2);
  }

  @Test
  void aDeathAtAnyMomentLeavesOneHookAndOneEnd() {
    for (int atoms = 0; atoms < 12; atoms++) {
      KeeperHarness story = pool(DRAINS);
      String machine = first(story);
      story.diesAfterAtoms(atoms);
      try {
        story.ask(new Command.Terminate(new MachineId(machine), true), Optional.of("once"));
        story.run(Duration.ofMinutes(1));
        story.ask(
            new Command.Answer(only(story).token(), HookResult.CONTINUE), Optional.of("done"));
        story.run(Duration.ofMinutes(1));
      } catch (KeeperHarness.Died died) {
        // The point of it.
      }
      story.crashAndRestart().run();
      story.ask(new Command.Terminate(new MachineId(machine), true), Optional.of("once"));
      story.run(Duration.ofMinutes(1));
      if (!story.hooks().isEmpty()) {
        completes(story, only(story).token());
      }
      story.run();

      assertThat(story.cloud.alive()).as("after " + atoms + " atoms").hasSize(2);
      assertThat(story.cloud.heard.stream().map(HookMessage::token).distinct()).hasSize(1);
    }
  }

  @Test
  void aHookThatIsTakenOutOfTheConfigurationStillHasItsTime() {
    KeeperHarness story = pool(DRAINS);
    story.terminate(first(story), true);

    story.restartWith(pool -> pool).run(Duration.ofMinutes(30));
    assertThat(story.hooks()).hasSize(1);
    story.run(HOUR);

    assertThat(story.cloud.alive()).hasSize(2);
  }

  // ------------------------------------------------------------------------------- receivers

  @Test
  void aReceiverThatIsDownIsToldAgainAndAgain() {
    KeeperHarness story = pool(DRAINS);
    story.cloud.deaf.add("drain");
    story.terminate(first(story), true);
    story.run(Duration.ofMinutes(10));

    assertThat(story.alarms()).contains(Alarm.Code.HOOK);
    assertThat(story.cloud.unheard).hasSizeBetween(5, 20);
    assertThat(story.cloud.unheard).extracting(HookMessage::attempt).startsWith(1, 2, 3);
    story.cloud.deaf.clear();
    story.run(Duration.ofMinutes(3));

    assertThat(story.alarms()).doesNotContain(Alarm.Code.HOOK);
    assertThat(story.cloud.heard).hasSize(1);
    assertThat(only(story).told()).isTrue();
  }

  @Test
  void aReceiverThatWasDownForOthersHearsOfTheNextAtOnce() {
    KeeperHarness story = pool(pool -> pool.hook(
        LifecycleHook.onTerminate("drain", Duration.ofSeconds(15), HookTarget.listener())));
    story.cloud.deaf.add("drain");
    story.terminate(first(story), true);
    story.run(Duration.ofMinutes(1));
    assertThat(story.alarms()).as("no hook waits any more").doesNotContain(Alarm.Code.HOOK);
    story.cloud.deaf.clear();

    story.terminate(first(story), true);

    assertThat(story.cloud.heard).hasSize(1);
  }

  @Test
  void aReceiverThatIsUpAgainHearsOfAPauseWhileMostOfItIsLeft() {
    KeeperHarness story = pool(pool -> pool.hook(
        LifecycleHook.onTerminate("drain", Duration.ofSeconds(200), HookTarget.listener())));
    story.cloud.deaf.add("drain");
    story.terminate(first(story), true);
    story.run(Duration.ofSeconds(100));
    story.cloud.deaf.clear();

    story.run(Duration.ofSeconds(21));

    assertThat(story.cloud.heard).hasSize(1);
  }

  @Test
  void aPlanSaysHowManyMachinesPauseAndUntilWhen() {
    KeeperHarness story = pool(DRAINS);
    story.terminate(first(story), true);
    story.terminate(first(story), true);

    PoolPlan plan = story.plan();

    assertThat(plan.holds())
        .containsExactly(new PoolPlan.Hold(
            Alarm.Code.HOOK,
            "2 machines pause for their hooks",
            Optional.of(story.hooks().get(0).deadline())));
  }

  @Test
  void aReceiverThatIsDownOrphansNoMachineAndDelaysNoOther() {
    KeeperHarness story = pool(pool -> pool.hook(DRAIN).hook(LOGS));
    story.cloud.deaf.add("drain");
    List<String> machines = story.effective();
    story.resize(0);
    story.run(Duration.ofMinutes(5));
    story.hooks().stream().limit(1).forEach(hook -> completes(story, hook.token()));
    story.run(Duration.ofMinutes(5));

    assertThat(story.cloud.heard).extracting(HookMessage::hook).containsExactly("logs");
    story.run(HOUR.multipliedBy(3));

    assertThat(machines).hasSize(3);
    assertThat(story.cloud.alive()).isEmpty();
    assertThat(story.alarms()).doesNotContain(Alarm.Code.HOOK);
  }

  @Test
  void manyMachinesMayPauseAtOnce() {
    KeeperHarness story = KeeperHarness.with(DRAINS);
    story.resize(20).run();
    story.resize(0).run(Duration.ofMinutes(1));

    assertThat(story.hooks()).hasSize(20);
    assertThat(story.cloud.heard.stream().map(HookMessage::token).distinct()).hasSize(20);
    story.hooks().forEach(hook -> completes(story, hook.token()));
    story.run();
    assertThat(story.cloud.alive()).isEmpty();
  }

  // ------------------------------------------------------------------------------- launching

  private static final LifecycleHook SETUP =
      LifecycleHook.onLaunch("setup", HOUR, HookTarget.listener());

  @Test
  void aMachineThatRunsForTheFirstTimePausesBeforeItEntersService() {
    KeeperHarness story = KeeperHarness.with(pool -> pool.hook(SETUP));
    story.resize(1).run();

    assertThat(only(story).transition()).isEqualTo(LifecycleTransition.LAUNCH);
    assertThat(story.size()).as("it counts").containsExactly(1, 1, 0);
    assertThat(story.record(first(story)).ready()).as("it carries no load").isFalse();

    completes(story, only(story).token());
    story.run();

    assertThat(story.record(first(story)).ready()).isTrue();
    assertThat(story.cloud.launches).hasSize(1);
  }

  @Test
  void aCooldownThatCountsFromReadinessWaitsForIt() {
    AdjustmentPolicy more = AdjustmentPolicy.of(
            ScalingDirection.SCALE_OUT, AdjustmentType.CHANGE_IN_CAPACITY, 1)
        .withCooldown(Duration.ofMinutes(5));
    KeeperHarness story = KeeperHarness.with(pool -> pool.hook(SETUP)
        .scaling(ScalingConfig.none()
            .with("more", more)
            .withCooldownFrom(ScalingConfig.CooldownFrom.READINESS)));
    story.resize(0).run();
    story.scales(ScalingRequest.out());
    story.run(Duration.ofMinutes(10));
    assertThat(story.pool().scale().scaledOut()).isNull();

    completes(story, only(story).token());
    story.run(Duration.ofMinutes(1));

    assertThat(story.pool().scale().scaledOut()).isNotNull();
  }

  @Test
  void aMachineThatMayNotEnterServiceIsReplaced() {
    KeeperHarness story = KeeperHarness.with(pool -> pool.hook(SETUP).hook(DRAIN));
    story.resize(1).run();
    String machine = first(story);

    story.does(new Command.Answer(only(story).token(), HookResult.ABANDON));
    story.run(Duration.ofMinutes(5));

    assertThat(story.record(machine).reason())
        .isEqualTo("its hook setup, which was abandoned, did not let it enter service");
    assertThat(story.hooks())
        .extracting(WaitingHook::hook)
        .containsExactlyInAnyOrder("drain", "setup");
  }

  @Test
  void machinesThatNeverEnterServiceAreReplacedEverMoreSlowly() {
    LifecycleHook quick =
        LifecycleHook.onLaunch("setup", Duration.ofSeconds(10), HookTarget.listener());
    KeeperHarness story = KeeperHarness.with(pool -> pool.hook(quick));
    story.resize(1).run(Duration.ofHours(2));

    assertThat(story.cloud.launches).hasSizeBetween(4, 20);
    assertThat(story.alarms()).contains(Alarm.Code.LAUNCHES_FAIL);
  }

  @Test
  void aLaunchHookOfAMachineThatIsTakenAwayIsPointless() {
    KeeperHarness story = KeeperHarness.with(pool -> pool.hook(SETUP).hook(DRAIN));
    story.resize(1).run();

    story.resize(0).run(Duration.ofMinutes(1));

    assertThat(only(story).hook()).isEqualTo("drain");
  }

  @Test
  void anUnhealthyMachineIsReplacedWithoutHavingEnteredService() {
    KeeperHarness story = KeeperHarness.with(pool -> pool.hook(SETUP)
        .remediation(RemediationConfig.builder()
            .enabled(true)
            .after(Duration.ofMinutes(1))
            .massUnhealthyShare(1)
            .build()));
    story.resize(1).run();
    String machine = first(story);

    story.serviceState(machine, ServiceState.UNHEALTHY);
    story.run(Duration.ofMinutes(5));

    assertThat(story.cloud.alive()).hasSize(1).doesNotContain(machine);
  }

  @Test
  void machinesThatRanBeforeThereWasAHookAreInService() {
    KeeperHarness story = pool(pool -> pool);

    story.restartWith(pool -> pool.hook(SETUP)).run();

    assertThat(story.hooks()).isEmpty();
  }
}
