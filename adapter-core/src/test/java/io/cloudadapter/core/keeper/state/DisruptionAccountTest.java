package io.cloudadapter.core.keeper.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.AdjustmentType;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.core.config.CronSchedule;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionLimit;
import io.cloudadapter.core.config.DisruptionWindow;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.config.RemediationConfig;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What a pool takes out of service by itself, and what holds it back. */
class DisruptionAccountTest {
  private static final DisruptionConfig ONE =
      DisruptionConfig.none().withMaxUnavailable(DisruptionLimit.machines(1));

  /** Open from 2 o'clock; stories begin at midnight. */
  private static final DisruptionWindow EARLY =
      DisruptionWindow.of(CronSchedule.of("0 2 * * *", ZoneOffset.UTC), Duration.ofHours(3));

  private static final Instant TWO = Instant.parse("2026-01-01T02:00:00Z");

  private static UnaryOperator<PoolConfigBuilder> disruption(DisruptionConfig config) {
    return pool -> pool.disruption(config)
        .remediation(
            RemediationConfig.builder().enabled(true).massUnhealthyShare(1).build())
        .scaling(ScalingConfig.none()
            .with(
                "less",
                AdjustmentPolicy.of(
                    ScalingDirection.SCALE_IN, AdjustmentType.CHANGE_IN_CAPACITY, 1)));
  }

  private static KeeperHarness pool(DisruptionConfig config, int size) {
    return KeeperHarness.with(disruption(config)).resize(size).run();
  }

  private static List<String> leaving(KeeperHarness story) {
    return story.shown(machine -> story.status(machine.id().value()) == Status.RETIRING
        || story.status(machine.id().value()) == Status.DELETING);
  }

  private static List<String> holds(KeeperHarness story) {
    return story.plan().holds().stream().map(PoolPlan.Hold::reason).toList();
  }

  private static void holdsEnds(KeeperHarness story) {
    story.holds(effect -> effect instanceof Effect.Terminate);
  }

  private static void refreshes(KeeperHarness story) {
    story.does(new Command.StartRefresh(
        RefreshRequest.builder().minHealthyPercent(0).skipMatching(false).build()));
  }

  @Test
  void a_refresh_takes_out_no_more_than_the_account_allows() {
    KeeperHarness story = pool(ONE, 4);
    holdsEnds(story);

    refreshes(story);

    assertThat(leaving(story)).hasSize(1);
    story.run(Duration.ofMinutes(5));
    assertThat(leaving(story)).as("its end is not known").hasSize(1);
    assertThat(story.refreshStatus().orElseThrow().waitsFor())
        .contains("disruption.maxUnavailable is 1, and 1 of 4 machines are unavailable");
    story.releases();
    story.run(Duration.ofHours(2));
    assertThat(story.refreshStatus().orElseThrow().state()).isEqualTo(RefreshState.SUCCEEDED);
  }

  @Test
  void without_limits_a_refresh_takes_out_as_many_as_it_may_itself() {
    KeeperHarness story = pool(DisruptionConfig.none(), 4);
    holdsEnds(story);

    refreshes(story);

    assertThat(leaving(story)).hasSize(4);
  }

  @Test
  void a_percentage_is_of_the_desired_size() {
    KeeperHarness story =
        pool(DisruptionConfig.none().withMaxUnavailable(DisruptionLimit.percent(50)), 5);
    holdsEnds(story);

    refreshes(story);

    assertThat(leaving(story)).hasSize(2);
  }

  @Test
  void a_limit_of_one_reason_holds_back_no_other() {
    KeeperHarness story = pool(
        DisruptionConfig.none().with(DisruptionReason.REFRESH, DisruptionLimit.machines(0)), 4);

    refreshes(story);

    assertThat(leaving(story)).isEmpty();
    assertThat(story.refreshStatus().orElseThrow().waitsFor())
        .contains("disruption.refresh is 0, and 0 are unavailable for it");
    story.scales(ScalingRequest.in());
    assertThat(leaving(story)).hasSize(1);
  }

  @Test
  void what_a_policy_decides_waits_for_the_account_and_the_plan_names_it() {
    KeeperHarness story = pool(ONE, 4);
    holdsEnds(story);
    story.scales(ScalingRequest.in());
    story.scales(ScalingRequest.in());

    assertThat(leaving(story)).hasSize(1);
    assertThat(holds(story))
        .contains("disruption.maxUnavailable is 1, and 1 of 2 machines are unavailable; 1 ends"
            + " wait");
    story.releases();
    story.run();
    assertThat(story.size()).containsExactly(2, 2, 0);
  }

