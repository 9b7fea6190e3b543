package io.cloudadapter.server.config;

import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;

/** Stands in for the simulated cloud where only the file is tested. */
final class AnyCloud implements MachineProviderFactory {
  @Override
  public String name() {
    return "simulated";
  }

  @Override
  public ConfigSpec config() {
    return ConfigSpec.none();
  }

  @Override
  public MachineProvider open(ProviderConfig config, ProviderEnvironment environment) {
    throw new UnsupportedOperationException("a configuration opens nothing");
  }
}
