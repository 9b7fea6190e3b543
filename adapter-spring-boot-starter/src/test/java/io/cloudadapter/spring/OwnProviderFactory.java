package io.cloudadapter.spring;

import io.cloudadapter.simulated.SimulatedProviderFactory;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;

/** The simulated cloud under a name that {@link java.util.ServiceLoader} does not find. */
final class OwnProviderFactory implements MachineProviderFactory {
  private final MachineProviderFactory simulated = new SimulatedProviderFactory();

  @Override
  public String name() {
    return "own";
  }

  @Override
  public ConfigSpec config() {
    return simulated.config();
  }

  @Override
  public MachineProvider open(ProviderConfig config, ProviderEnvironment environment) {
    return simulated.open(config, environment);
  }
}
