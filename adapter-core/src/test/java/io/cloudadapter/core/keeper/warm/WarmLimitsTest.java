package io.cloudadapter.core.keeper.warm;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.warm.WarmPlan;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.config.OperatingState;
import io.cloudadapter.core.config.WarmConfig;
import io.cloudadapter.core.config.WarmPoolState;
import io.cloudadapter.core.keeper.FakeCloud;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.keeper.TeamQuotas;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.action.ActionTraits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What keeps a warm pool from its size, and what callers may ask of its machines. */
class WarmLimitsTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static KeeperHarness pool(int warm) {
    return KeeperHarness.with(
        pool -> pool.surge(4).warm(WarmConfig.of(WarmPoolState.STOPPED, warm)));
  }

  private static List<String> in(KeeperHarness story, WarmState state) {
    return story.shown(machine -> machine.warm().equals(Optional.of(state)));
  }

  private static WarmPlan warm(KeeperHarness story) {
    return story.plan().warm().orElseThrow();
  }

  private static List<Alarm.Code> holds(KeeperHarness story) {
    return warm(story).holds().stream().map(PoolPlan.Hold::code).toList();
  }

  @Test
  void the_quotas_of_its_tenants_limit_it_and_real_machines_come_first() {
    KeeperHarness story = pool(3).shares(TeamQuotas.machines(5)).resize(4).run();

    assertThat(in(story, WarmState.WARM)).hasSize(1);
    assertThat(holds(story)).containsExactly(Alarm.Code.TENANT_QUOTA);

    story.resize(5).run();
    assertThat(story.size()).containsExactly(5, 5, 0);
    assertThat(in(story, WarmState.WARM)).isEmpty();
    assertThat(warm(story).wanted()).isEqualTo(3);
  }

  @Test
  void it_leaves_a_part_of_the_budget_of_launches_to_the_pool_itself() {
    KeeperHarness story = KeeperHarness.with(
            pool -> pool.launchesPerHour(8).warm(WarmConfig.of(WarmPoolState.STOPPED, 4)))
        .resize(3)
        .run();

    assertThat(in(story, WarmState.WARM)).hasSize(3);
    assertThat(holds(story)).containsExactly(Alarm.Code.LAUNCH_BUDGET);

    story.run(Duration.ofHours(1));
    assertThat(in(story, WarmState.WARM)).hasSize(4);
  }

  @Test
  void it_waits_while_launches_of_the_pool_fail() {
    KeeperHarness story = pool(2);
    story.cloud.refusingAll = FakeCloud.refusal(CloudException.Kind.CAPACITY);
    story.resize(2).run(MINUTE);

    assertThat(story.cloud.alive()).isEmpty();
    assertThat(warm(story).launches()).isZero();
    assertThat(holds(story)).isNotEmpty();

    story.cloud.refusingAll = null;
    story.run(Duration.ofHours(1));
    assertThat(story.size()).containsExactly(2, 2, 0);
    assertThat(in(story, WarmState.WARM)).hasSize(2);
  }

  @Test
  void the_plan_names_what_would_be_taken_and_what_is_on_its_way() {
    KeeperHarness story = pool(2).resize(2).run();
    List<String> warm = in(story, WarmState.WARM);

    PoolPlan next = story.keeper().explainFor(5, story.now());
    assertThat(next.warm().orElseThrow().wakes())
        .extracting(MachineId::value)
        .containsExactlyElementsOf(warm);
    assertThat(next.launches()).extracting(PoolPlan.Launch::count).containsExactly(1);

    story.holds(effect -> effect instanceof Effect.Power);
    story.resize(3).settles();
    assertThat(story.plan().ongoing())
        .extracting(PoolPlan.Ongoing::operation)
        .contains(PoolPlan.Operation.WAKE);
  }

  @Test
  void a_suspended_pool_takes_none() {
    KeeperHarness story = pool(2).resize(2).run();
    story.does(new Command.SetState(OperatingState.SUSPENDED));

    story.resize(4).run();

    assertThat(in(story, WarmState.WARM)).hasSize(2);
    assertThat(story.cloud.powered).noneMatch(call -> call.startsWith("start"));
  }

  @Test
  void a_decrement_by_a_machine_that_is_on_its_way_into_service_lowers_the_size_once() {
    KeeperHarness story = pool(1).resize(2).run();
    String warm = in(story, WarmState.WARM).get(0);
    story.holds(effect -> effect instanceof Effect.Power);
    story.resize(3).settles();

    story.terminate(warm, true);
    story.releases();
    story.run();

    assertThat(story.size()).containsExactly(2, 2, 0);
    assertThat(story.cloud.alive()).doesNotContain(warm);
  }

  @Test
  void a_warm_machine_has_no_service_state_and_no_actions() {
    KeeperHarness story =
        pool(1).knows("Audit", ActionTraits.careful()).resize(2).run();
    MachineId warm = new MachineId(in(story, WarmState.WARM).get(0));

    assertThat(story.refuses(new Command.SetServiceState(warm, ServiceState.UNHEALTHY)))
        .hasMessage("machine " + warm + " is warm in the warm pool, so it has no service state");
    assertThat(story.refuses(
            new Command.Submit(ActionRequest.of(warm, new Action.Custom("Audit", Map.of())))))
        .hasMessageContaining("is warm in the warm pool");
  }

  @Test
  void after_wakes_that_fail_the_pool_launches_for_a_while() {
    KeeperHarness story = pool(3).resize(2).run();
    List<String> warm = in(story, WarmState.WARM);
    story.cloud.nextPowers.add(FakeCloud.refusal(CloudException.Kind.INVALID));

    story.resize(3).settles();

    assertThat(story.effective()).hasSize(3);
    assertThat(story.cloud.powered.stream().filter(call -> call.startsWith("start")))
        .hasSize(1);
    assertThat(warm).anyMatch(id -> story.cloud.terminations.contains(id));
  }
}
