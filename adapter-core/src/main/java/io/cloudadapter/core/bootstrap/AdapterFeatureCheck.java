package io.cloudadapter.core.bootstrap;

import io.cloudadapter.core.config.DriftResponse;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.RemediationResponse;
import io.cloudadapter.core.config.WarmPoolState;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.InstanceStatus;
import io.cloudadapter.spi.feature.LoadBalancerHealth;
import io.cloudadapter.spi.feature.LoadBalancerRegistration;
import io.cloudadapter.spi.feature.Reboot;
import io.cloudadapter.spi.feature.StartStop;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks whether the adapter of a pool's account has the features that the pool's configuration needs. The features of
 * an adapter are known without a call to its cloud.
 */
final class AdapterFeatureCheck {
  private final PoolConfig pool;
  private final MachineProvider provider;
  private final String adapter;
  private final List<ConfigError> faults = new ArrayList<>();

  /**
   * Looks at one pool.
   *
   * @param adapter the adapter's name, for errors
   */
  AdapterFeatureCheck(PoolConfig pool, MachineProvider provider, String adapter) {
    this.pool = pool;
    this.provider = provider;
    this.adapter = adapter;
  }

  /**
   * Everything that the adapter lacks.
   *
   * @param makesLaunchData whether a hook of the pool makes values for each launch
   */
  List<ConfigError> faults(boolean makesLaunchData) {
    boolean releases =
        pool.scaling().deletion().filter(policy -> !policy.destroy()).isPresent();
    if (releases) {
      need(
          Adoption.class,
          "policies",
          "must destroy the machines that go",
          "cannot let them go alive");
    }
    if (!pool.loadBalancing().behind().isEmpty()) {
      need(
          LoadBalancerRegistration.class,
          "loadBalancing.behind",
          "must be empty",
          "cannot put machines behind load balancers");
    }
    checkHealth();
    if (pool.remediation().enabled()
        && pool.remediation().response() == RemediationResponse.REBOOT) {
      need(
          Reboot.class,
          "remediation.response",
          "must be replace or alarm",
          "cannot reboot machines");
    }
    if (isGroup()) {
      checkGroup(makesLaunchData);
    } else if (pool.warm().enabled() && pool.warm().state() == WarmPoolState.STOPPED) {
      need(StartStop.class, "warm.state", "must be running", "cannot stop and start machines");
    }
    return List.copyOf(faults);
  }

  /** The sources of health that the pool asks for. */
  private void checkHealth() {
    if (pool.health().loadBalancers()) {
      need(
          LoadBalancerHealth.class,
          "health.loadBalancers",
          "must be false",
          "cannot read what load balancers find out about machines");
    }
    if (pool.health().cloudStatus()) {
      need(
          InstanceStatus.class,
          "health.cloudStatus",
          "must be false",
          "cannot read the status of instances");
    }
  }

  private boolean isGroup() {
    return provider.profile().keySupport().kind() == LaunchKeySupport.Kind.TARGET;
  }

  /** What the machines of a group cannot have, because the cloud launches them. */
  private void checkGroup(boolean makesLaunchData) {
    String sized = "the cloud sizes the machines of account " + pool.account()
        + " by itself, as groups (adapter " + adapter + ")";
    if (pool.warm().enabled()) {
      fault(
          pool.warm().size() > 0 ? "warm.size" : "warm.prepared",
          "must not be set: " + sized + "; a group has a warm pool of its own");
    }
    if (makesLaunchData) {
      fault("hooks", "must not ask for values of each launch, such as join tokens: " + sized);
    }
    if (pool.automaticRefresh().any()) {
      fault(refreshKey(), "must not be set: " + sized + ", and decides what they are made from");
    }
  }

  private String refreshKey() {
    if (pool.automaticRefresh().drift() == DriftResponse.AUTOMATIC) {
      return "drift";
    }
    return pool.automaticRefresh().maxInstanceLifetime().isPresent()
        ? "maxInstanceLifetime"
        : "hardLifetime";
  }

  private void need(Class<?> feature, String key, String duty, String lack) {
    if (provider.feature(feature).isEmpty()) {
      fault(key, duty + ": adapter " + adapter + " of account " + pool.account() + " " + lack);
    }
  }

  private void fault(String key, String problem) {
    faults.add(new ConfigError("pools." + pool.name() + "." + key, problem));
  }
}
