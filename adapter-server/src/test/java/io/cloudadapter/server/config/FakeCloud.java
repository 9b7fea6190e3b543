package io.cloudadapter.server.config;

import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;

/** An adapter with keys of its own, which is never opened. */
final class FakeCloud implements MachineProviderFactory {
  @Override
  public String name() {
    return "fake";
  }

  @Override
  public ConfigSpec config() {
    return ConfigSpec.builder()
        .required("region", ConfigKey.Type.TEXT, "The region.")
        .optional("password", ConfigKey.Type.SECRET, "The password.")
        .optional("retry.times", ConfigKey.Type.INTEGER, "2", 0, 9, "How often.")
        .build();
  }

  @Override
  public ConfigSpec template() {
    return ConfigSpec.builder()
        .optional("networks", ConfigKey.Type.LIST, "The networks.")
        .build();
  }

  @Override
  public MachineProvider open(ProviderConfig config, ProviderEnvironment environment) {
    throw new UnsupportedOperationException("a configuration opens nothing");
  }
}
