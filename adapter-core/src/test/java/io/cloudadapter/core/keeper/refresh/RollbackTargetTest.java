package io.cloudadapter.core.keeper.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.refresh.FailureResponse;
import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Command;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** To which launch template a pool goes back, also after a refresh in which no machine differed. */
class RollbackTargetTest {
  private final KeeperHarness story = KeeperHarness.with(image("old"));

  private static UnaryOperator<PoolConfigBuilder> image(String image) {
    return pool -> pool.launch(LaunchConfig.builder().image(image).build());
  }

  private RefreshStatus status() {
    return story.refreshStatus().orElseThrow();
  }

  private void refreshes(RefreshRequest request) {
    story.does(new Command.StartRefresh(request));
    story.run(Duration.ofHours(1));
    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
  }

  private void replaced() {
    story.resize(3).run();
    story.restartWith(image("new")).run();
    refreshes(RefreshRequest.defaults());
    assertThat(status().previousTemplate()).hasValue(1);
  }

  private void goesBack() {
    story.does(new Command.ControlRefresh(RefreshControl.ROLLBACK));
    story.run(Duration.ofHours(1));
    assertThat(status().state()).isEqualTo(RefreshState.ROLLED_BACK);
    assertThat(story.cloud.launchedImages()).endsWith("old", "old", "old");
  }

  @Test
  void a_refresh_in_which_no_machine_differs_keeps_it() {
    replaced();

    refreshes(RefreshRequest.defaults());

    assertThat(status().previousTemplate()).hasValue(1);
    goesBack();
  }

  @Test
  void one_that_replaces_machines_of_its_own_template_keeps_it() {
    replaced();

    refreshes(RefreshRequest.builder().skipMatching(false).build());
    refreshes(RefreshRequest.builder().onFailure(FailureResponse.ROLLBACK).build());

    assertThat(status().previousTemplate()).hasValue(1);
    goesBack();
  }

  @Test
  void another_template_has_the_last_one_before_it() {
    replaced();
    story.restartWith(image("newer")).run();

    refreshes(RefreshRequest.defaults());

    assertThat(status().previousTemplate()).hasValue(2);
  }
}
