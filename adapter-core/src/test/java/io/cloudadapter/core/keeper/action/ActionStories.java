package io.cloudadapter.core.keeper.action;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.core.config.ActionsConfig;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionLimit;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.spi.action.ActionTraits;
import java.time.Duration;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** Pools whose machines can be rebooted, and what tests ask of their actions. */
final class ActionStories {
  static final Action REBOOT = new Action.Reboot(Action.Mode.SOFT);
  static final ActionTraits CAREFUL = ActionTraits.careful();
  static final UnaryOperator<PoolConfigBuilder> ALL_AT_ONCE =
      pool -> pool.actions(new ActionsConfig(16, 1000, Duration.ofHours(1)))
          .disruption(
              DisruptionConfig.none().with(DisruptionReason.ACTION, DisruptionLimit.machines(20)));

  /** Three machines that run and can be rebooted. */
  static KeeperHarness pool(UnaryOperator<PoolConfigBuilder> setting, ActionTraits reboot) {
    KeeperHarness story = KeeperHarness.with(setting);
    story.resize(3).run();
    story.knows("Reboot", reboot).run(Duration.ofMinutes(1));
    assertThat(story.cloud.alive()).hasSize(3);
    return story;
  }

  static KeeperHarness pool(ActionTraits reboot) {
    return pool(pool -> pool, reboot);
  }

  static ActionRequest reboot(String machine) {
    return ActionRequest.of(new MachineId(machine), REBOOT);
  }

  static String machine(KeeperHarness story, int i) {
    return story.effective().get(i);
  }

  static ActionPhase phase(KeeperHarness story, UUID uid) {
    return story.action(uid).phase();
  }

  static PoolException refused(KeeperHarness story, ActionRequest request) {
    return story.refuses(new Command.Submit(request));
  }

  private ActionStories() {}
}
