package io.cloudadapter.core;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * An account of a cloud: which adapter, and its configuration. Pools name the account that they live in.
 *
 * @param name {@code [a-z][a-z0-9-]{0,29}}
 * @param provider the adapter's name, see {@link io.cloudadapter.spi.MachineProviderFactory#name()}
 * @param config values for the adapter's {@link io.cloudadapter.spi.MachineProviderFactory#config()}
 */
public record AccountConfig(String name, String provider, Map<String, String> config) {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,29}");

  /**
   * Checks the name and copies the values.
   *
   * @throws IllegalArgumentException if the name is not of that form
   */
  public AccountConfig {
    Objects.requireNonNull(provider, "provider");
    config = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(config));
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "account name must be a lower-case letter followed by at most 29 of [a-z0-9-], was: "
              + name);
    }
  }

  /** Shows the keys only; a value may be a secret. */
  @Override
  public String toString() {
    return "AccountConfig[" + name + ", " + provider + ", keys " + config.keySet() + "]";
  }
}
