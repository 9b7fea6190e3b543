package io.cloudadapter.aws.asg;

import io.cloudadapter.aws.AwsProvider;
import io.cloudadapter.aws.AwsProviderFactory;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsConfig;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.SpiVersion;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Opens accounts of AWS whose pools are Auto Scaling groups: provider {@code aws-asg}. See
 * {@code docs/how-to/aws-groups.md}.
 */
@SpiVersion(SpiVersion.CURRENT)
public final class AsgProviderFactory implements MachineProviderFactory {
  private static final ConfigSpec CONFIG = AwsProviderFactory.account()
      .optional(
          "groups",
          ConfigKey.Type.LIST,
          "Auto Scaling groups, each as pool=group; without, that of a pool has its name.")
      .optional(
          "lifecycleHooks",
          ConfigKey.Type.LIST,
          "Names of the groups' lifecycle hooks that pools complete. Pools ignore all " + "others.")
      .build();

  /** A factory; does nothing yet. */
  public AsgProviderFactory() {}

  @Override
  public String name() {
    return "aws-asg";
  }

  @Override
  public ConfigSpec config() {
    return CONFIG;
  }

  @Override
  public MachineProvider open(ProviderConfig config, ProviderEnvironment environment) {
    List<ConfigError> faults = new ArrayList<>();
    AsgNames names = AsgNames.of(config.list("groups"), faults);
    Set<String> hooks = AsgGroupHooks.names(config.list("lifecycleHooks"), faults);
    AwsConfig settings = AwsConfig.of(config, faults);
    ProviderProfile profile =
        AwsProvider.profile(config).keySupport(LaunchKeySupport.target()).build();
    AwsClient api = AwsProviderFactory.api(settings, environment);
    AwsProvider ec2 = new AwsProvider(api, profile, settings, environment);
    return new AsgProvider(ec2, api, names, hooks);
  }
}
