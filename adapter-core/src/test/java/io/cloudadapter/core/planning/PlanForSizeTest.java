package io.cloudadapter.core.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.Machine;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.core.config.TenantConfig;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.quota.TenantQuotas;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The plan for another size is what a resize to it would do, and changes nothing. */
class PlanForSizeTest {
  private final KeeperHarness story = KeeperHarness.begins();

  private PoolPlan planFor(int size) {
    return story.keeper().explainFor(size, story.now());
  }

  private static int launches(PoolPlan plan) {
    return plan.launches().stream().mapToInt(PoolPlan.Launch::count).sum();
  }

  @Test
  void a_greater_size_shows_launches_and_changes_nothing() {
    story.resize(2).run();
    Map<String, byte[]> before = new TreeMap<>(story.disk);

    PoolPlan plan = planFor(5);

    assertThat(plan.desiredSize()).isEqualTo(5);
    assertThat(plan.effective()).isEqualTo(2);
    assertThat(launches(plan)).isEqualTo(3);
    assertThat(plan.terminations()).isEmpty();
    assertThat(story.plan().desiredSize()).isEqualTo(2);
    story.settles();
    assertThat(story.disk).isEqualTo(before);
    assertThat(story.effective()).hasSize(2);
  }

  @Test
  void a_smaller_size_names_the_machines_that_the_resize_then_ends() {
    story.resize(3).run();

    PoolPlan plan = planFor(1);

    assertThat(launches(plan)).isZero();
    assertThat(plan.terminations()).hasSize(2);
    story.resize(1).run();
    assertThat(story.shown(Machine::effective))
        .hasSize(1)
        .doesNotContainAnyElementsOf(
            plan.terminations().stream().map(end -> end.machine().value()).toList());
  }

  @Test
  void amid_a_refresh_it_has_the_surplus_of_that_size_and_not_of_the_present_one() {
    story.resize(4).run();
    story.holds(effect -> effect instanceof Effect.Launch);
    story.does(new Command.StartRefresh(RefreshRequest.builder()
        .minHealthyPercent(100)
        .maxHealthyPercent(150)
        .skipMatching(false)
        .build()));
    assertThat(story.plan().open()).as("half of four").isEqualTo(2);

    PoolPlan greater = planFor(8);
    PoolPlan smaller = planFor(2);

    assertThat(smaller.terminations()).as("one of two may be above").hasSize(1);
    assertThat(launches(greater)).as("half of eight may be above").isEqualTo(6);
    story.resize(8);
    assertThat(story.plan().open()).isEqualTo(8);
  }

  @Test
  void a_size_that_no_command_can_set_is_refused_with_what_is_allowed() {
    assertThatThrownBy(() -> planFor(-1))
        .isInstanceOfSatisfying(
            PoolException.class,
            refusal -> assertThat(refusal.reason()).isEqualTo(PoolException.Reason.INVALID))
        .hasMessage(story.refuses(new Command.SetDesiredSize(-1)).getMessage());
  }

  @Test
  void a_quota_without_room_for_the_size_is_among_the_holds() {
    story.shares(new TenantQuotas(
        List.of(new TenantConfig(
            "team",
            Set.of(new PoolName("web")),
            Map.of(),
            OptionalInt.of(4),
            OptionalInt.empty(),
            OptionalInt.empty())),
        (account, size) -> OptionalInt.empty(),
        () -> 0));
    story.resize(3).run();

    assertThat(planFor(4).holds()).isEmpty();
    assertThat(planFor(6).holds())
        .extracting(PoolPlan.Hold::code)
        .contains(Alarm.Code.TENANT_QUOTA);
  }
}
