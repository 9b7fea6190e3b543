package io.cloudadapter.aws;

import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsConfig;
import io.cloudadapter.http.HttpTransport;
import io.cloudadapter.http.TrustMaterial;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.SpiVersion;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.util.Optional;

/** Opens accounts of AWS: provider {@code aws}. See {@code docs/how-to/aws.md}. */
@SpiVersion(SpiVersion.CURRENT)
public final class AwsProviderFactory implements MachineProviderFactory {
  private static final ConfigSpec CONFIG = account().build();

  /** A page of a thousand instances is XML of some megabytes. */
  private static final int LARGEST_REPLY = 32 * 1024 * 1024;

  private static final ConfigSpec TEMPLATE = ConfigSpec.builder()
      .optional(
          "subnets",
          ConfigKey.Type.LIST,
          "Subnets by id, in order of preference; without, the default one of each zone.")
      .optional(
          "securityGroups",
          ConfigKey.Type.LIST,
          "Security groups by id or name; without, the default group.")
      .optional("keyPair", ConfigKey.Type.TEXT, "The name of a key pair.")
      .optional(
          "instanceProfile",
          ConfigKey.Type.TEXT,
          "An instance profile by name or ARN, for what programs on the machine may do.")
      .optional(
          "launchTemplate",
          ConfigKey.Type.TEXT,
          "A launch template by name or id, as name or name:version. It applies where no "
              + "other key is set.")
      .optional(
          "fleetSizes",
          ConfigKey.Type.LIST,
          "Sizes of which a machine may be any, in order of preference, beside the pool's size if it names one.")
      .optional(
          "fleetStrategy",
          ConfigKey.Type.TEXT,
          "How EC2 chooses among fleetSizes. Default: prioritized, or "
              + "price-capacity-optimized on the spot market.")
      .optional(
          "publicIp",
          ConfigKey.Type.BOOLEAN,
          "Whether machines get a public address. Default: the setting of their subnet.")
      .build();

  /** A factory; does nothing yet. */
  public AwsProviderFactory() {}

  @Override
  public String name() {
    return "aws";
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
    AwsConfig settings = AwsConfig.of(config);
    AwsClient api = api(settings, environment);
    return new AwsProvider(api, AwsProvider.profile(config).build(), settings, environment);
  }

  /** The way to an account. */
  public static AwsClient api(AwsConfig settings, ProviderEnvironment environment) {
    Optional<String> caFile = settings.caFile;
    HttpTransport transport = new HttpTransport(
        "aws-" + environment.account(), new TrustMaterial(() -> caFile), LARGEST_REPLY);
    return new AwsClient(settings, transport, environment);
  }

  /** The keys that every account of AWS has. */
  public static ConfigSpec.Builder account() {
    return ConfigSpec.builder()
        .optional(
            "region",
            ConfigKey.Type.TEXT,
            "The region, for example eu-north-1; without, where the AWS SDK finds one.")
        .optional(
            "profile",
            ConfigKey.Type.TEXT,
            "A profile of ~/.aws/config and ~/.aws/credentials to log in with.")
        .optional(
            "accessKeyId",
            ConfigKey.Type.TEXT,
            "The id of an access key; without, what the AWS SDK finds.")
        .optional("secretAccessKey", ConfigKey.Type.SECRET, "The secret of the access key.")
        .optional(
            "sessionToken",
            ConfigKey.Type.SECRET,
            "The token of a session that the access key is for; ends with it, so good for trying only.")
        .optional(
            "roleArn",
            ConfigKey.Type.TEXT,
            "A role to take on, for example arn:aws:iam::123456789012:role/pools.")
        .optional(
            "externalId", ConfigKey.Type.SECRET, "The external id that the role's owner requires.")
        .optional(
            "roleSession",
            ConfigKey.Type.TEXT,
            "cloudadapter",
            "What CloudTrail calls us when we have taken on the role.")
        .optional(
            "endpoint",
            ConfigKey.Type.URI,
            "An address to use for every service in place of AWS's own, such as an emulator's.")
        .optional(
            "loadBalancerSubnets",
            ConfigKey.Type.LIST,
            "Subnets by id, one in each zone, of load balancers that are made; without, none can be.")
        .optional(
            "internalLoadBalancers",
            ConfigKey.Type.BOOLEAN,
            "Whether these are reached from within the network only; without, from anywhere.")
        .optional(
            "spotQueue",
            ConfigKey.Type.TEXT,
            "The URL of a queue of SQS into which EventBridge puts notices of spot instances.")
        .optional(
            "caFile",
            ConfigKey.Type.TEXT,
            "A PEM file of the authorities to trust instead of the public ones.")
        .timeAboveZero("callTimeout", "60s", "The longest that a call may take.")
        .timeAboveZero(
            "lateAcceptance",
            "60s",
            "The longest that AWS may still act on a request after its call was given up.")
        .timeAboveZero(
            "listLag",
            "5m",
            "The longest that EC2's lists may lag behind the truth; attaching a machine waits so long.");
  }
}
