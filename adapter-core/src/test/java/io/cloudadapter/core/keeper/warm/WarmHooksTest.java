package io.cloudadapter.core.keeper.warm;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.config.HealthConfig;
import io.cloudadapter.core.config.ProbeConfig;
import io.cloudadapter.core.config.WarmConfig;
import io.cloudadapter.core.config.WarmPoolState;
import io.cloudadapter.core.keeper.FakeCloud;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.ledger.HookRecord;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.spi.CloudException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A machine pauses on its way into the warm pool, out of it, and back, by hooks that are named apart. */
class WarmHooksTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private static LifecycleHook hook(LifecycleTransition transition) {
    return LifecycleHook.on(transition.word(), transition, HOUR, HookTarget.listener());
  }

  private static KeeperHarness pool(LifecycleTransition transition) {
    return KeeperHarness.with(
        pool -> pool.hook(hook(transition)).warm(WarmConfig.of(WarmPoolState.STOPPED, 1)));
  }

  /** Two machines, in service or warm, that go to and fro. */
  private static KeeperHarness two(LifecycleTransition transition) {
    return KeeperHarness.with(pool -> pool.hook(hook(transition))
        .warm(WarmConfig.upTo(WarmPoolState.STOPPED, 2).withReuseOnScaleIn(true)));
  }

  private static List<String> in(KeeperHarness story, WarmState state) {
    return story.shown(machine -> machine.warm().equals(Optional.of(state)));
  }

  private static WaitingHook only(KeeperHarness story) {
    assertThat(story.hooks()).hasSize(1);
    return story.hooks().get(0);
  }

  private static void answers(KeeperHarness story, HookResult result) {
    story.does(new Command.Answer(only(story).token(), result));
    story.run();
  }

  @Test
  void a_machine_is_stopped_only_after_its_warm_in_hooks() {
    KeeperHarness story = pool(LifecycleTransition.WARM_IN).resize(2).run();

    assertThat(only(story).transition()).isEqualTo(LifecycleTransition.WARM_IN);
    assertThat(in(story, WarmState.WARMING)).hasSize(1);
    assertThat(story.cloud.powered).isEmpty();
    assertThat(story.effective()).hasSize(2);

    answers(story, HookResult.CONTINUE);
    assertThat(in(story, WarmState.WARM)).hasSize(1);
  }

  @Test
  void one_that_is_abandoned_on_its_way_in_is_replaced() {
    KeeperHarness story = pool(LifecycleTransition.WARM_IN).resize(2).run();
    String first = in(story, WarmState.WARMING).get(0);

    answers(story, HookResult.ABANDON);

    assertThat(story.cloud.alive()).doesNotContain(first).hasSize(3);
    answers(story, HookResult.CONTINUE);
    assertThat(in(story, WarmState.WARM)).hasSize(1);
  }

  @Test
  void launch_hooks_are_for_machines_that_are_launched_into_service() {
    KeeperHarness story = pool(LifecycleTransition.LAUNCH).resize(1).run();

    assertThat(only(story).machine().value()).isEqualTo(story.effective().get(0));
    assertThat(in(story, WarmState.WARM)).hasSize(1);

    answers(story, HookResult.CONTINUE);
    assertThat(story.hooks()).isEmpty();
  }

  @Test
  void a_machine_enters_service_after_its_wake_hooks_and_each_time_anew() {
    KeeperHarness story = two(LifecycleTransition.WAKE).resize(1).run();
    String warm = in(story, WarmState.WARM).get(0);
    story.protect(story.effective().get(0));

    story.resize(2).run();
    WaitingHook first = only(story);
    assertThat(first.transition()).isEqualTo(LifecycleTransition.WAKE);
    assertThat(in(story, WarmState.WAKING)).containsExactly(warm);
    answers(story, HookResult.CONTINUE);
    assertThat(story.effective()).contains(warm);

    story.resize(1).run();
    assertThat(in(story, WarmState.WARM)).containsExactly(warm);
    story.resize(2).run();
    assertThat(only(story).machine().value()).isEqualTo(warm);
    assertThat(only(story).token()).isNotEqualTo(first.token());
  }

  @Test
  void one_that_is_abandoned_on_its_way_out_is_replaced_by_a_launch() {
    KeeperHarness story = pool(LifecycleTransition.WAKE).resize(1).run();
    String warm = in(story, WarmState.WARM).get(0);
    story.resize(2).run();

    answers(story, HookResult.ABANDON);

    assertThat(story.cloud.alive()).doesNotContain(warm);
    assertThat(story.effective()).hasSize(2);
  }

  @Test
  void a_return_waits_for_its_hooks_and_one_that_is_abandoned_ends() {
    KeeperHarness story = two(LifecycleTransition.WARM_RETURN).resize(2).run();

    story.resize(1).settles();
    WaitingHook back = only(story);
    assertThat(back.transition()).isEqualTo(LifecycleTransition.WARM_RETURN);
    assertThat(story.size()).containsExactly(1, 1, 0);

    answers(story, HookResult.ABANDON);
    assertThat(story.cloud.alive()).doesNotContain(back.machine().value());
    assertThat(in(story, WarmState.WARM)).hasSize(1);
  }

  @Test
  void hooks_go_on_after_a_crash() {
    KeeperHarness story = pool(LifecycleTransition.WAKE).resize(1).run();
    story.resize(2).run();
    WaitingHook waits = only(story);

    story.crashAndRestart().run();
    assertThat(only(story).token()).isEqualTo(waits.token());

    answers(story, HookResult.CONTINUE);
    assertThat(story.effective()).contains(waits.machine().value());
    assertThat(story.hooks()).isEmpty();
  }

  @Test
  void where_a_probe_decides_a_machine_enters_service_once_it_passes() {
    KeeperHarness story = KeeperHarness.with(
            pool -> pool.health(HealthConfig.of(ProbeConfig.tcp(22)).withBeforeService(true))
                .warm(WarmConfig.of(WarmPoolState.STOPPED, 1)))
        .resize(1)
        .run();
    story.effective().forEach(id -> reports(story, id, HealthVerdict.OK));
    story.run();
    String warm = in(story, WarmState.WARM).get(0);

    story.resize(2).run();
    assertThat(in(story, WarmState.WAKING)).containsExactly(warm);

    reports(story, warm, HealthVerdict.OK);
    story.run();
    assertThat(in(story, WarmState.WAKING)).isEmpty();
    assertThat(story.effective()).contains(warm);
    assertThat(story.machine(warm).serviceState()).isEqualTo(ServiceState.IN_SERVICE);
  }

  private static void reports(KeeperHarness story, String id, HealthVerdict verdict) {
    story.does(new Command.ReportHealth(
        HealthSource.PROBE, List.of(new HealthReport(new MachineId(id), verdict, "a test"))));
  }

  @Test
  void a_wake_hook_ends_in_the_moment_in_which_its_machine_goes_back() {
    KeeperHarness story = KeeperHarness.with(pool -> pool.surge(4)
        .hook(hook(LifecycleTransition.WAKE))
        .warm(WarmConfig.of(WarmPoolState.STOPPED, 2)));
    story.resize(1).run();
    story.resize(3).run();
    List<WaitingHook> waiting = List.copyOf(story.hooks());
    assertThat(waiting).hasSize(2);
    for (int i = 0; i < 100; i++) {
      story.cloud.nextPowers.add(FakeCloud.refusal(CloudException.Kind.DENIED));
    }

    // The first machine that does not start is replaced, the next one goes back.
    for (WaitingHook hook : waiting) {
      story.cloud.powers(hook.machine().value(), false);
      story.run(Duration.ofMinutes(2));
    }

    WaitingHook last = waiting.get(1);
    Instant back = story.record(last.machine().value()).warm().since();
    assertThat(story.hook(last.token()).state()).isEqualTo(HookRecord.State.MOOT);
    assertThat(story.hook(last.token()).endedAt()).isEqualTo(back);
  }
}
