package io.cloudadapter.openstack;

import io.cloudadapter.http.HttpTransport;
import io.cloudadapter.http.TrustMaterial;
import io.cloudadapter.openstack.client.OpenStackClient;
import io.cloudadapter.openstack.client.OpenStackCredentialSource;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.SpiVersion;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.util.Map;
import java.util.function.Supplier;

/** Opens projects of OpenStack: provider {@code openstack}. See {@code docs/how-to/openstack.md}. */
@SpiVersion(SpiVersion.CURRENT)
public final class OpenStackProviderFactory implements MachineProviderFactory {
  private static final ConfigSpec CONFIG = ConfigSpec.builder()
      .optional("cloud", ConfigKey.Type.TEXT, "A cloud of clouds.yaml, in place of the keys below.")
      .optional(
          "cloudsFile",
          ConfigKey.Type.TEXT,
          "The file clouds.yaml; without, where OpenStack's own clients look for it.")
      .optional(
          "authUrl",
          ConfigKey.Type.TEXT,
          "Keystone's address, for example https://cloud.example:5000/v3.")
      .optional("user", ConfigKey.Type.TEXT, "The name of the user who logs in.")
      .optional("userId", ConfigKey.Type.TEXT, "The user's id, in place of name and domain.")
      .optional("password", ConfigKey.Type.SECRET, "The user's password.")
      .optional("userDomain", ConfigKey.Type.TEXT, "The name of the user's domain.")
      .optional("userDomainId", ConfigKey.Type.TEXT, "The id of the user's domain.")
      .optional("project", ConfigKey.Type.TEXT, "The name of the project that has the machines.")
      .optional("projectId", ConfigKey.Type.TEXT, "The project's id, in place of name and domain.")
      .optional("projectDomain", ConfigKey.Type.TEXT, "The name of the project's domain.")
      .optional("projectDomainId", ConfigKey.Type.TEXT, "The id of the project's domain.")
      .optional(
          "applicationCredentialId",
          ConfigKey.Type.TEXT,
          "The id of an application credential, in place of user, password and project.")
      .optional(
          "applicationCredentialName",
          ConfigKey.Type.TEXT,
          "The name of an application credential of the user.")
      .optional(
          "applicationCredentialSecret",
          ConfigKey.Type.SECRET,
          "The secret of the application credential.")
      .optional(
          "token",
          ConfigKey.Type.SECRET,
          "A token to log in with; ends when that expires, so good for trying only.")
      .optional(
          "region",
          ConfigKey.Type.TEXT,
          "The region, for example RegionOne. Optional if the cloud has only one.")
      .optional(
          "interface",
          ConfigKey.Type.TEXT,
          "Which endpoints of the services to use: public (default), internal or admin.")
      .optional(
          "caFile",
          ConfigKey.Type.TEXT,
          "A PEM file of the authorities to trust instead of the public ones.")
      .optional(
          "loadBalancerNetwork",
          ConfigKey.Type.TEXT,
          "The network, by name or id, in which new load balancers get their addresses; without, the project's "
              + "only one.")
      .optional(
          "router",
          ConfigKey.Type.TEXT,
          "The router, by name or id, that has the routes of clusters; without, the project's only one.")
      .timeAboveZero(
          "callTimeout",
          "60s",
          "The longest that a call may take; what load balancers before Nova wait, or longer.")
      .timeAboveZero(
          "lateAcceptance",
          "60s",
          "The longest that Nova may still act on a request after its call was given up.")
      .timeAboveZero(
          "listLag",
          "10s",
          "The longest that Nova's lists may lag behind the truth, as replicas of databases do.")
      .build();

  private static final ConfigSpec TEMPLATE = ConfigSpec.builder()
      .optional(
          "networks",
          ConfigKey.Type.LIST,
          "Networks by name or id, one port on each; none for no network; without, what Nova chooses.")
      .optional(
          "securityGroups",
          ConfigKey.Type.LIST,
          "Security groups by name or id; without, the project's default group.")
      .optional("keyPair", ConfigKey.Type.TEXT, "The name of a key pair of the user who logs in.")
      .optional(
          "serverGroup", ConfigKey.Type.TEXT, "A server group by name or id, for (anti-)affinity.")
      .optional(
          "configDrive",
          ConfigKey.Type.BOOLEAN,
          "Whether machines get their metadata on a drive, too.")
      .add(new ConfigKey(
          "bootVolumeGb",
          ConfigKey.Type.INTEGER,
          false,
          java.util.Optional.empty(),
          java.util.List.of(),
          1,
          65_536,
          "Boot from a new volume of so many GiB, which goes with the machine."))
      .build();

  private final Supplier<Map<String, String>> variables;

  /** A factory; does nothing yet. */
  public OpenStackProviderFactory() {
    this(System::getenv);
  }

  /** A factory for tests. */
  OpenStackProviderFactory(Supplier<Map<String, String>> variables) {
    this.variables = variables;
  }

  @Override
  public String name() {
    return "openstack";
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
    OpenStackCredentialSource source = OpenStackCredentialSource.of(config, variables.get());
    HttpTransport transport = new HttpTransport(
        "openstack-" + environment.account(),
        new TrustMaterial(() -> source.login().caFile()));
    OpenStackClient api = new OpenStackClient(transport, source, environment.ticker());
    return new OpenStackProvider(api, config);
  }
}
