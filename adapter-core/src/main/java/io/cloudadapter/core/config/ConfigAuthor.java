package io.cloudadapter.core.config;

import java.util.Objects;

/**
 * Who changes the configuration of a pool.
 *
 * @param manager on whose behalf: only the pool's manager may change its configuration
 * @param name the caller, for the list of versions and the history; empty if there is none
 */
public record ConfigAuthor(ConfigManager manager, String name) {

  /** Checks that nothing is missing. */
  public ConfigAuthor {
    Objects.requireNonNull(manager, "manager");
    Objects.requireNonNull(name, "name");
  }

  /**
   * Makes a caller of the API.
   *
   * @param name the caller's name
   * @return an author
   */
  public static ConfigAuthor api(String name) {
    return new ConfigAuthor(ConfigManager.API, name);
  }

  /**
   * Makes the configuration file.
   *
   * @return an author
   */
  public static ConfigAuthor file() {
    return new ConfigAuthor(ConfigManager.FILE, "configuration");
  }
}
