package com.example.cedar;

import io.cloudadapter.api.Secret;
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
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Opens projects of Cedar: provider {@code cedar}. */
@SpiVersion(SpiVersion.CURRENT)
public final class CedarProviderFactory implements MachineProviderFactory {
  private static final Pattern TOKEN = Pattern.compile("[!-~]+");

  private static final ConfigSpec CONFIG = ConfigSpec.builder()
      .required(
          "endpoint",
          ConfigKey.Type.URI,
          "The address of Cedar's API, for example https://api.cedar.example.")
      .required("token", ConfigKey.Type.SECRET, "A token of the project.")
      .optional(
          "caFile",
          ConfigKey.Type.TEXT,
          "A PEM file of the authorities to trust instead of the public ones.")
      .build();

  private static final ConfigSpec TEMPLATE = ConfigSpec.builder().build();

  /** Makes a factory; opens nothing yet. */
  public CedarProviderFactory() {}

  @Override
  public String name() {
    return "cedar";
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
    Secret token = config.secret("token");
    List<ConfigError> errors = new ArrayList<>();
    if (!HttpAddress.isBase(endpoint)) {
      errors.add(new ConfigError(
          "endpoint", "must be http or https with a host and no query, was " + endpoint));
    }
    if (!TOKEN.matcher(token.reveal()).matches()) {
      errors.add(new ConfigError(
          "token", "must be printable ASCII characters without blanks, has others"));
    }
    if (!errors.isEmpty()) {
      throw new ConfigException(errors);
    }
    HttpTransport transport =
        new HttpTransport("cedar-" + environment.account(), TrustMaterial.of(config));
    return new CedarProvider(new CedarApi(endpoint, token, transport));
  }
}
