package io.cloudadapter.spi.config;

import java.util.List;
import java.util.stream.Collectors;

/** A configuration that cannot be used, with everything that is wrong with it. */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<ConfigError> faults;

  /**
   * An exception for these faults.
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
   * Everything that is wrong.
   *
   * @return the faults, at least one
   */
  public List<ConfigError> faults() {
    return faults;
  }
}
