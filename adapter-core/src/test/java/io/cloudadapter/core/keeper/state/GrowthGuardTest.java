package io.cloudadapter.core.keeper.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.QuotaUsage;
import io.cloudadapter.api.scaling.AdjustmentPolicy;
import io.cloudadapter.api.scaling.AdjustmentType;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.ResizeRequest;
import io.cloudadapter.api.scaling.ScalingDirection;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.keeper.TeamQuotas;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.quota.PoolQuota;
import io.cloudadapter.core.quota.PoolUse;
import io.cloudadapter.core.quota.TenantQuotas;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** How a pool keeps within the quotas of its tenant. */
class GrowthGuardTest {
  private static final OptionalInt NONE = OptionalInt.empty();

  /** Another pool of the tenant, which has so many machines. */
  private static PoolQuota other(TenantQuotas quotas, int machines) {
    PoolQuota db = quotas.join(new PoolName("db"), Map.of());
    db.report(new PoolUse(machines, machines, 0, 0, 0, 0), List.of(), true);
    return db;
  }

  private static QuotaUsage usage(TenantQuotas quotas) {
    return quotas.usage().get(0).usage().get(0);
  }

  @Test
  void a_resize_above_the_quota_is_refused_with_the_limit_what_is_used_and_what_was_asked() {
    TenantQuotas quotas = TeamQuotas.machines(5);
    KeeperHarness web = KeeperHarness.begins().shares(quotas);
    web.run();
    other(quotas, 2);

    PoolException refusal = web.refuses(new Command.SetDesiredSize(4));

    assertThat(refusal.reason()).isEqualTo(Reason.QUOTA);
    assertThat(refusal)
        .hasMessage("the quota of tenant team allows 5 machines, 2 are used or reserved, 4 more"
            + " were asked for");
    assertThat(web.pool().desired()).isZero();
    web.resize(3);
    assertThat(usage(quotas).reserved()).isEqualTo(5);
  }

  @Test
  void two_pools_never_get_the_same_room_before_the_machines_are_there() {
    TenantQuotas quotas = TeamQuotas.machines(5);
    KeeperHarness web = KeeperHarness.begins().shares(quotas);
    web.run();
    PoolQuota db = other(quotas, 0);

    web.resize(4);

    assertThat(db.reserve(PoolUse.NOTHING, 2, NONE, 2).machines()).isEqualTo(1);
  }

  @Test
  void a_relative_resize_is_refused_as_well() {
    KeeperHarness web = KeeperHarness.begins().shares(TeamQuotas.machines(2));
    web.run();

    PoolException refusal = web.refuses(new Command.Resize(
        ResizeRequest.parse(Map.of("adjustment_type", "EXACT_CAPACITY", "number", 3))));

    assertThat(refusal.reason()).isEqualTo(Reason.QUOTA);
  }

  @Test
  void growth_by_a_policy_is_held_until_there_is_room_and_the_plan_names_the_quota() {
    TenantQuotas quotas = TeamQuotas.machines(3);
    KeeperHarness web = KeeperHarness.begins().shares(quotas);
    web.run();
    PoolQuota db = other(quotas, 1);

    web.scales(
        new ScalingRequest.Scale(ScalingDirection.SCALE_OUT, null), grow(4), Optional.empty());
    web.run(Duration.ofMinutes(2));

    assertThat(web.pool().desired()).isEqualTo(4);
    assertThat(web.pool().heldGrowth()).isEqualTo(2);
    assertThat(web.effective()).hasSize(2);
    assertThat(web.plan().holds())
        .extracting(PoolPlan.Hold::code)
        .contains(Alarm.Code.TENANT_QUOTA);

    db.report(PoolUse.NOTHING, List.of(), true);
    web.run(Duration.ofMinutes(2));
    assertThat(web.effective()).hasSize(3);
    assertThat(web.pool().heldGrowth()).isEqualTo(1);
  }

  private static PolicySelector grow(int machines) {
    return PolicySelector.given(new AdjustmentPolicy(
        ScalingDirection.SCALE_OUT,
        AdjustmentType.CHANGE_IN_CAPACITY,
        machines,
        0,
        true,
        Duration.ZERO));
  }

