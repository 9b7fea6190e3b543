package io.cloudadapter.core.keeper.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshRequestBuilder;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.config.TenantConfig;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.quota.TenantQuotas;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A refresh to a template with more processors, within the quota of processors of the pool's tenant. */
class RefreshQuotaTest {
  private static final String QUOTA = "the quota of tenant team allows ";

  private static final Map<String, Integer> PROCESSORS = Map.of("medium", 2, "big", 4);

  private final KeeperHarness story = KeeperHarness.with(size("small"));

  private static UnaryOperator<PoolConfigBuilder> size(String size) {
    return pool -> pool.launch(LaunchConfig.builder().size(size).build());
  }

  private static TenantQuotas processors(int limit) {
    TenantConfig team = new TenantConfig(
        "team",
        Set.of(new PoolName("web")),
        Map.of(),
        OptionalInt.empty(),
        OptionalInt.of(limit),
        OptionalInt.empty());
    return new TenantQuotas(
        List.of(team),
        (account, size) -> OptionalInt.of(PROCESSORS.getOrDefault(size, 1)),
        () -> 0);
  }

  /** Three machines of one processor each run, and the configuration file has a size of four. */
  private void grows(int limit, RefreshRequestBuilder request) {
    story.shares(processors(limit));
    story.resize(3).run();
    story.restartWith(size("big")).run();
    story.does(new Command.StartRefresh(request.build()));
    story.run(Duration.ofMinutes(20));
  }

  private RefreshStatus status() {
    return story.refreshStatus().orElseThrow();
  }

  private void assertNamesTheQuota(int limit) {
    assertThat(status().state()).isEqualTo(RefreshState.RUNNING);
    assertThat(status().waitsFor())
        .hasValueSatisfying(why -> assertThat(why)
            .startsWith("room in the quotas of the pool's tenants: " + QUOTA + limit + " vCPUs"));
    assertThat(story.plan().ongoing())
        .filteredOn(ongoing -> ongoing.operation() == PoolPlan.Operation.REFRESH)
        .singleElement()
        .satisfies(ongoing -> assertThat(ongoing.waitsFor()).contains(QUOTA + limit));
    assertThat(story.plan().holds())
        .filteredOn(hold -> hold.code() == Alarm.Code.TENANT_QUOTA)
        .singleElement()
        .satisfies(hold -> assertThat(hold.reason()).startsWith(QUOTA + limit + " vCPUs"));
  }

  @Test
  void a_surplus_without_room_is_held_and_the_refresh_and_the_plan_name_the_quota() {
    grows(6, RefreshRequest.builder().minHealthyPercent(100).maxHealthyPercent(150));

    assertNamesTheQuota(6);
    assertThat(story.effective()).as("none is taken out").hasSize(3);
    assertThat(story.cloud.launches).hasSize(3);
  }

  @Test
  void a_replacement_without_room_is_held_and_the_refresh_and_the_plan_name_the_quota() {
    grows(6, RefreshRequest.builder().minHealthyPercent(50).batchSize(1));

    assertNamesTheQuota(6);
    assertThat(story.cloud.alive())
        .as("one is replaced, and the one that was taken out then has no room")
        .hasSize(2);
  }

  @Test
  void a_refresh_that_is_held_goes_on_when_the_quota_is_raised() {
    grows(6, RefreshRequest.builder().minHealthyPercent(50).batchSize(1));

    story.shares(processors(12)).run(Duration.ofMinutes(40));

    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(story.size()).containsExactly(3, 3, 0);
  }

  private void rollsBack() {
    story.does(new Command.ControlRefresh(RefreshControl.ROLLBACK));
    story.run(Duration.ofHours(1));
    assertThat(status().state()).isEqualTo(RefreshState.ROLLED_BACK);
  }

  /** With those of the machines that are to come. */
  private long storedProcessors() {
    return story.storedUse().get(0).usage().get(0).reserved();
  }

  @Test
  void a_pool_that_a_rollback_holds_uses_the_processors_of_the_earlier_size() {
    grows(16, RefreshRequest.builder().minHealthyPercent(100).maxHealthyPercent(150));
    rollsBack();
    story.holds(effect -> effect instanceof Effect.Launch);
    story.resize(5).run();

    assertThat(storedProcessors())
        .as("three machines, and two that are to come")
        .isEqualTo(5);
  }

  @Test
  void a_hold_that_the_configuration_ends_leaves_the_processors_of_the_new_size() {
    grows(16, RefreshRequest.builder().minHealthyPercent(100).maxHealthyPercent(150));
    rollsBack();
    story.holds(effect -> effect instanceof Effect.Launch);
    story.resize(5).run();

    story.restartWith(size("medium"));

    assertThat(storedProcessors()).isEqualTo(5 * 2);
  }

  @Test
  void a_refresh_with_room_for_all_processors_is_not_held() {
    grows(16, RefreshRequest.builder().minHealthyPercent(100).maxHealthyPercent(150));

    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(story.cloud.alive()).hasSize(3);
  }
}
