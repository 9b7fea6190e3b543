package io.cloudadapter.spi.config;

import java.util.Objects;

/**
 * One thing that is wrong with a configuration.
 *
 * @param key where, for example {@code accounts.prod.region}
 * @param problem what is wrong and what is allowed, for people; never the value of a secret
 */
public record ConfigError(String key, String problem) {
  /** Checks that nothing is missing. */
  public ConfigError {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(problem, "problem");
  }

  /**
   * The same fault, seen from outside.
   *
   * @param prefix what to put before the key, with its dot
   * @return the fault with the longer key
   */
  public ConfigError under(String prefix) {
    return new ConfigError(prefix + key, problem);
  }

  @Override
  public String toString() {
    return key + ": " + problem;
  }
}
