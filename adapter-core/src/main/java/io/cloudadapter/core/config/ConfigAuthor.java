package io.cloudadapter.core.config;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Who changes the configuration of a pool.
 *
 * @param manager on whose behalf: only the pool's manager may change its configuration
 * @param name the caller, for the list of versions and the history; empty if there is none
 * @param set the set of pools that the caller applies together, of which a pool becomes a member; empty to leave a pool
 *     in its set
 */
public record ConfigAuthor(ManagedBy manager, String name, Optional<String> set) {
  private static final Pattern SET = Pattern.compile("[a-z][a-z0-9-]{0,62}");

  /** Checks that nothing is missing. */
  public ConfigAuthor {
    Objects.requireNonNull(manager, "manager");
    Objects.requireNonNull(name, "name");
    set.filter(text -> !SET.matcher(text).matches()).ifPresent(text -> {
      throw new IllegalArgumentException("set must match " + SET + ", was: " + text);
    });
  }

  /**
   * Makes a caller of the API.
   *
   * @param name the caller's name
   * @return an author
   */
  public static ConfigAuthor api(String name) {
    return new ConfigAuthor(ManagedBy.API, name, Optional.empty());
  }

  /**
   * The same, who applies a set of pools together.
   *
   * @param name the set, {@code [a-z][a-z0-9-]{0,62}}
   * @return an author
   * @throws IllegalArgumentException if the set's name is not of that form
   */
  public ConfigAuthor applying(String name) {
    return new ConfigAuthor(manager, this.name, Optional.of(name));
  }

  /**
   * Makes the configuration file.
   *
   * @return an author
   */
  public static ConfigAuthor file() {
    return new ConfigAuthor(ManagedBy.FILE, "configuration", Optional.empty());
  }
}
