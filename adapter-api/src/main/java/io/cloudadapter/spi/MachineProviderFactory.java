package io.cloudadapter.spi;

import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.util.List;

/**
 * Opens an adapter. Found by {@link java.util.ServiceLoader}: needs a public constructor without
 * arguments that does nothing.
 */
public interface MachineProviderFactory {

  /**
   * The adapter's name, by which a configuration chooses it.
   *
   * @return {@code [a-z][a-z0-9-]*}, for example {@code aws}
   */
  String name();

  /**
   * The keys that an account of this adapter is configured with: endpoint, region, credentials. The core
   * checks a configuration against it before it calls {@link #open}.
   *
   * @return the keys; the same at each call
   */
  ConfigSpec config();

  /**
   * The keys that a pool's template may have, for what {@link LaunchSpec} has no field: networks, disks,
   * key pairs. The core checks each pool's template against it.
   *
   * @return the keys; none unless overridden
   */
  default ConfigSpec template() {
    return ConfigSpec.none();
  }

  /**
   * The zones that machines of an account can be in, as far as its configuration says so. Pools that name
   * others, or leave some out, are warned of before anything starts.
   *
   * @param config values that {@link #config()} has accepted
   * @return the zones; none if only the cloud knows them, as unless overridden
   */
  default List<String> zones(ProviderConfig config) {
    return List.of();
  }

  /**
   * Opens the adapter on one account. Does no I/O, neither network nor files: what cannot be reached shows at
   * the first call, as UNAVAILABLE. Two adapters opened from one factory share nothing, also with the same
   * configuration; a second one may be opened before the first is closed.
   *
   * @param config values that {@link #config()} has accepted
   * @param environment clock, random numbers, the account's name
   * @return the adapter, ready for use
   * @throws ConfigException with every fault found, for what a {@link ConfigSpec} cannot express
   */
  MachineProvider open(ProviderConfig config, ProviderEnvironment environment);
}