  @Test
  void what_a_caller_asks_for_waits_for_no_limit_and_no_window() {
    KeeperHarness story = pool(
        DisruptionConfig.none()
            .withMaxUnavailable(DisruptionLimit.machines(0))
            .with("early", EARLY),
        6);
    holdsEnds(story);

    story.resize(4);
    assertThat(leaving(story)).hasSize(2);
    story.terminate(story.effective().get(0), false);
    assertThat(leaving(story)).hasSize(3);
  }

  @Test
  void a_caller_consumes_what_the_pool_may_take() {
    KeeperHarness story = pool(ONE, 4);
    holdsEnds(story);
    story.terminate(story.effective().get(0), false);

    refreshes(story);

    assertThat(leaving(story)).as("the caller's machine alone").hasSize(1);
  }

  @Test
  void a_pool_that_lacks_healthy_machines_is_not_disturbed_further() {
    KeeperHarness story = pool(ONE, 4);
    story.serviceState(story.effective().get(0), ServiceState.BOOTING);

    refreshes(story);

    assertThat(leaving(story)).isEmpty();
    assertThat(story.refreshStatus().orElseThrow().waitsFor())
        .contains("disruption.maxUnavailable is 1, and 1 of 4 machines are unavailable");
  }

  @Test
  void an_unhealthy_machine_is_replaced_though_the_pool_lacks_it() {
    KeeperHarness story = pool(ONE, 4);
    String ill = story.effective().get(0);
    holdsEnds(story);

    story.serviceState(ill, ServiceState.UNHEALTHY);
    story.run(Duration.ofMinutes(6));

    assertThat(leaving(story)).containsExactly(ill);
    assertThat(story.record(ill).disruption()).isEqualTo(DisruptionReason.REMEDIATION);
  }

  @Test
  void a_limit_of_zero_holds_back_for_ever_and_the_plan_names_it() {
    KeeperHarness story =
        pool(DisruptionConfig.none().withMaxUnavailable(DisruptionLimit.machines(0)), 4);
    story.serviceState(story.effective().get(0), ServiceState.UNHEALTHY);

    story.run(Duration.ofHours(3));

    assertThat(leaving(story)).isEmpty();
    assertThat(holds(story))
        .contains("disruption.maxUnavailable is 0, and 1 of 4 machines are unavailable; UNHEALTHY"
            + " or disposable machines wait for their end");
  }

  @Test
  void a_refresh_under_a_limit_of_zero_launches_no_surplus() {
    KeeperHarness story =
        pool(DisruptionConfig.none().withMaxUnavailable(DisruptionLimit.machines(0)), 4);

    story.does(new Command.StartRefresh(RefreshRequest.builder()
        .minHealthyPercent(100)
        .maxHealthyPercent(125)
        .skipMatching(false)
        .build()));
    story.run(Duration.ofHours(1));

    assertThat(story.cloud.launches).hasSize(4);
    assertThat(story.size()).containsExactly(4, 4, 0);
    assertThat(story.refreshStatus().orElseThrow().waitsFor())
        .contains("disruption.maxUnavailable is 0, and 0 of 4 machines are unavailable");
  }

  /** Machines that have not entered service. */
  private static KeeperHarness entering(DisruptionConfig config, int size) {
    return KeeperHarness.with(pool -> disruption(config)
            .apply(pool)
            .hook(LifecycleHook.onLaunch("setup", Duration.ofHours(9), HookTarget.listener())))
        .resize(size)
        .run();
  }

  @Test
  void unhealthy_machines_that_do_not_serve_are_replaced_one_at_a_time_too() {
    KeeperHarness story = entering(DisruptionConfig.none(), 4);
    holdsEnds(story);
    story.serviceState(story.effective().get(0), ServiceState.UNHEALTHY);
    story.serviceState(story.effective().get(1), ServiceState.UNHEALTHY);

    story.run(Duration.ofMinutes(6));

    assertThat(leaving(story)).hasSize(1);
    assertThat(holds(story))
        .contains("disruption.remediation is 1, and 1 is unavailable for it; UNHEALTHY or"
            + " disposable machines wait for their end");
  }

  @Test
  void a_machine_that_does_not_serve_waits_for_a_window_and_not_for_all_reasons_together() {
    KeeperHarness story = entering(
        DisruptionConfig.none()
            .withMaxUnavailable(DisruptionLimit.machines(0))
            .with("early", EARLY),
        3);
    story.scales(ScalingRequest.in());

    story.run(Duration.between(story.now().wall(), TWO).minusSeconds(1));
    assertThat(story.size()).as("just before").containsExactly(2, 3, 0);
    story.run(Duration.ofMinutes(2));
    assertThat(story.size()).containsExactly(2, 2, 0);
  }

