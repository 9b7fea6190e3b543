package io.cloudadapter.spi.config;

import java.util.List;
import java.util.stream.Collectors;

/** The exception for a configuration that cannot be used, with every error in it. */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<ConfigError> faults;

  /**
   * Makes an exception with these errors.
   *
   * @param faults one or more
   */
  public ConfigException(List<ConfigError> faults) {
    super(faults.stream().map(ConfigError::toString).collect(Collectors.joining("\n")));
    if (faults.isEmpty()) {
      throw new IllegalArgumentException("a config exception must name a fault");
    }
    this.faults = List.copyOf(faults);
  }

  /**
   * Returns every error.
   *
   * @return the errors, at least one
   */
  public List<ConfigError> faults() {
    return faults;
  }
}
