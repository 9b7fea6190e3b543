package io.cloudadapter.spi;

import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.util.List;

/**
 * Opens an adapter. {@link java.util.ServiceLoader} finds it, so it needs a public constructor without arguments that
 * does nothing.
 */
public interface MachineProviderFactory {

  /**
   * Returns the adapter's name, by which a configuration selects it.
   *
   * @return {@code [a-z][a-z0-9-]*}, for example {@code aws}
   */
  String name();

  /**
   * Returns the keys of an account's configuration: endpoint, region, credentials. The core checks a configuration
   * against them before it calls {@link #open}.
   *
   * @return the keys; the same at each call
   */
  ConfigSpec config();

  /**
   * Returns the keys of a pool's template, for what {@link LaunchSpec} has no field: networks, disks, key pairs. The
   * core checks each pool's template against them.
   *
   * @return the keys; none unless overridden
   */
  default ConfigSpec template() {
    return ConfigSpec.none();
  }

  /**
   * Returns the zones that machines of an account can be in, as far as its configuration determines them. The core
   * warns about pools that name others, or leave some out, before it starts anything.
   *
   * @param config values that {@link #config()} has accepted
   * @return the zones; empty, as by default, if only the cloud can list them
   */
  default List<String> zones(ProviderConfig config) {
    return List.of();
  }

  /**
   * Opens the adapter on one account. Does no I/O, neither network nor files: if something cannot be reached, the
   * first call fails with UNAVAILABLE. Two adapters from one factory share nothing, also with the same configuration;
   * a second one may be opened before the first is closed.
   *
   * @param config values that {@link #config()} has accepted
   * @param environment clock, random numbers, the account's name
   * @return the adapter, ready for use
   * @throws ConfigException with every error found that a {@link ConfigSpec} cannot express
   */
  MachineProvider open(ProviderConfig config, ProviderEnvironment environment);
}
