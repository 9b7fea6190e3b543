package io.cloudadapter.core.keeper.warm;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.refresh.ProtectedMachines;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.config.AutomaticRefreshConfig;
import io.cloudadapter.core.config.DeletionMode;
import io.cloudadapter.core.config.DriftResponse;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.config.WarmConfig;
import io.cloudadapter.core.config.WarmPoolState;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Command;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Refreshes, drift, the greatest age and the deletion of a pool cover its warm machines. */
class WarmRefreshTest {
  private static UnaryOperator<PoolConfigBuilder> image(String image, AutomaticRefreshConfig how) {
    return pool -> pool.launch(LaunchConfig.builder().image(image).build())
        .automaticRefresh(how)
        .warm(WarmConfig.of(WarmPoolState.STOPPED, 2));
  }

  private static UnaryOperator<PoolConfigBuilder> image(String image) {
    return image(image, AutomaticRefreshConfig.none());
  }

  private static List<String> warm(KeeperHarness story) {
    return story.shown(machine -> machine.warm().equals(Optional.of(WarmState.WARM)));
  }

  @Test
  void a_refresh_replaces_warm_machines_first_and_is_over_when_both_are() {
    KeeperHarness story = KeeperHarness.with(image("one")).resize(3).run();
    List<String> old = warm(story);
    story.restartWith(image("two")).run();

    story.does(
        new Command.StartRefresh(RefreshRequest.builder().minHealthyPercent(50).build()));
    story.settles();
    assertThat(story.cloud.terminations).containsAll(old);

    story.run(Duration.ofHours(2));
    assertThat(story.refreshStatus().orElseThrow().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(warm(story)).hasSize(2);
    assertThat(story.shown(Machine::drifted)).isEmpty();
    assertThat(story.size()).containsExactly(3, 3, 0);
  }

  @Test
  void a_warm_machine_that_loses_its_protection_while_a_refresh_bakes_is_replaced_before_the_end() {
    KeeperHarness story = KeeperHarness.with(
            pool -> image("one").apply(pool).terminationsPerHour(1))
        .resize(1)
        .run();
    MachineId kept = new MachineId(warm(story).get(0));
    story.does(new Command.Protect(kept, true));
    story.restartWith(pool -> image("two").apply(pool).terminationsPerHour(1)).run();
    story.does(new Command.StartRefresh(RefreshRequest.builder()
        .minHealthyPercent(0)
        .protectedMachines(ProtectedMachines.SKIP)
        .bakeTime(Duration.ofMinutes(30))
        .build()));
    for (int i = 0; i < 150 && state(story) != RefreshState.BAKING; i++) {
      story.run(Duration.ofMinutes(1));
    }
    assertThat(state(story)).isEqualTo(RefreshState.BAKING);

    story.does(new Command.Protect(kept, false));
    story.run(Duration.ofMinutes(31));
    assertThat(state(story)).as("it waits for the budget of ends").isEqualTo(RefreshState.RUNNING);

    story.run(Duration.ofHours(3));
    assertThat(state(story)).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(story.shown(Machine::drifted)).isEmpty();
  }

  private static RefreshState state(KeeperHarness story) {
    return story.refreshStatus().orElseThrow().state();
  }

  @Test
  void the_figures_of_a_refresh_have_the_warm_machines_that_wait_for_the_budget_of_ends() {
    KeeperHarness story = KeeperHarness.with(
            pool -> image("one").apply(pool).terminationsPerHour(1))
        .resize(3)
        .run();
    story.restartWith(pool -> image("two").apply(pool).terminationsPerHour(1)).run();

    story.does(
        new Command.StartRefresh(RefreshRequest.builder().minHealthyPercent(50).build()));
    story.settles();

    RefreshStatus refresh = story.refreshStatus().orElseThrow();
    assertThat(refresh.remaining()).isEqualTo(3);
    assertThat(refresh.warmRemaining()).isEqualTo(1);
    assertThat(refresh.waitsFor().orElseThrow())
        .isEqualTo("the hour's budget of ends: outdated machines of the warm pool go first,"
            + " 1 are left");
  }

  @Test
  void where_drift_is_automatic_warm_machines_are_replaced_one_at_a_time() {
    AutomaticRefreshConfig automatic =
        AutomaticRefreshConfig.none().withDrift(DriftResponse.AUTOMATIC);
    KeeperHarness story = KeeperHarness.with(image("one", automatic)).resize(0).run();
    List<String> old = warm(story);
    assertThat(old).hasSize(2);

    story.restartWith(image("two", automatic)).settles();
    assertThat(story.cloud.terminations.stream().distinct()).hasSizeLessThanOrEqualTo(1);

    story.run(Duration.ofHours(1));
    assertThat(warm(story)).hasSize(2).doesNotContainAnyElementsOf(old);
    assertThat(story.shown(Machine::drifted)).isEmpty();
  }

  @Test
  void where_it_is_not_they_stay() {
    KeeperHarness story = KeeperHarness.with(image("one")).resize(0).run();
    List<String> old = warm(story);

    story.restartWith(image("two")).run(Duration.ofHours(1));

    assertThat(warm(story)).containsExactlyElementsOf(old);
  }

  @Test
  void warm_machines_that_are_too_old_are_replaced() {
    AutomaticRefreshConfig aged =
        AutomaticRefreshConfig.none().withMaxInstanceLifetime(Duration.ofHours(2));
    KeeperHarness story = KeeperHarness.with(image("one", aged)).resize(0).run();
    List<String> old = warm(story);

    story.run(Duration.ofHours(3));

    assertThat(warm(story)).hasSize(2).doesNotContainAnyElementsOf(old);
  }

  @Test
  void a_deleted_pool_leaves_no_warm_machine() {
    KeeperHarness story = KeeperHarness.with(image("one")).resize(3).run();

    story.does(new Command.Delete(DeletionMode.TERMINATE));
    story.run(Duration.ofHours(1));

    assertThat(story.cloud.alive()).isEmpty();
  }

  @Test
  void a_clock_that_is_set_back_makes_no_new_machine_old() {
    AutomaticRefreshConfig aged =
        AutomaticRefreshConfig.none().withMaxInstanceLifetime(Duration.ofHours(2));
    KeeperHarness story = KeeperHarness.with(image("one", aged));

    story.wallClockJumps(Duration.ofHours(-3));
    story.resize(0).run(Duration.ofHours(1));

    assertThat(warm(story)).hasSize(2);
    assertThat(story.cloud.terminations).isEmpty();
  }
}
