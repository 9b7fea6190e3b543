package io.cloudadapter.core.keeper.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Command;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A pool that a rollback holds, once the ledger's key is lost: its digests of templates cannot be compared. */
class LostKeyTest {
  private final KeeperHarness story = KeeperHarness.with(image("old"));

  private static UnaryOperator<PoolConfigBuilder> image(String image) {
    return pool -> pool.launch(LaunchConfig.builder().image(image).build());
  }

  private void refreshes(int machines) {
    story.resize(machines).run();
    story.restartWith(image("new")).run();
    story.does(new Command.StartRefresh(
        RefreshRequest.builder().batchSize(1).warmup(Duration.ofMinutes(1)).build()));
  }

  private void rollsBack() {
    story.does(new Command.ControlRefresh(RefreshControl.ROLLBACK));
  }

  private RefreshState state() {
    return story.refreshStatus().orElseThrow().state();
  }

  /** Three machines have gone back to the earlier template, and the configuration has the rejected one. */
  private void isHeld() {
    refreshes(3);
    story.run(Duration.ofHours(1));
    rollsBack();
    story.run(Duration.ofHours(1));
    assertThat(state()).isEqualTo(RefreshState.ROLLED_BACK);
  }

  @Test
  void the_rejected_template_is_not_launched() {
    isHeld();
    int launched = story.cloud.launches.size();

    story.losesLedgerKey().run();
    story.resize(5).run(Duration.ofHours(1));

    assertThat(story.cloud.launches).hasSize(launched);
    assertThat(story.alarm(Alarm.Code.BAD_LAUNCH)).contains("no stored version", "TEMPLATE_HELD");
    assertThat(story.alarm(Alarm.Code.TEMPLATE_HELD))
        .endsWith("the key that shows changes of the configuration is lost: start another refresh");
  }

  @Test
  void no_change_of_the_configuration_ends_the_hold_and_another_refresh_does() {
    isHeld();
    story.losesLedgerKey().run();
    story.restartWith(image("newer")).run();
    assertThat(story.alarms()).contains(Alarm.Code.TEMPLATE_HELD);

    story.does(new Command.StartRefresh(RefreshRequest.defaults()));
    story.run(Duration.ofMinutes(3));
    story.crashAndRestart().run(Duration.ofHours(2));

    assertThat(state()).as("a restart finds its template again").isEqualTo(RefreshState.SUCCEEDED);
    assertThat(story.cloud.launchedImages()).endsWith("newer", "newer", "newer");
    assertThat(story.alarms()).doesNotContain(Alarm.Code.TEMPLATE_HELD, Alarm.Code.BAD_LAUNCH);
    assertThat(story.view().drifted()).isZero();
  }

  @Test
  void a_rollback_that_is_under_way_launches_nothing_of_the_rejected_template() {
    refreshes(10);
    story.run(Duration.ofMinutes(3));
    int launched = story.cloud.launches.size();

    rollsBack();
    story.losesLedgerKey().run(Duration.ofHours(3));

    List<String> images = story.cloud.launchedImages();
    assertThat(images.subList(launched, images.size())).doesNotContain("new");
    assertThat(state()).isEqualTo(RefreshState.ROLLING_BACK);
    assertThat(story.cloud.alive()).hasSizeGreaterThanOrEqualTo(9);
  }
}
