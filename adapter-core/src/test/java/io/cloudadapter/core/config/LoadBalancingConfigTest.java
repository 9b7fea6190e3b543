package io.cloudadapter.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.api.cloud.Listener;
import io.cloudadapter.api.cloud.Listener.Protocol;
import io.cloudadapter.api.cloud.LoadBalancer;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.LoadBalancerSpec.Affinity;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.spi.feature.LoadBalancers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A pool whose machines are kept behind a load balancer. */
class LoadBalancingConfigTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final LoadBalancerName WEB = new LoadBalancerName("simulated", "web");
  private static final PoolConfig POOL = PoolConfig.named("web", "here", 20)
      .listInterval(Duration.ofMillis(20), Duration.ofMillis(50))
      .launchesPerHour(1000)
      .terminationsPerHour(1000)
      .missingListsUntilGone(2)
      .massDisappearanceShare(0.5)
      .loadBalancing(LoadBalancingConfig.behind(WEB))
      .build();

  private static CloudAdapter.Builder over(SimulatedCloud cloud) {
    MachineProviderFactory factory = new MachineProviderFactory() {
      @Override
      public String name() {
        return "mine";
      }

      @Override
      public ConfigSpec config() {
        return ConfigSpec.none();
      }

      @Override
      public MachineProvider open(ProviderConfig config, ProviderEnvironment environment) {
        return cloud.provider();
      }
    };
    return CloudAdapter.builder()
        .inMemory()
        .provider(factory)
        .account(new AccountConfig("here", "mine", Map.of()))
        .pool(POOL);
  }

  private static List<String> behind(Cloud cloud) {
    return cloud
        .ask(
            LoadBalancers.class,
            (balancers, call) -> balancers.find(WEB.region(), WEB.name(), call))
        .map(LoadBalancer::spec)
        .orElseThrow()
        .hosts();
  }

  @Test
  @Timeout(300)
  void machinesAreBehindItWhileTheyServe() throws InterruptedException {
    SimulatedCloud simulated = SimulatedCloud.builder(1, SimulatedClock.wall())
        .latency(Duration.ZERO, Duration.ofMillis(2))
        .bootTime(Duration.ofMillis(50))
        .endTime(Duration.ofMillis(50))
        .shownAfterEnd(Duration.ZERO)
        .build();
    MachineId other = simulated.createMachine();
    try (CloudAdapter adapter = over(simulated).open()) {
      Cloud cloud = adapter.cloud("here").orElseThrow();
      LoadBalancerSpec spec = new LoadBalancerSpec(
          WEB.region(),
          WEB.name(),
          Optional.empty(),
          List.of(new Listener("", Protocol.TCP, 80, 8080)),
          List.of(other.value()),
          Affinity.NONE);
      cloud.change(LoadBalancers.class, (balancers, call) -> balancers.ensure(spec, call));
      MachinePool pool = adapter.defaultPool();

      pool.setDesiredSize(3);
      while (behind(cloud).size() < 4) {
        Thread.onSpinWait();
      }
      pool.setDesiredSize(1);
      pool.await(view -> view.settled() && view.machines().size() == 1, SOON);

      assertThat(behind(cloud))
          .containsExactlyInAnyOrder(
              other.value(), pool.view().machines().get(0).id().value());
    }
  }

  @Test
  void anAdapterThatCannotPutMachinesThereIsRefused() {
    SimulatedCloud bare =
        SimulatedCloud.builder(1, SimulatedClock.wall()).services(false).build();

    assertThatThrownBy(() -> over(bare).open())
        .asInstanceOf(InstanceOfAssertFactories.type(ConfigException.class))
        .extracting(ConfigException::faults, InstanceOfAssertFactories.list(ConfigError.class))
        .containsExactly(new ConfigError(
            "pools.web.loadBalancing.behind",
            "must be empty: adapter mine of account here cannot put machines behind load"
                + " balancers"));
  }

  @Test
  void limitsAreKept() {
    assertThatThrownBy(() -> LoadBalancingConfig.behind(WEB, WEB))
        .hasMessage("loadBalancing.behind must differ from each other, were"
            + " [simulated/web, simulated/web]");
    assertThatThrownBy(() -> new LoadBalancingConfig(List.of(WEB), Duration.ofDays(2)))
        .hasMessage("loadBalancing.drainWithin must be at most 1d, was 2d");
    assertThatThrownBy(() -> new LoadBalancingConfig(List.of(WEB), Duration.ZERO))
        .hasMessage("loadBalancing.drainWithin must be above 0, was 0s");
    assertThatThrownBy(() -> LoadBalancerName.parse("web"))
        .hasMessage("a load balancer must be written as region/name, was 'web'");
    assertThatThrownBy(() -> LoadBalancerName.parse("a/b/c"))
        .hasMessage("name must be 1 to 128 of [A-Za-z0-9._-], was 'b/c'");
  }
}
