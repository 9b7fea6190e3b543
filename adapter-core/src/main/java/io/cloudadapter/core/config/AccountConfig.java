package io.cloudadapter.core.config;

import com.google.common.collect.ImmutableSortedMap;
import io.cloudadapter.api.TimeSpan;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * An account of a cloud: which adapter, and its configuration. Pools name the account that they live in.
 *
 * @param name {@code [a-z][a-z0-9-]{0,29}}
 * @param provider the adapter's name, see {@link io.cloudadapter.spi.MachineProviderFactory#name()}
 * @param config values for the adapter's {@link io.cloudadapter.spi.MachineProviderFactory#config()}
 * @param longestRetryAfter how long the pools wait at most when the cloud asks them to, 1s to 1d; then one
 *     request tries
 */
public record AccountConfig(
    String name, String provider, Map<String, String> config, Duration longestRetryAfter) {
  /** How long the pools wait at most when the cloud asks them to, unless configured. */
  public static final Duration LONGEST_RETRY_AFTER = Duration.ofMinutes(5);

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,29}");

  /**
   * Checks the name and copies the values.
   *
   * @throws IllegalArgumentException if the name is not of that form, or the time out of its range
   */
  public AccountConfig {
    Objects.requireNonNull(provider, "provider");
    config = ImmutableSortedMap.copyOf(config);
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "account name must be a lower-case letter followed by at most 29 of [a-z0-9-], was: "
              + name);
    }
    if (longestRetryAfter.compareTo(Duration.ofSeconds(1)) < 0
        || longestRetryAfter.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException(
          "longestRetryAfter must be 1s to 1d, was " + TimeSpan.text(longestRetryAfter));
    }
  }

  /**
   * An account with the usual bound on what the cloud may ask the pools to wait.
   *
   * @param name {@code [a-z][a-z0-9-]{0,29}}
   * @param provider the adapter's name
   * @param config values for the adapter
   * @throws IllegalArgumentException if the name is not of that form
   */
  public AccountConfig(String name, String provider, Map<String, String> config) {
    this(name, provider, config, LONGEST_RETRY_AFTER);
  }

  /** Shows the keys only; a value may be a secret. */
  @Override
  public String toString() {
    return "AccountConfig[" + name + ", " + provider + ", keys " + config.keySet() + "]";
  }
}
