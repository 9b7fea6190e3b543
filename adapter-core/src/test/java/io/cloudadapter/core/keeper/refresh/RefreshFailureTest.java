package io.cloudadapter.core.keeper.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.refresh.FailureResponse;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshRequestBuilder;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.core.config.CronSchedule;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionWindow;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Command;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A refresh whose new machines fail while it takes out no others: after its window has closed, or at a checkpoint. */
class RefreshFailureTest {
  /** Stories begin at midnight. */
  private static final DisruptionConfig AT_MIDNIGHT = DisruptionConfig.none()
      .with(
          "night",
          new DisruptionWindow(
              CronSchedule.of("0 0 * * *", ZoneOffset.UTC),
              Duration.ofMinutes(30),
              Set.of(DisruptionReason.REFRESH)));

  private final KeeperHarness story = KeeperHarness.with(image("old"));

  private static UnaryOperator<PoolConfigBuilder> image(String image) {
    return pool -> pool.launch(LaunchConfig.builder().image(image).build()).disruption(AT_MIDNIGHT);
  }

  private RefreshStatus status() {
    return story.refreshStatus().orElseThrow();
  }

  private void starts(RefreshRequestBuilder request) {
    story.resize(10).run();
    story.restartWith(image("new")).run(Duration.ofMinutes(15));
    story.cloud.born = MachineState.PENDING;
    story.does(new Command.StartRefresh(request.batchSize(1).failureLimit(1).build()));
    story.run(Duration.ofMinutes(10));
    assertThat(status().remaining()).as("of ten").isEqualTo(9);
    assertThat(status().failures()).isZero();
  }

  /** One of ten machines is taken out, and the window closes before its successor runs, which it never does. */
  private void isUnderWay(FailureResponse onFailure) {
    starts(RefreshRequest.builder().onFailure(onFailure));
    assertThat(status().state()).isEqualTo(RefreshState.RUNNING);
  }

  private void passesUntilItStops() {
    for (int i = 0; i < 36 && status().state() == RefreshState.RUNNING; i++) {
      story.run(Duration.ofMinutes(5));
    }
  }

  @ParameterizedTest
  @CsvSource({"PAUSE, PAUSED", "CANCEL, CANCELLED", "ROLLBACK, ROLLING_BACK"})
  void new_machines_that_fail_after_the_window_stop_it(
      FailureResponse onFailure, RefreshState then) {
    isUnderWay(onFailure);

    passesUntilItStops();

    assertThat(status().state()).isEqualTo(then);
    assertThat(status().reason())
        .hasValueSatisfying(why -> assertThat(why).contains("1 new machines failed"));
  }

  @Test
  void new_machines_that_fail_at_a_checkpoint_stop_it() {
    starts(RefreshRequest.builder().checkpoint(10, Duration.ofHours(5)));
    assertThat(status().state()).isEqualTo(RefreshState.CHECKPOINT);

    story.run(Duration.ofHours(3));

    assertThat(status().state()).isEqualTo(RefreshState.PAUSED);
  }

  @Test
  void a_rollback_outside_of_windows_launches_the_earlier_template_at_once() {
    isUnderWay(FailureResponse.ROLLBACK);
    story.cloud.born = MachineState.RUNNING;

    story.run(Duration.ofHours(3));

    assertThat(status().state()).isEqualTo(RefreshState.ROLLED_BACK);
    assertThat(story.cloud.launchedImages()).endsWith("new", "old");
    assertThat(story.size()).containsExactly(10, 10, 0);
  }
}
