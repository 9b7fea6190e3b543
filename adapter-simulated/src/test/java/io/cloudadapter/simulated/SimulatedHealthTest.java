package io.cloudadapter.simulated;

import static io.cloudadapter.simulated.SimulatedCloudFixture.errorOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.Listener.Protocol;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.LoadBalancerSpec.Affinity;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.feature.InstanceStatus;
import io.cloudadapter.spi.feature.LoadBalancerHealth;
import io.cloudadapter.spi.feature.LoadBalancers;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The cloud's checks and those of its load balancers find what a test has set. */
class SimulatedHealthTest {
  private static final LoadBalancerName WEB = new LoadBalancerName("simulated", "web");

  private final SimulatedCloudFixture scene = new SimulatedCloudFixture(cloud -> cloud);
  private final InstanceStatus status =
      scene.provider.feature(InstanceStatus.class).orElseThrow();
  private final LoadBalancerHealth balancers =
      scene.provider.feature(LoadBalancerHealth.class).orElseThrow();
  private final MachineId machine = scene.cloud.createMachine();
  private final MachineId other = scene.cloud.createMachine();

  private void balance(MachineId... machines) {
    var unused = scene
        .provider
        .feature(LoadBalancers.class)
        .orElseThrow()
        .ensure(
            new LoadBalancerSpec(
                "simulated",
                "web",
                Optional.empty(),
                List.of(new Listener("http", Protocol.TCP, 80, 30080)),
                List.of(machines).stream().map(MachineId::value).toList(),
                Affinity.NONE),
            scene.call());
  }

  @Test
  void the_status_of_a_machine_that_runs_is_well_until_it_is_set() {
    assertThat(status.statuses(Set.of(machine), scene.call()))
        .containsExactly(new HealthReport(machine, HealthVerdict.OK, "ok"));

    scene.cloud.setInstanceStatus(machine, HealthVerdict.BAD);

    assertThat(status.statuses(Set.of(machine, other), scene.call()))
        .containsExactlyInAnyOrder(
            new HealthReport(machine, HealthVerdict.BAD, "impaired"),
            new HealthReport(other, HealthVerdict.OK, "ok"));
  }

  @Test
  void a_machine_that_has_ended_or_never_was_there_has_no_status() {
    scene.cloud.kill(machine);

    assertThat(status.statuses(Set.of(machine, new MachineId("i-nowhere")), scene.call()))
        .isEmpty();
  }

  @Test
  void a_load_balancer_shows_the_machines_behind_it_alone() {
    balance(machine);
    scene.cloud.setInstanceStatus(machine, HealthVerdict.BAD);

    assertThat(balancers.health(WEB, scene.call()))
        .containsExactly(new HealthReport(machine, HealthVerdict.OK, "healthy"));

    scene.cloud.setLoadBalancerHealth(machine, HealthVerdict.BAD);
    assertThat(balancers.health(WEB, scene.call()))
        .containsExactly(new HealthReport(machine, HealthVerdict.BAD, "unhealthy"));
  }

  @Test
  void a_load_balancer_that_is_not_there_is_not_found() {
    assertThat(errorOf(() -> balancers.health(WEB, scene.call())).kind()).isEqualTo(Kind.NOT_FOUND);
  }
}
