package io.cloudadapter.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.warm.WarmState;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A pool with a warm pool over an adapter that can start and stop machines, and over those that cannot. */
class WarmAdapterTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  private static CloudAdapter.Builder over(SimulatedCloud cloud, WarmConfig warm) {
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
        .pool(PoolConfig.named("web", "here", 20)
            .listInterval(Duration.ofMillis(20), Duration.ofMillis(50))
            .launchesPerHour(1000)
            .terminationsPerHour(1000)
            .missingListsUntilGone(2)
            .warm(warm)
            .build());
  }

  private static void refused(SimulatedCloud cloud, WarmConfig warm, ConfigError error) {
    assertThatThrownBy(() -> over(cloud, warm).open())
        .asInstanceOf(InstanceOfAssertFactories.type(ConfigException.class))
        .extracting(ConfigException::faults, InstanceOfAssertFactories.list(ConfigError.class))
        .containsExactly(error);
  }

  @Test
  @Timeout(60)
  void aGrowthStartsTheMachinesThatWereStopped() throws InterruptedException {
    SimulatedCloud cloud = SimulatedCloud.builder(1, SimulatedClock.wall()).build();
    WarmConfig warm = WarmConfig.of(WarmPoolState.STOPPED, 2);
    try (CloudAdapter adapter = over(cloud, warm).open()) {
      MachinePool pool = adapter.defaultPool();
      pool.setDesiredSize(1);
      var ready =
          pool
              .await(view -> view.settled() && view.warm(WarmState.WARM) == 2, SOON)
              .machines()
              .stream()
              .filter(machine -> machine.warm().isPresent())
              .map(Machine::id)
              .toList();

      pool.setDesiredSize(3);
      var grown = pool.await(view -> view.settled() && view.warm(WarmState.WARM) == 2, SOON);

      assertThat(grown.size().allocated()).isEqualTo(3);
      assertThat(grown.machines().stream().filter(Machine::effective).map(Machine::id))
          .containsAll(ready);
    }
  }

  @Test
  void stoppedMachinesNeedAnAdapterThatStartsAndStopsThem() {
    SimulatedCloud bare =
        SimulatedCloud.builder(1, SimulatedClock.wall()).actions(false).build();

    refused(
        bare,
        WarmConfig.of(WarmPoolState.STOPPED, 2),
        new ConfigError(
            "pools.web.warm.state",
            "must be running: adapter mine of account here cannot stop and start machines"));
  }

  @Test
  void aGroupOfTheCloudHasNone() {
    SimulatedCloud groups = SimulatedCloud.builder(1, SimulatedClock.wall())
        .keys(LaunchKeySupport.target())
        .build();

    refused(
        groups,
        WarmConfig.of(WarmPoolState.RUNNING, 2),
        new ConfigError(
            "pools.web.warm.size",
            "must not be set: the cloud sizes the machines of account here by itself, as groups"
                + " (adapter mine); a group has a warm pool of its own"));
  }
}
