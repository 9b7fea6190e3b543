package io.cloudadapter.core.keeper.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.core.config.Headroom;
import io.cloudadapter.core.keeper.FakeCloud;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.keeper.TeamQuotas;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A refresh does not end while its last launch is refused: the pool is not at its size, and the status names why. */
class RefreshEndTest {
  private final KeeperHarness story = KeeperHarness.begins();

  private RefreshStatus status() {
    return story.refreshStatus().orElseThrow();
  }

  private void assertHeldBy(String why) {
    assertThat(status().state()).isEqualTo(RefreshState.RUNNING);
    assertThat(status().remaining()).as("machines of the earlier template").isZero();
    assertThat(status().waitsFor()).hasValueSatisfying(text -> assertThat(text).startsWith(why));
    assertThat(story.view().settled()).isFalse();
  }

  private void assertSucceeded(int machines) {
    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(status().waitsFor()).isEmpty();
    assertThat(story.cloud.alive()).hasSize(machines);
    assertThat(story.view().settled()).isTrue();
  }

  @Test
  void a_refresh_does_not_end_while_a_quota_refuses_its_last_launch() {
    story.shares(TeamQuotas.machines(1)).resize(1).run();
    story.holds(effect -> effect instanceof Effect.Terminate);
    story.does(new Command.StartRefresh(
        RefreshRequest.builder().minHealthyPercent(0).skipMatching(false).build()));
    story.run(Duration.ofHours(2));

    assertHeldBy("room in the quotas of the pool's tenants: the quota of tenant team allows 1");

    story.releases();
    story.run(Duration.ofHours(1));
    assertSucceeded(1);
  }

  @Test
  void a_refresh_does_not_end_while_a_lower_quota_refuses_its_last_launch() {
    story.shares(TeamQuotas.machines(3)).resize(3).run();
    story.does(new Command.StartRefresh(
        RefreshRequest.builder().minHealthyPercent(0).skipMatching(false).build()));
    story.shares(TeamQuotas.machines(2)).run(Duration.ofHours(2));

    assertHeldBy("room in the quotas of the pool's tenants: the quota of tenant team allows 2");
    assertThat(story.cloud.alive()).hasSize(2);

    story.shares(TeamQuotas.machines(3)).run(Duration.ofHours(1));
    assertSucceeded(3);
  }

  @Test
  void a_refresh_does_not_end_while_the_cloud_has_no_capacity_for_its_last_launch() {
    story.resize(1).run();
    story.cloud.refusingAll = FakeCloud.refusal(CloudException.Kind.CAPACITY);
    story.does(new Command.StartRefresh(
        RefreshRequest.builder().minHealthyPercent(0).skipMatching(false).build()));
    story.run(Duration.ofHours(2));

    assertHeldBy("a launch that the cloud accepts: a launch was refused: CAPACITY");
    assertThat(story.cloud.alive()).isEmpty();

    story.cloud.refusingAll = null;
    story.run(Duration.ofHours(2));
    assertSucceeded(1);
  }

  @Test
  void a_refresh_ends_while_a_quota_refuses_headroom_only() {
    KeeperHarness bursts = KeeperHarness.with(pool -> pool.headroom(Headroom.machines(2)))
        .shares(TeamQuotas.machines(3))
        .resize(3)
        .run();
    bursts.does(new Command.StartRefresh(
        RefreshRequest.builder().minHealthyPercent(50).skipMatching(false).build()));
    bursts.run(Duration.ofHours(2));

    assertThat(bursts.refreshStatus().orElseThrow().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(bursts.cloud.alive()).hasSize(3);
  }
}
