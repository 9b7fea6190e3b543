package io.cloudadapter.spi.config;

import java.util.Objects;

/**
 * One error in a configuration.
 *
 * @param key the key, for example {@code accounts.prod.region}
 * @param problem what is wrong and what is allowed, for people; never the value of a secret
 */
public record ConfigError(String key, String problem) {
  /** Checks that nothing is missing. */
  public ConfigError {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(problem, "problem");
  }

  /**
   * Returns the same error with a longer key.
   *
   * @param prefix the text to put before the key, with its dot
   * @return the error with the longer key
   */
  public ConfigError under(String prefix) {
    return new ConfigError(prefix + key, problem);
  }

  @Override
  public String toString() {
    return key + ": " + problem;
  }
}
