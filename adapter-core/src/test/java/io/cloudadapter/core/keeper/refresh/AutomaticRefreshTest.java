package io.cloudadapter.core.keeper.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.refresh.FailureResponse;
import io.cloudadapter.api.refresh.RefreshCause;
import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.core.config.AutomaticRefreshConfig;
import io.cloudadapter.core.config.CronSchedule;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionLimit;
import io.cloudadapter.core.config.DisruptionWindow;
import io.cloudadapter.core.config.DriftResponse;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Refreshes start by themselves: for drift, and for machines that have reached their greatest age. */
class AutomaticRefreshTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static final AutomaticRefreshConfig DRIFT =
      AutomaticRefreshConfig.none().withDrift(DriftResponse.AUTOMATIC).withPercentPerDay(50);
  private static final AutomaticRefreshConfig TEN_HOURS = AutomaticRefreshConfig.none()
      .withMaxInstanceLifetime(Duration.ofHours(10))
      .withPercentPerDay(100);

  private KeeperHarness story = KeeperHarness.with(pool("old", DRIFT));

  private static UnaryOperator<PoolConfigBuilder> pool(String image, AutomaticRefreshConfig how) {
    return pool -> pool.launch(LaunchConfig.builder().image(image).build())
        .listInterval(Duration.ofSeconds(30), Duration.ofMinutes(5))
        .automaticRefresh(how);
  }

  private RefreshStatus status() {
    return story.refreshStatus().orElseThrow();
  }

  /** A refresh of ten machines for drift has taken one out, whose successor is not there yet. */
  private void isUnderWay() {
    story.resize(10).run();
    story.holds(effect -> effect instanceof Effect.Launch);
    story.restartWith(pool("new", DRIFT)).run(Duration.ofMinutes(5));
    assertThat(status().cause()).isEqualTo(RefreshCause.DRIFT);
    assertThat(status().state()).isEqualTo(RefreshState.RUNNING);
  }

  private void goesOn() {
    story.releases();
    story.holds(effect -> false);
  }

  private List<String> running() {
    return story.shown(Machine::effective);
  }

  private Optional<String> waitsFor() {
    return story.plan().ongoing().stream()
        .filter(ongoing -> ongoing.operation() == PoolPlan.Operation.REFRESH)
        .map(PoolPlan.Ongoing::waitsFor)
        .findFirst();
  }

  @Test
  void drift_starts_a_refresh_of_a_days_share_each_day() {
    story.resize(4).run();

    story.restartWith(pool("new", DRIFT)).run(Duration.ofHours(3));

    assertThat(status().cause()).isEqualTo(RefreshCause.DRIFT);
    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(status().request().onFailure()).isEqualTo(FailureResponse.ROLLBACK);
    assertThat(story.view().drifted()).as("half of four within a day").isEqualTo(2);
    assertThat(waitsFor())
        .hasValueSatisfying(why -> assertThat(why)
            .contains("refreshPercentPerDay allows 2 machines, and 2 were replaced"));
    story.run(Duration.ofHours(20));
    assertThat(story.view().drifted()).isEqualTo(2);

    story.run(Duration.ofHours(4));
    assertThat(story.view().drifted()).isZero();
    assertThat(running()).hasSize(4);
    assertThat(story.cloud.launches).hasSize(8);
  }

  @Test
  void a_limit_of_zero_lets_none_start_and_the_plan_names_it() {
    story.resize(4).run();
    DisruptionConfig never =
        DisruptionConfig.none().with(DisruptionReason.DRIFT, DisruptionLimit.machines(0));

    story
        .restartWith(pool -> pool("new", DRIFT).apply(pool).disruption(never))
        .run(Duration.ofHours(3));

    assertThat(story.refreshStatus()).isEmpty();
    assertThat(story.cloud.launches).hasSize(4);
    assertThat(waitsFor())
        .hasValueSatisfying(
            why -> assertThat(why).contains("a limit above 0: disruption.drift is 0"));
    DisruptionConfig nothing =
        DisruptionConfig.none().withMaxUnavailable(DisruptionLimit.percent(0));
    story
        .restartWith(pool -> pool("new", DRIFT).apply(pool).disruption(nothing))
        .run(Duration.ofHours(3));
    assertThat(story.refreshStatus()).isEmpty();
    assertThat(waitsFor())
        .hasValueSatisfying(
            why -> assertThat(why).contains("a limit above 0: disruption.maxUnavailable is 0%"));
  }

  @Test
  void a_restart_forgets_nothing_of_the_days_share() {
    story.resize(4).run();
    story.restartWith(pool("new", DRIFT));
    for (int hour = 0; hour < 20; hour++) {
      story.run(Duration.ofHours(1));
      story.crashAndRestart().run();
    }

    assertThat(story.view().drifted()).isEqualTo(2);
  }

  @Test
  void a_machine_that_waits_at_its_hook_counts_in_the_days_share() {
    LifecycleHook drain =
        LifecycleHook.onTerminate("drain", Duration.ofHours(12), HookTarget.listener());
    UnaryOperator<PoolConfigBuilder> draining =
        pool -> pool("new", DRIFT).apply(pool).hook(drain);
    story.resize(2).run();

    story.restartWith(draining).run(Duration.ofHours(3));

    assertThat(story.hooks()).as("half of two within a day").hasSize(1);
    assertThat(story.view().drifted()).isEqualTo(1);
  }

  @Test
  void a_pool_of_the_default_starts_none() {
    story = KeeperHarness.with(pool("old", AutomaticRefreshConfig.none()));
    story.resize(4).run();
    story.restartWith(pool("new", AutomaticRefreshConfig.none())).run(DAY);

    assertThat(story.refreshStatus()).isEmpty();
    assertThat(waitsFor()).isEmpty();
  }

  @Test
  void machines_are_replaced_for_their_age_and_not_all_at_once() {
    story = KeeperHarness.with(pool("old", TEN_HOURS));
    story.resize(8).run();
    List<String> first = running();

    story.run(Duration.ofHours(8).plusMinutes(30));
    assertThat(running()).isEqualTo(first);
    TreeSet<Integer> left = new TreeSet<>();
    for (int i = 0; i < 10; i++) {
      story.run(Duration.ofMinutes(10));
      left.add((int) first.stream().filter(running()::contains).count());
    }

    assertThat(left).as("how many of the first are left, every ten minutes").hasSizeGreaterThan(3);
    assertThat(running()).doesNotContainAnyElementsOf(first).hasSize(8);
    assertThat(status().cause()).isEqualTo(RefreshCause.LIFETIME);
    assertThat(status().request().onFailure()).isEqualTo(FailureResponse.CANCEL);
    assertThat(story.cloud.launches).as("each once").hasSize(16);
  }

  @Test
  void one_for_age_keeps_the_template_to_which_a_rollback_goes_back() {
    story = KeeperHarness.with(pool("old", TEN_HOURS));
    story.resize(3).run();
    story.restartWith(pool("new", TEN_HOURS)).run();
    story.does(new Command.StartRefresh(RefreshRequest.defaults()));
    story.run(Duration.ofHours(1));
    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);

    story.run(Duration.ofHours(25));
    assertThat(status().cause()).isEqualTo(RefreshCause.LIFETIME);
    assertThat(status().previousTemplate()).hasValue(1);
    story.does(new Command.ControlRefresh(RefreshControl.ROLLBACK));
    story.run(Duration.ofHours(1));

    assertThat(status().state()).isEqualTo(RefreshState.ROLLED_BACK);
    assertThat(story.cloud.launchedImages()).endsWith("old", "old", "old");
    assertThat(running()).hasSize(3);
  }

  @Test
  void one_for_age_without_another_template_before_does_not_roll_back() {
    story = KeeperHarness.with(pool("old", TEN_HOURS));
    story.resize(3).run(Duration.ofHours(12));
    assertThat(status().cause()).isEqualTo(RefreshCause.LIFETIME);

    assertThat(story.refuses(new Command.ControlRefresh(RefreshControl.ROLLBACK)))
        .hasMessageContaining("no machine had another known launch template");
  }

  @Test
  void a_young_machine_stays_when_old_ones_go() {
    story = KeeperHarness.with(pool("old", TEN_HOURS));
    story.resize(3).run(Duration.ofHours(8));
    story.resize(4).run();
    String young = running().get(3);

    story.run(Duration.ofHours(3));

    assertThat(running()).contains(young).hasSize(4);
    assertThat(story.cloud.launches).hasSize(7);
  }

  @Test
  void a_machine_of_an_unknown_template_starts_nothing() {
    story = KeeperHarness.with(pool("old", DRIFT.withMaxInstanceLifetime(Duration.ofHours(1))));
    var unused = story.cloud.machine("i-guest");
    story.run();
    assertThat(story.attach("i-guest")).isNotCompletedExceptionally();
    story.run(Duration.ofHours(5));

    assertThat(running()).containsExactly("i-guest");
    assertThat(story.refreshStatus()).isEmpty();
  }

  @Test
  void a_machine_that_may_not_be_evicted_starts_nothing() {
    story.resize(1).run();
    story.does(new Command.SetMembershipStatus(new MachineId("i-0001"), MembershipStatus.BLESSED));

    story.restartWith(pool("new", DRIFT)).run(DAY);

    assertThat(story.refreshStatus()).isEmpty();
    assertThat(running()).containsExactly("i-0001");
  }

  @Test
  void a_protected_machine_starts_nothing_and_is_left_out() {
    story.resize(2).run();
    story.protect("i-0001");
    story.protect("i-0002");
    story.restartWith(pool("new", DRIFT)).run(DAY);
    assertThat(story.refreshStatus()).isEmpty();

    story.does(new Command.Protect(new MachineId("i-0002"), false));
    story.run(Duration.ofHours(3));

    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(running()).contains("i-0001").doesNotContain("i-0002").hasSize(2);
  }

  @Test
  void a_person_who_starts_a_refresh_goes_first() {
    isUnderWay();

    story.does(
        new Command.StartRefresh(RefreshRequest.builder().minHealthyPercent(50).build()));

    assertThat(status().cause()).isEqualTo(RefreshCause.REQUEST);
    goesOn();
    story.run(Duration.ofHours(3));
    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(story.view().drifted()).isZero();
  }

  @Test
  void one_that_a_person_has_cancelled_starts_again_after_a_day() {
    isUnderWay();
    story.does(new Command.ControlRefresh(RefreshControl.CANCEL));
    goesOn();

    story.run(Duration.ofHours(20));
    assertThat(story.view().drifted()).as("one was taken out before").isEqualTo(9);
    assertThat(waitsFor()).hasValueSatisfying(why -> assertThat(why).contains("CANCELLED"));

    story.run(Duration.ofHours(8));
    assertThat(story.view().drifted()).isLessThan(9);
  }

  @Test
  void none_starts_while_a_rollback_holds_the_earlier_template() {
    story.resize(3).run();
    story.restartWith(pool("new", DRIFT.withPercentPerDay(100))).run(Duration.ofHours(3));
    assertThat(story.view().drifted()).isZero();
    story.holds(effect -> effect instanceof Effect.Launch);
    story.does(new Command.ControlRefresh(RefreshControl.ROLLBACK));
    story.does(new Command.ControlRefresh(RefreshControl.CANCEL));
    goesOn();
    story.run(Duration.ofHours(1));
    int drifted = story.view().drifted();
    assertThat(drifted).isPositive();

    story.run(DAY.multipliedBy(3));

    assertThat(status().state()).isEqualTo(RefreshState.ROLLBACK_FAILED);
    assertThat(story.view().drifted()).isEqualTo(drifted);
    assertThat(waitsFor()).hasValueSatisfying(why -> assertThat(why).contains("rollback"));
  }

  private static DisruptionConfig nightly(DisruptionReason reason) {
    return DisruptionConfig.none()
        .with(
            "night",
            new DisruptionWindow(
                CronSchedule.of("0 0 1 2 *", ZoneOffset.UTC),
                Duration.ofMinutes(30),
                Set.of(reason)));
  }

  @Test
  void what_it_takes_out_counts_by_its_cause() {
    story.resize(4).run();
    story.holds(effect -> effect instanceof Effect.Terminate);
    story.restartWith(pool("new", DRIFT)).run();
    assertThat(status().cause()).isEqualTo(RefreshCause.DRIFT);

    assertThat(story.metricsOf("pool_disruption_debits"))
        .containsEntry("drift", 2.0)
        .containsEntry("refresh", 0.0)
        .containsEntry("lifetime", 0.0);
  }

  @Test
  void drift_that_waits_for_its_window_holds_up_no_other_cause() {
    AutomaticRefreshConfig both = TEN_HOURS.withDrift(DriftResponse.AUTOMATIC);
    UnaryOperator<PoolConfigBuilder> waiting =
        pool -> pool("new", both).apply(pool).disruption(nightly(DisruptionReason.DRIFT));
    story.resize(4).run();

    story.restartWith(waiting).run();
    assertThat(story.refreshStatus()).isEmpty();
    assertThat(waitsFor())
        .hasValueSatisfying(why -> assertThat(why).contains("open for drift, and night opens"));

    story.run(Duration.ofHours(11));
    assertThat(status().cause()).isEqualTo(RefreshCause.LIFETIME);
    assertThat(story.view().drifted()).isZero();
  }

  @Test
  void one_that_waits_for_its_window_midway_gives_way_to_the_other_cause() {
    AutomaticRefreshConfig both = TEN_HOURS.withDrift(DriftResponse.AUTOMATIC);
    story.resize(4).run();
    story.holds(effect -> effect instanceof Effect.Launch);
    story.restartWith(pool("new", both)).run();
    assertThat(status().cause()).isEqualTo(RefreshCause.DRIFT);
    story.restartWith(
        pool -> pool("new", both).apply(pool).disruption(nightly(DisruptionReason.DRIFT)));
    goesOn();

    story.run(Duration.ofHours(8));
    assertThat(status().cause()).isEqualTo(RefreshCause.DRIFT);
    assertThat(status().state()).isEqualTo(RefreshState.RUNNING);
    assertThat(story.view().drifted()).isPositive();
    story.run(Duration.ofHours(4));

    assertThat(status().cause()).isEqualTo(RefreshCause.LIFETIME);
    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(story.view().drifted()).isZero();
    assertThat(running()).hasSize(4);
  }

  @Test
  void machines_that_failed_count_on_when_one_gives_way_to_the_other_cause() {
    AutomaticRefreshConfig both = TEN_HOURS.withDrift(DriftResponse.AUTOMATIC);
    story.resize(4).run();
    story.cloud.born = MachineState.PENDING;
    story.restartWith(pool("new", both)).run();
    for (int i = 0; i < 60 && status().failures() == 0; i++) {
      story.run(Duration.ofMinutes(5));
    }
    assertThat(status().failures()).isPositive();
    story.cloud.born = MachineState.RUNNING;
    story.restartWith(
        pool -> pool("new", both).apply(pool).disruption(nightly(DisruptionReason.DRIFT)));

    int failed = 0;
    for (int i = 0; i < 800 && status().cause() == RefreshCause.DRIFT; i++) {
      failed = status().failures();
      story.run(Duration.ofMinutes(1));
    }

    assertThat(failed).isPositive();
    assertThat(status().cause()).isEqualTo(RefreshCause.LIFETIME);
    assertThat(status().failures()).isEqualTo(failed);
  }

  @Test
  void a_window_for_refreshes_of_callers_holds_up_none_that_starts_by_itself() {
    UnaryOperator<PoolConfigBuilder> waiting =
        pool -> pool("new", DRIFT).apply(pool).disruption(nightly(DisruptionReason.REFRESH));
    story.resize(4).run();

    story.restartWith(waiting).run(Duration.ofHours(1));

    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(story.view().drifted()).isEqualTo(2);
  }

  @Test
  void one_ends_when_the_configuration_does_not_ask_for_it_any_more() {
    isUnderWay();

    story.restartWith(pool("new", AutomaticRefreshConfig.none()));
    goesOn();
    story.run(Duration.ofHours(1));

    assertThat(status().state()).isEqualTo(RefreshState.CANCELLED);
    assertThat(status().reason()).hasValueSatisfying(why -> assertThat(why).contains("drift"));
    assertThat(story.view().drifted()).isGreaterThan(5);
  }
}
