package io.cloudadapter.core.keeper.warm;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.config.LoadBalancingConfig;
import io.cloudadapter.core.config.WarmConfig;
import io.cloudadapter.core.config.WarmPoolState;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Effect;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Machines of a warm pool and load balancers. */
class WarmBalancerTest {
  private static final LoadBalancerName WEB = new LoadBalancerName("north", "web");

  @Test
  void aMachineThatWasWarmBetweenTwoTimesInServiceWaitsUntilItIsOutBeforeItEnds() {
    KeeperHarness story =
        KeeperHarness.with(pool -> pool.loadBalancing(LoadBalancingConfig.behind(WEB))
            .warm(WarmConfig.upTo(WarmPoolState.STOPPED, 5).withReuseOnScaleIn(true)));
    story.cloud.behind.put(WEB, new HashSet<>());
    story.resize(5).run();
    story.holds(effect -> effect instanceof Effect.Register);
    story.resize(3).run(Duration.ofMinutes(1));
    story.releases();
    story.run();
    List<String> returned =
        story.shown(machine -> machine.warm().equals(Optional.of(WarmState.WARM)));
    story.resize(5).run(Duration.ofHours(1));
    assertThat(story.cloud.behind.get(WEB)).containsAll(returned);
    story.holds(effect -> effect instanceof Effect.Register);

    story.terminate(returned.get(0), true);
    story.run(Duration.ofMinutes(2));

    assertThat(story.cloud.terminations).isEmpty();
    story.releases();
    story.run(Duration.ofMinutes(2));
    assertThat(story.cloud.terminations).containsExactly(returned.get(0));
  }

  @Test
  void aMachineThatBecameWarmWhileItsLoadBalancerDidNotAnswerWaitsAnewBeforeItEnds() {
    KeeperHarness story =
        KeeperHarness.with(pool -> pool.loadBalancing(LoadBalancingConfig.behind(WEB))
            .warm(WarmConfig.upTo(WarmPoolState.RUNNING, 5).withReuseOnScaleIn(true)));
    story.cloud.behind.put(WEB, new HashSet<>());
    story.resize(5).run();
    story.holds(effect -> effect instanceof Effect.Register);
    story.resize(3).run(Duration.ofMinutes(6));
    List<String> warm = story.shown(machine -> machine.warm().equals(Optional.of(WarmState.WARM)));
    assertThat(warm).hasSize(2);
    assertThat(story.cloud.behind.get(WEB)).containsAll(warm);

    story.terminate(warm.get(0), false);
    story.run(Duration.ofMinutes(2));
    assertThat(story.cloud.terminations).isEmpty();

    story.releases();
    story.run(Duration.ofMinutes(2));
    assertThat(story.cloud.terminations).containsExactly(warm.get(0));
  }
}