  @Test
  void what_does_not_serve_and_leaves_takes_nothing_from_all_reasons_together() {
    KeeperHarness story = entering(ONE, 3);
    story
        .hooks()
        .subList(0, 2)
        .forEach(hook -> story.does(new Command.Answer(hook.token(), HookResult.CONTINUE)));
    story.run();
    holdsEnds(story);
    story.scales(ScalingRequest.in());

    story.scales(ScalingRequest.in());

    assertThat(leaving(story))
        .as("one that has not entered service, and one that serves")
        .hasSize(2);
  }

  @Test
  void work_begins_in_a_window_alone_and_the_plan_names_the_next_one() {
    KeeperHarness story = pool(DisruptionConfig.none().with("early", EARLY), 4);
    story.scales(ScalingRequest.in());

    assertThat(leaving(story)).isEmpty();
    assertThat(story.plan().holds())
        .extracting(PoolPlan.Hold::reason, PoolPlan.Hold::until)
        .contains(org.assertj.core.groups.Tuple.tuple(
            "no window of disruption is open for shrink, and early opens next, at " + TWO
                + "; 1 ends wait",
            Optional.of(TWO)));
    story.run(Duration.between(story.now().wall(), TWO).minusSeconds(1));
    assertThat(story.size()).as("just before").containsExactly(3, 4, 0);
    story.run(Duration.ofMinutes(2));
    assertThat(story.size()).as("the pool wakes by itself").containsExactly(3, 3, 0);
  }

  @Test
  void what_has_begun_in_a_window_goes_on_to_its_end() {
    KeeperHarness story = pool(DisruptionConfig.none().with("early", EARLY), 4);
    story.run(Duration.between(story.now().wall(), TWO).plusMinutes(1));
    holdsEnds(story);
    refreshes(story);
    assertThat(leaving(story)).hasSize(4);

    story.run(Duration.ofHours(4));
    story.releases();
    story.run();

    assertThat(story.size()).containsExactly(4, 4, 0);
    assertThat(story.refreshStatus().orElseThrow().state()).isEqualTo(RefreshState.SUCCEEDED);
  }

  @Test
  void no_time_of_a_refresh_counts_outside_of_its_windows() {
    KeeperHarness story = pool(DisruptionConfig.none().with("early", EARLY), 2);
    story.restartWith(pool -> disruption(DisruptionConfig.none().with("early", EARLY))
        .apply(pool)
        .launch(LaunchConfig.builder().image("new").build()));
    story.run();
    story.does(new Command.StartRefresh(RefreshRequest.builder()
        .minHealthyPercent(0)
        .timeLimit(Duration.ofHours(1))
        .build()));

    story.run(Duration.ofMinutes(90));
    assertThat(story.refreshStatus().orElseThrow().state()).isEqualTo(RefreshState.RUNNING);
    story.run(Duration.ofHours(2));

    assertThat(story.refreshStatus().orElseThrow().state()).isEqualTo(RefreshState.SUCCEEDED);
  }

  @Test
  void no_time_of_a_refresh_counts_under_a_limit_of_zero() {
    DisruptionConfig zero =
        DisruptionConfig.none().with(DisruptionReason.REFRESH, DisruptionLimit.machines(0));
    KeeperHarness story = pool(zero, 2);
    story.does(new Command.StartRefresh(RefreshRequest.builder()
        .minHealthyPercent(0)
        .skipMatching(false)
        .timeLimit(Duration.ofHours(1))
        .build()));

    story.run(Duration.ofHours(5));
    assertThat(story.refreshStatus().orElseThrow().state()).isEqualTo(RefreshState.RUNNING);
    story.restartWith(disruption(DisruptionConfig.none())).run(Duration.ofMinutes(30));

    assertThat(story.refreshStatus().orElseThrow().state()).isEqualTo(RefreshState.SUCCEEDED);
  }

  @Test
  void the_next_keeper_finds_all_debits_in_the_ledger() {
    KeeperHarness story = pool(ONE, 4);
    holdsEnds(story);
    refreshes(story);
    String first = leaving(story).get(0);

    story.crashAndRestart().run();

    assertThat(leaving(story)).containsExactly(first);
    MachineRecord record = story.record(first);
    assertThat(record.disruption()).isEqualTo(DisruptionReason.REFRESH);
  }
}
