package io.cloudadapter.core.keeper.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Command;
import java.time.Duration;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** Pools whose machines wait in hooks, and what tests ask of these. */
final class HookStories {
  static final Duration HOUR = Duration.ofHours(1);
  static final LifecycleHook DRAIN =
      LifecycleHook.onTerminate("drain", HOUR, HookTarget.listener());
  static final LifecycleHook LOGS = LifecycleHook.onTerminate("logs", HOUR, HookTarget.listener());
  static final UnaryOperator<PoolConfigBuilder> DRAINS = pool -> pool.hook(DRAIN);

  /** Three machines that run. */
  static KeeperHarness pool(UnaryOperator<PoolConfigBuilder> setting) {
    KeeperHarness story = KeeperHarness.with(setting);
    story.resize(3).run();
    assertThat(story.cloud.alive()).hasSize(3);
    return story;
  }

  static String first(KeeperHarness story) {
    return story.effective().get(0);
  }

  static WaitingHook only(KeeperHarness story) {
    assertThat(story.hooks()).hasSize(1);
    return story.hooks().get(0);
  }

  static void completes(KeeperHarness story, UUID token) {
    story.does(new Command.Answer(token, HookResult.CONTINUE));
  }

  private HookStories() {}
}
