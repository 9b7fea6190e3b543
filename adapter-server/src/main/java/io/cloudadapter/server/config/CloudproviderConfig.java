package io.cloudadapter.server.config;

import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.options.CloudproviderOptions;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The configuration of the HTTP cloudprovider API and its account.
 *
 * @param account the account's name; that of the default pool if empty
 * @param settings how
 */
public record CloudproviderConfig(Optional<String> account, CloudproviderOptions settings) {
  /** Checks that nothing is missing. */
  public CloudproviderConfig {
    Objects.requireNonNull(account, "account");
    Objects.requireNonNull(settings, "settings");
  }

  /**
   * Over the default pool's account, on the main listener only.
   *
   * @return the usual configuration
   */
  public static CloudproviderConfig usual() {
    return new CloudproviderConfig(Optional.empty(), CloudproviderOptions.usual());
  }

  /**
   * The account that is served.
   *
   * @param pools all pools, the default one first, at least one
   * @return its name
   */
  public String account(List<PoolConfig> pools) {
    return account.orElseGet(() -> pools.get(0).account());
  }
}
