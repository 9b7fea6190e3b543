package io.cloudadapter.core.keeper.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.refresh.RefreshCause;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.core.config.AutomaticRefreshConfig;
import io.cloudadapter.core.config.CronSchedule;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionLimit;
import io.cloudadapter.core.config.DisruptionWindow;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Effect;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Machines that have reached the hard lifetime of their pool are replaced outside of all windows, too. */
class HardLifetimeTest {
  private static final AutomaticRefreshConfig TEN_HOURS = AutomaticRefreshConfig.none()
      .withMaxInstanceLifetime(Duration.ofHours(10))
      .withPercentPerDay(100);
  private static final AutomaticRefreshConfig AT_MOST_TWENTY =
      TEN_HOURS.withHardLifetime(Duration.ofHours(20));

  /** Stories begin on the first of January. */
  private static final DisruptionConfig IN_FEBRUARY = DisruptionConfig.none()
      .with(
          "february",
          DisruptionWindow.of(CronSchedule.of("0 0 1 2 *", ZoneOffset.UTC), Duration.ofHours(9)));

  private static UnaryOperator<PoolConfigBuilder> pool(
      AutomaticRefreshConfig how, DisruptionConfig disruption) {
    return pool -> pool.listInterval(Duration.ofSeconds(30), Duration.ofMinutes(5))
        .automaticRefresh(how)
        .disruption(disruption);
  }

  private static KeeperHarness story(AutomaticRefreshConfig how, DisruptionConfig disruption) {
    return KeeperHarness.with(pool(how, disruption));
  }

  private static List<String> running(KeeperHarness story) {
    return story.shown(Machine::effective);
  }

  private static Optional<String> waitsFor(KeeperHarness story) {
    return story.plan().ongoing().stream()
        .filter(ongoing -> ongoing.operation() == PoolPlan.Operation.REFRESH)
        .map(PoolPlan.Ongoing::waitsFor)
        .findFirst();
  }

  @Test
  void a_machine_of_the_hard_age_is_replaced_although_no_window_is_open() {
    KeeperHarness story = story(AT_MOST_TWENTY, IN_FEBRUARY).resize(3);
    story.run(Duration.ofHours(19).plusMinutes(50));
    List<String> first = running(story);
    assertThat(story.refreshStatus()).as("its other age waits for the window").isEmpty();
    assertThat(waitsFor(story))
        .hasValueSatisfying(why -> assertThat(why).contains("february opens next"));

    story.run(Duration.ofHours(2));

    RefreshStatus status = story.refreshStatus().orElseThrow();
    assertThat(status.cause()).isEqualTo(RefreshCause.LIFETIME);
    assertThat(status.state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(running(story)).hasSize(3).doesNotContainAnyElementsOf(first);
    assertThat(story.cloud.launches).as("each once").hasSize(6);
  }

  @Test
  void younger_machines_of_the_same_refresh_wait_for_the_window() {
    KeeperHarness story = story(AT_MOST_TWENTY, IN_FEBRUARY).resize(2);
    story.run(Duration.ofHours(9));
    List<String> old = running(story);
    story.resize(4).run();
    List<String> young = running(story).stream().filter(id -> !old.contains(id)).toList();

    story.run(Duration.ofHours(13));

    assertThat(running(story)).hasSize(4).containsAll(young).doesNotContainAnyElementsOf(old);
    assertThat(waitsFor(story))
        .hasValueSatisfying(why -> assertThat(why).contains("february opens next"));
    story.run(Duration.ofHours(10));
    assertThat(running(story))
        .as("by then they are of the hard age")
        .doesNotContainAnyElementsOf(young);
  }

  @Test
  void limits_hold_a_machine_of_the_hard_age_and_the_plan_names_them() {
    KeeperHarness story = story(
            AT_MOST_TWENTY,
            IN_FEBRUARY.with(DisruptionReason.LIFETIME, DisruptionLimit.machines(0)))
        .resize(3);
    story.run(Duration.ofHours(30));

    assertThat(story.cloud.launches).hasSize(3);
    assertThat(waitsFor(story))
        .hasValueSatisfying(why -> assertThat(why).contains("disruption.lifetime is 0"));
  }

  @Test
  void the_share_of_a_day_holds_machines_of_the_hard_age() {
    KeeperHarness story =
        story(AT_MOST_TWENTY.withPercentPerDay(50), IN_FEBRUARY).resize(4);
    story.run(Duration.ofHours(30));

    assertThat(story.cloud.launches).as("half of four within a day").hasSize(6);
    assertThat(waitsFor(story))
        .hasValueSatisfying(why -> assertThat(why).contains("refreshPercentPerDay"));
  }

  @Test
  void a_refresh_that_a_closing_window_has_left_goes_on_with_machines_of_the_hard_age() {
    KeeperHarness story = story(TEN_HOURS, DisruptionConfig.none()).resize(4).run();
    List<String> first = running(story);
    story.holds(effect -> effect instanceof Effect.Launch);
    story.run(Duration.ofHours(9).plusMinutes(50));
    assertThat(story.refreshStatus().orElseThrow().state()).isEqualTo(RefreshState.RUNNING);

    story.restartWith(pool(AT_MOST_TWENTY, IN_FEBRUARY)).releases();
    story.run(Duration.ofHours(9));
    assertThat(running(story)).as("the window is closed").containsAll(first);
    story.run(Duration.ofHours(3));

    assertThat(running(story)).hasSize(4).doesNotContainAnyElementsOf(first);
  }

  @Test
  void it_works_without_the_other_age() {
    KeeperHarness story = story(
            AutomaticRefreshConfig.none()
                .withHardLifetime(Duration.ofHours(5))
                .withPercentPerDay(100),
            IN_FEBRUARY)
        .resize(2);
    story.run(Duration.ofHours(4).plusMinutes(50));
    List<String> first = running(story);
    assertThat(story.cloud.launches).hasSize(2);

    story.run(Duration.ofHours(1));

    assertThat(running(story)).hasSize(2).doesNotContainAnyElementsOf(first);
  }

  @Test
  void a_clock_that_is_set_back_makes_no_new_machine_old() {
    KeeperHarness story = story(AT_MOST_TWENTY, DisruptionConfig.none());
    story.wallClockJumps(Duration.ofHours(-30));
    story.resize(2).run();
    List<String> first = running(story);

    story.run(Duration.ofHours(8));
    assertThat(running(story)).isEqualTo(first);

    story.run(Duration.ofHours(14));
    assertThat(running(story)).hasSize(2).doesNotContainAnyElementsOf(first);
  }
}
