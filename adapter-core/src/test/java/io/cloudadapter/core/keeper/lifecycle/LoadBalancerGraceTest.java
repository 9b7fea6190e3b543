package io.cloudadapter.core.keeper.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.config.HealthConfig;
import io.cloudadapter.core.config.LoadBalancingConfig;
import io.cloudadapter.core.keeper.KeeperHarness;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When the grace of a machine begins that a load balancer checks. */
class LoadBalancerGraceTest {
  private static final LoadBalancerName WEB = new LoadBalancerName("north", "web");

  @Test
  void grace_begins_once_the_machine_is_behind_its_load_balancer() {
    KeeperHarness story = KeeperHarness.with(pool -> pool.hook(
            LifecycleHook.onLaunch("join", Duration.ofHours(1), HookTarget.listener()))
        .health(HealthConfig.none().withLoadBalancers(true).withGrace(Duration.ofMinutes(5)))
        .loadBalancing(LoadBalancingConfig.behind(WEB)));
    story.cloud.behind.put(WEB, new HashSet<>());
    story.resize(1).run();
    story.run(Duration.ofMinutes(6));
    assertThat(story.cloud.behind.get(WEB)).isEmpty();
    HookStories.completes(story, HookStories.only(story).token());
    story.run(Duration.ofSeconds(20));
    assertThat(story.cloud.behind.get(WEB)).isNotEmpty();
    story.cloud.shows(Optional.of(WEB), HealthVerdict.BAD, "i-0001");
    story.run(Duration.ofMinutes(2));
    assertThat(story.machine("i-0001").serviceState()).isNotEqualTo(ServiceState.UNHEALTHY);
  }
}
