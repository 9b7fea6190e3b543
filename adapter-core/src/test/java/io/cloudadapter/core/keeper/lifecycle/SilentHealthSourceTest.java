package io.cloudadapter.core.keeper.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.core.config.HealthConfig;
import io.cloudadapter.core.config.LoadBalancingConfig;
import io.cloudadapter.core.config.RemediationConfig;
import io.cloudadapter.core.keeper.KeeperHarness;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A source of health that falls silent while it is in doubt. */
class SilentHealthSourceTest {
  private static final LoadBalancerName WEB = new LoadBalancerName("north", "web");

  private static String[] ids(int from, int to) {
    return IntStream.rangeClosed(from, to)
        .mapToObj(i -> String.format("i-%04d", i))
        .toArray(String[]::new);
  }

  private static KeeperHarness inDoubt() {
    KeeperHarness story =
        KeeperHarness.with(pool -> pool.health(HealthConfig.none().withLoadBalancers(true))
            .loadBalancing(LoadBalancingConfig.behind(WEB))
            .remediation(RemediationConfig.builder()
                .enabled(true)
                .after(Duration.ofMinutes(1))
                .build()));
    story.cloud.behind.put(WEB, new HashSet<>());
    story.resize(10).run();
    story.cloud.shows(Optional.of(WEB), HealthVerdict.OK, ids(1, 10));
    story.run(Duration.ofSeconds(40));
    // One falls ill a little before the others.
    story.cloud.shows(Optional.of(WEB), HealthVerdict.BAD, ids(1, 1));
    story.run(Duration.ofSeconds(11));
    story.cloud.shows(Optional.of(WEB), HealthVerdict.BAD, ids(2, 9));
    story.run(Duration.ofMinutes(5));
    assertThat(story.machine("i-0001").serviceState()).isEqualTo(ServiceState.UNHEALTHY);
    assertThat(story.alarms()).contains(Alarm.Code.PROBES_SUSPENDED);
    assertThat(story.cloud.terminations).isEmpty();
    return story;
  }

  @Test
  void a_source_in_doubt_is_not_trusted_for_showing_nothing() {
    KeeperHarness story = inDoubt();
    story.cloud.shows(Optional.of(WEB), HealthVerdict.CANNOT_TELL, ids(1, 10));
    story.run(Duration.ofSeconds(12));
    assertThat(story.cloud.terminations).isEmpty();
    assertThat(story.alarms()).contains(Alarm.Code.PROBES_SUSPENDED);
  }
}
