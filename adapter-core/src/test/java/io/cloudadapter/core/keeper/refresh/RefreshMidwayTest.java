package io.cloudadapter.core.keeper.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.QuarantineDecision;
import io.cloudadapter.api.QuarantinedMachine;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.refresh.RefreshStatus;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.LoadBalancingConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * What joins a pool in the middle of a refresh, while its surplus runs, makes the pool no greater than need be. What a
 * restart forgets in the middle of one ends no machine.
 */
class RefreshMidwayTest {
  private final KeeperHarness story = KeeperHarness.with(image("old"));

  private static UnaryOperator<PoolConfigBuilder> image(String image) {
    return pool -> pool.launch(LaunchConfig.builder().image(image).build());
  }

  /** A refresh of four machines has launched two more, none of which is warm. */
  private void surges() {
    story.restartWith(image("new")).run();
    story.does(new Command.StartRefresh(RefreshRequest.builder()
        .minHealthyPercent(100)
        .maxHealthyPercent(150)
        .warmup(Duration.ofMinutes(20))
        .build()));
    story.run(Duration.ofMinutes(10));
    assertThat(story.view().size().allocated()).isEqualTo(6);
    assertThat(story.pool().desired()).isEqualTo(4);
  }

  private RefreshStatus status() {
    return story.refreshStatus().orElseThrow();
  }

  @Test
  void a_quarantined_machine_that_is_adopted_adds_itself_alone_to_the_desired_size() {
    story.resize(4).run();
    Map<String, byte[]> copy = new TreeMap<>(story.disk);
    story.resize(5).run();
    story.disk.clear();
    story.disk.putAll(copy);
    story.crashAndRestart().run();
    story.does(new Command.Thaw());
    assertThat(story.quarantine())
        .extracting(QuarantinedMachine::id)
        .containsExactly(new MachineId("i-0005"));
    surges();

    story.does(new Command.Settle(new MachineId("i-0005"), QuarantineDecision.ADOPT));

    assertThat(story.pool().desired()).as("the surplus of two is no part of it").isEqualTo(5);
    story.run(Duration.ofHours(4));
    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(story.size()).containsExactly(5, 5, 0);
    assertThat(story.cloud.alive()).hasSize(5);
  }

  @Test
  void a_restore_that_is_accepted_leaves_the_desired_size_as_it_was_without_the_surplus() {
    story.resize(4).run();
    surges();

    story.restores(story.backup()).run();

    assertThat(status().state()).isEqualTo(RefreshState.PAUSED);
    story.does(new Command.AcceptRestore());
    assertThat(story.pool().desired()).isEqualTo(4);
    story.does(new Command.ControlRefresh(RefreshControl.RESUME));
    story.run(Duration.ofHours(4));
    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    assertThat(story.size()).containsExactly(4, 4, 0);
    assertThat(story.cloud.alive()).hasSize(4);
  }

  @Test
  void after_a_restart_a_rollback_takes_out_no_machine_until_it_is_known_which_ones_serve() {
    LoadBalancerName web = new LoadBalancerName("north", "web");
    UnaryOperator<PoolConfigBuilder> behind =
        pool -> pool.loadBalancing(LoadBalancingConfig.behind(web));
    story.cloud.behind.put(web, new HashSet<>());
    story.restartWith(pool -> behind.apply(image("old").apply(pool))).resize(4).run();
    story.restartWith(pool -> behind.apply(image("new").apply(pool))).run();
    story.does(new Command.StartRefresh(RefreshRequest.builder().build()));
    story.run(Duration.ofHours(4));
    assertThat(status().state()).isEqualTo(RefreshState.SUCCEEDED);
    int ended = story.cloud.terminations.size();

    story.holds(effect -> effect instanceof Effect.LookBehind);
    story.crashAndRestart().run(Duration.ofMinutes(1));
    story.does(new Command.ControlRefresh(RefreshControl.ROLLBACK));
    story.run();

    assertThat(story.cloud.terminations).hasSize(ended);
    assertThat(status().waitsFor())
        .contains("machines of an earlier template that do not serve, or are not known to");
    story.releases();
    story.run(Duration.ofHours(4));
    assertThat(status().state()).isEqualTo(RefreshState.ROLLED_BACK);
    assertThat(story.view().drifted()).isZero();
  }

  @Test
  void a_warmup_goes_on_while_other_machines_of_the_pool_change() {
    story.resize(2).run();
    story.restartWith(image("new")).run();
    story.does(new Command.StartRefresh(RefreshRequest.builder()
        .minHealthyPercent(50)
        .warmup(Duration.ofMinutes(10))
        .build()));
    story.run(Duration.ofMinutes(2));
    assertThat(story.machine("i-0003").effective()).isTrue();

    for (int i = 0; i < 5; i++) {
      story.serviceState("i-0002", i % 2 == 0 ? ServiceState.IN_SERVICE : ServiceState.UNKNOWN);
      story.run(Duration.ofMinutes(2));
    }

    assertThat(story.cloud.terminations)
        .as("the second machine goes after 10 minutes")
        .hasSize(2);
  }

  @Test
  void a_machine_that_was_warm_for_an_earlier_refresh_is_not_so_for_the_next_one() {
    story.resize(2).run();
    story.restartWith(image("new")).run();
    RefreshRequest slow = RefreshRequest.builder()
        .minHealthyPercent(50)
        .warmup(Duration.ofMinutes(10))
        .build();
    story.does(new Command.StartRefresh(slow));
    story.run(Duration.ofMinutes(5));
    story.does(new Command.ControlRefresh(RefreshControl.CANCEL));
    story.run(Duration.ofHours(1));

    story.does(new Command.StartRefresh(slow));
    story.run(Duration.ofMinutes(9));
    assertThat(story.cloud.terminations)
        .as("no refresh has watched it meanwhile")
        .hasSize(1);
    story.run(Duration.ofMinutes(3));
    assertThat(story.cloud.terminations).hasSize(2);
  }
}
