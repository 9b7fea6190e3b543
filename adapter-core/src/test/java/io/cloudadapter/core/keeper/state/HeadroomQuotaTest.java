package io.cloudadapter.core.keeper.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionLimit;
import io.cloudadapter.core.config.Headroom;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.keeper.TeamQuotas;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.quota.TenantQuotas;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** A quota may withhold headroom for good, or make it late; what only comes late is owed. */
class HeadroomQuotaTest {
  private static final OptionalInt NONE = OptionalInt.empty();

  private static KeeperHarness pool(int headroom, int size, TenantQuotas quotas) {
    return KeeperHarness.with(pool -> pool.headroom(Headroom.machines(headroom)))
        .shares(quotas)
        .resize(size)
        .run();
  }

  private static void refreshes(KeeperHarness story, int minHealthyPercent, int most) {
    story.does(new Command.StartRefresh(RefreshRequest.builder()
        .minHealthyPercent(minHealthyPercent)
        .maxHealthyPercent(most)
        .skipMatching(false)
        .build()));
  }

  private static RefreshState refresh(KeeperHarness story) {
    return story.refreshStatus().orElseThrow().state();
  }

  private static int inService(KeeperHarness story) {
    return story
        .shown(machine -> machine.effective() && machine.machineState() == MachineState.RUNNING)
        .size();
  }

  @Test
  void a_pool_whose_quota_allows_no_headroom_settles() {
    KeeperHarness story = pool(2, 4, TeamQuotas.machines(5));

    assertThat(story.size()).containsExactly(4, 5, 0);
    assertThat(story.view().headroom()).isEqualTo(1);
    assertThat(story.metric("pool_headroom")).isEqualTo(1);
    assertThat(story.view().settled()).isTrue();

    story.restartWith(pool -> pool.headroom(Headroom.machines(2))).run();
    assertThat(story.view().settled()).isTrue();
  }

  @Test
  void a_pool_whose_headroom_comes_late_has_not_settled() {
    KeeperHarness story = pool(2, 4, TeamQuotas.of(NONE, NONE, OptionalInt.of(5)));

    assertThat(story.size()).containsExactly(4, 5, 0);
    assertThat(story.view().headroom()).isEqualTo(2);
    assertThat(story.view().settled()).isFalse();

    story.run(Duration.ofHours(2));
    assertThat(story.view().settled()).isTrue();
  }

  @Test
  void a_pool_that_no_tenant_has_owes_all_of_its_headroom() {
    KeeperHarness story = pool(2, 4, TenantQuotas.none());

    assertThat(story.size()).containsExactly(4, 6, 0);
    assertThat(story.view().settled()).isTrue();
  }

  @Test
  void a_refresh_leaves_the_headroom_while_what_it_has_taken_out_holds_its_place_in_the_quota() {
    KeeperHarness story = pool(2, 10, TeamQuotas.machines(12));
    story.holds(effect -> effect instanceof Effect.Terminate);

    refreshes(story, 90, 100);
    story.run();

    assertThat(inService(story)).isEqualTo(11);
    assertThat(story.keeper().disruption(story.now()).unavailable()).isEqualTo(1);
    story.releases();
    for (int i = 0; i < 60; i++) {
      story.run(Duration.ofMinutes(1));
      assertThat(inService(story)).isGreaterThanOrEqualTo(11);
    }
    story.run(Duration.ofHours(4));
    assertThat(refresh(story)).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(story.size()).containsExactly(10, 12, 0);
  }

  @Test
  void a_refresh_pays_no_surge_that_a_quota_withholds_with_the_headroom() {
    KeeperHarness story = pool(2, 4, TeamQuotas.machines(6));

    refreshes(story, 100, 101);
    story.run(Duration.ofHours(1));

    assertThat(inService(story)).isEqualTo(6);
    assertThat(story.refreshStatus().orElseThrow().waitsFor().orElseThrow())
        .startsWith("room in the quotas of the pool's tenants");
  }

  @Test
  void replacements_that_a_quota_of_launches_makes_late_count_as_unavailable() {
    DisruptionConfig one = DisruptionConfig.none().withMaxUnavailable(DisruptionLimit.machines(1));
    KeeperHarness story = KeeperHarness.with(
            pool -> pool.headroom(Headroom.machines(2)).disruption(one))
        .shares(TeamQuotas.of(NONE, NONE, OptionalInt.of(6)))
        .resize(4)
        .run();

    refreshes(story, 0, 100);
    story.run(Duration.ofMinutes(20));

    assertThat(inService(story)).isEqualTo(5);
    assertThat(story.keeper().disruption(story.now()).unavailable()).isEqualTo(1);
  }

  @Test
  void a_trace_is_forgotten_though_no_quota_has_room_for_the_headroom() {
    KeeperHarness story = pool(2, 4, TeamQuotas.machines(5));
    story.tell(new Event.Asked(
        new Command.SetDesiredSize(5),
        CommandSender.under(Optional.empty()).traced(Optional.of("00-a-b-01"))));
    story.run();
    assertThat(story.size()).containsExactly(5, 5, 0);

    assertThat(story.pool().trace()).isNull();
  }
}
