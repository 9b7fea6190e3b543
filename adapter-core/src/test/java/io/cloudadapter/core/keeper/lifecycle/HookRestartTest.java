package io.cloudadapter.core.keeper.lifecycle;

import static io.cloudadapter.core.keeper.lifecycle.HookStories.DRAIN;
import static io.cloudadapter.core.keeper.lifecycle.HookStories.DRAINS;
import static io.cloudadapter.core.keeper.lifecycle.HookStories.HOUR;
import static io.cloudadapter.core.keeper.lifecycle.HookStories.LOGS;
import static io.cloudadapter.core.keeper.lifecycle.HookStories.completes;
import static io.cloudadapter.core.keeper.lifecycle.HookStories.first;
import static io.cloudadapter.core.keeper.lifecycle.HookStories.only;
import static io.cloudadapter.core.keeper.lifecycle.HookStories.pool;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Command;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a restart leaves of waiting hooks, and what their receivers hear. */
class HookRestartTest {
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
}
