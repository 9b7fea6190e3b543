package io.cloudadapter.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.cloud.LoadBalancerName;
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
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a pool needs of its adapter, when the adapter does not have it: found by a check as by a start. */
class MissingFeaturesTest {

  /** A setting of a pool, and the error about it. */
  record Need(UnaryOperator<PoolConfigBuilder> setting, String key, String problem) {
    @Override
    public String toString() {
      return key;
    }
  }

  static List<Need> needs() {
    return List.of(
        new Need(
            pool -> pool.loadBalancing(
                LoadBalancingConfig.behind(new LoadBalancerName("simulated", "web"))),
            "pools.web.loadBalancing.behind",
            "must be empty: adapter bare of account here cannot put machines behind load"
                + " balancers"),
        new Need(
            pool -> pool.health(HealthConfig.none().withCloudStatus(true)),
            "pools.web.health.cloudStatus",
            "must be false: adapter bare of account here cannot read the status of instances"),
        new Need(
            pool -> pool.remediation(RemediationConfig.builder()
                .enabled(true)
                .response(RemediationResponse.REBOOT)
                .build()),
            "pools.web.remediation.response",
            "must be replace or alarm: adapter bare of account here cannot reboot machines"),
        new Need(
            pool -> pool.warm(WarmConfig.of(WarmPoolState.STOPPED, 2)),
            "pools.web.warm.state",
            "must be running: adapter bare of account here cannot stop and start machines"));
  }

  private static CloudAdapter.Builder over(SimulatedCloud cloud, PoolConfig... pools) {
    MachineProviderFactory factory = new MachineProviderFactory() {
      @Override
      public String name() {
        return "bare";
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
    CloudAdapter.Builder builder = CloudAdapter.builder()
        .inMemory()
        .provider(factory)
        .account(new AccountConfig("here", "bare", Map.of()));
    List.of(pools).forEach(builder::pool);
    return builder;
  }

  private static SimulatedCloud bare() {
    return SimulatedCloud.builder(1, SimulatedClock.wall())
        .services(false)
        .actions(false)
        .build();
  }

  private static PoolConfig pool(String name, Need need) {
    return need.setting().apply(PoolConfig.named(name, "here", 20)).build();
  }

  @ParameterizedTest
  @MethodSource("needs")
  void aCheckFindsWhatAStartRefuses(Need need) {
    CloudAdapter.Builder builder = over(bare(), pool("web", need));
    ConfigError error = new ConfigError(need.key(), need.problem());

    assertThat(builder.errors()).containsExactly(error);
    assertThatThrownBy(builder::open)
        .asInstanceOf(InstanceOfAssertFactories.type(ConfigException.class))
        .extracting(ConfigException::faults, InstanceOfAssertFactories.list(ConfigError.class))
        .containsExactly(error);
  }

  @ParameterizedTest
  @MethodSource("needs")
  void anAdapterWithTheFeatureIsFine(Need need) {
    SimulatedCloud whole = SimulatedCloud.builder(1, SimulatedClock.wall()).build();

    assertThat(over(whole, pool("web", need)).errors()).isEmpty();
  }

  @Test
  void theErrorsOfAllPoolsAreFoundAtOnce() {
    List<Need> needs = needs();

    assertThat(
            over(bare(), pool("web", needs.get(1)), pool("api", needs.get(3))).errors())
        .extracting(ConfigError::key)
        .containsExactly("pools.web.health.cloudStatus", "pools.api.warm.state");
  }
}
