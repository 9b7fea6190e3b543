package io.cloudadapter.core.keeper.lifecycle;

import static io.cloudadapter.core.keeper.lifecycle.HookStories.DRAIN;
import static io.cloudadapter.core.keeper.lifecycle.HookStories.DRAINS;
import static io.cloudadapter.core.keeper.lifecycle.HookStories.HOUR;
import static io.cloudadapter.core.keeper.lifecycle.HookStories.completes;
import static io.cloudadapter.core.keeper.lifecycle.HookStories.first;
import static io.cloudadapter.core.keeper.lifecycle.HookStories.only;
import static io.cloudadapter.core.keeper.lifecycle.HookStories.pool;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineState;
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
import io.cloudadapter.core.config.RemediationConfig;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When machines wait in hooks, at launch and at termination, and what counts meanwhile. */
class LifecycleHooksTest {
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