  @Test
  void growth_that_is_held_for_long_is_an_alarm_which_ends_with_the_cause() {
    TenantQuotas quotas = TeamQuotas.machines(1);
    KeeperHarness web = KeeperHarness.begins().shares(quotas);
    web.run();
    web.scales(
        new ScalingRequest.Scale(ScalingDirection.SCALE_OUT, null), grow(2), Optional.empty());

    web.run(Duration.ofMinutes(14));
    assertThat(web.alarms()).doesNotContain(Alarm.Code.TENANT_QUOTA);
    web.run(Duration.ofMinutes(3));
    assertThat(web.alarm(Alarm.Code.TENANT_QUOTA)).contains("tenant team allows 1 machines");

    web.resize(1);
    web.run();
    assertThat(web.alarms()).doesNotContain(Alarm.Code.TENANT_QUOTA);
  }

  @Test
  void what_was_granted_and_what_is_held_outlast_a_restart() {
    TenantQuotas quotas = TeamQuotas.machines(3);
    KeeperHarness web = KeeperHarness.begins().shares(quotas);
    web.run();
    web.scales(
        new ScalingRequest.Scale(ScalingDirection.SCALE_OUT, null), grow(5), Optional.empty());

    TenantQuotas anew = TeamQuotas.machines(3);
    web.shares(anew);
    web.run(Duration.ofSeconds(1));

    assertThat(web.pool().heldGrowth()).isEqualTo(2);
    assertThat(usage(anew).reserved()).isEqualTo(3);
  }

  @Test
  void a_lowered_quota_ends_no_machine_and_refuses_growth_only() {
    KeeperHarness web = KeeperHarness.begins().shares(TeamQuotas.machines(4));
    web.run();
    web.resize(4).run();

    TenantQuotas lower = TeamQuotas.machines(2);
    web.shares(lower);
    web.run();

    assertThat(web.effective()).hasSize(4);
    assertThat(usage(lower).used()).isEqualTo(4);
    assertThat(web.refuses(new Command.SetDesiredSize(5)).reason()).isEqualTo(Reason.QUOTA);
    web.resize(3).run();
    assertThat(web.effective()).hasSize(3);
  }

  @Test
  void a_lost_machine_is_replaced_when_it_is_gone() {
    KeeperHarness web = KeeperHarness.begins().shares(TeamQuotas.machines(2));
    web.run();
    web.resize(2).run();

    web.terminate(web.effective().get(0), false);
    web.run();

    assertThat(web.effective()).hasSize(2);
  }

  @Test
  void launches_within_an_hour_wait_until_the_first_is_an_hour_old_also_after_a_restart() {
    KeeperHarness web = KeeperHarness.begins().shares(TeamQuotas.of(NONE, NONE, OptionalInt.of(3)));
    web.run();

    web.resize(5).run();
    assertThat(web.effective()).hasSize(3);
    PoolPlan.Hold hold = web.plan().holds().stream()
        .filter(one -> one.code() == Alarm.Code.TENANT_QUOTA)
        .findFirst()
        .orElseThrow();
    assertThat(hold.until()).isPresent();

    web.shares(TeamQuotas.of(NONE, NONE, OptionalInt.of(3)));
    web.run(Duration.ofMinutes(40));
    assertThat(web.effective()).hasSize(3);
    web.run(Duration.ofMinutes(20));
    assertThat(web.effective()).hasSize(5);
  }

  @Test
  void a_quota_of_processors_counts_those_of_the_size() {
    TenantQuotas quotas = TeamQuotas.of(NONE, OptionalInt.of(9), NONE);
    KeeperHarness web = KeeperHarness.with(
            pool -> pool.launch(LaunchConfig.builder().size("big").build()))
        .shares(quotas);
    web.run();

    assertThat(web.refuses(new Command.SetDesiredSize(3)))
        .hasMessageContaining("allows 9 vCPUs, 0 are used or reserved, 12 more");
    web.resize(2).run();
    assertThat(usage(quotas).used()).isEqualTo(8);
  }

  @Test
  void a_size_that_the_catalog_does_not_have_is_refused_under_a_quota_of_processors() {
    KeeperHarness web = KeeperHarness.begins().shares(TeamQuotas.of(NONE, OptionalInt.of(9), NONE));
    web.run();

    assertThat(web.refuses(new Command.SetDesiredSize(1)))
        .hasMessageContaining("it is not known how many");
  }
}
