package io.cloudadapter.proof.number;

import io.cloudadapter.simulated.SimulatedProviderFactory;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;

/**
 * Opens adapters for {@link NumberedCloud}.
 *
 * @param form how they make ids
 */
public record NumberedFactory(IdForm form) implements MachineProviderFactory {
  private static final SimulatedProviderFactory SIMULATED = new SimulatedProviderFactory();

  @Override
  public String name() {
    return SIMULATED.name();
  }

  @Override
  public ConfigSpec config() {
    return SIMULATED.config();
  }

  @Override
  public ConfigSpec template() {
    return SIMULATED.template();
  }

  @Override
  public MachineProvider open(ProviderConfig config, ProviderEnvironment environment) {
    String file = config.has("file") ? config.text("file") : "";
    return new NumberedProvider(SIMULATED.open(config, environment), form, MachineNumbers.of(file));
  }
}
