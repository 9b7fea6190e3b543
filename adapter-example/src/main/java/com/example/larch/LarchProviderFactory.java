package com.example.larch;

import io.cloudadapter.http.HttpAddress;
import io.cloudadapter.http.HttpTransport;
import io.cloudadapter.http.TrustMaterial;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.SpiVersion;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.net.URI;
import java.util.List;

/** Opens accounts of Larch: provider {@code larch}. */
@SpiVersion(SpiVersion.CURRENT)
public final class LarchProviderFactory implements MachineProviderFactory {
  private static final ConfigSpec CONFIG = ConfigSpec.builder()
      .required(
          "endpoint",
          ConfigKey.Type.URI,
          "Where Larch's API is, for example https://api.larch.example.")
      .required("user", ConfigKey.Type.TEXT, "The user who fetches tokens.")
      .required("secret", ConfigKey.Type.SECRET, "The user's secret.")
      .optional(
          "caFile",
          ConfigKey.Type.TEXT,
          "A PEM file of the authorities to trust instead of the public ones.")
      .build();

  private static final ConfigSpec TEMPLATE = ConfigSpec.builder()
      .optional(
          "network", ConfigKey.Type.TEXT, "The network of the machines; without, Larch's default.")
      .build();

  /** A factory; does nothing yet. */
  public LarchProviderFactory() {}

  @Override
  public String name() {
    return "larch";
  }

  @Override
  public ConfigSpec config() {
    return CONFIG;
  }

  @Override
  public ConfigSpec template() {
    return TEMPLATE;
  }

  @Override
  public MachineProvider open(ProviderConfig config, ProviderEnvironment environment) {
    URI endpoint = config.uri("endpoint");
    if (!HttpAddress.isBase(endpoint)) {
      throw new ConfigException(List.of(new ConfigError(
          "endpoint", "must be http or https with a host and no query, was " + endpoint)));
    }
    HttpTransport transport =
        new HttpTransport("larch-" + environment.account(), TrustMaterial.of(config));
    return new LarchProvider(new LarchApi(
        endpoint, config.text("user"), config.secret("secret"), transport, environment.ticker()));
  }
}
