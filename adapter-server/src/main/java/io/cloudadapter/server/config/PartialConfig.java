package io.cloudadapter.server.config;

import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import java.util.List;
import java.util.Objects;

/**
 * A configuration as far as it is sound, so that an error in one place hides no error in another. Defaults replace
 * wrong values; unusable accounts and pools are left out.
 *
 * @param config what could be read; not to be used while there are faults, but to be looked at
 * @param faults everything that is wrong, each with its path and line
 * @param doubts what is read and has no effect, each with its path and line
 * @param lines the lines of the keys, for errors that are found later
 */
public record PartialConfig(
    AdapterConfig config, List<ConfigError> faults, List<ConfigError> doubts, ConfigLines lines) {

  /** Copies the lists. */
  public PartialConfig {
    Objects.requireNonNull(config, "config");
    faults = List.copyOf(faults);
    doubts = List.copyOf(doubts);
    Objects.requireNonNull(lines, "lines");
  }

  /**
   * The configuration, if it is whole.
   *
   * @return the configuration
   * @throws ConfigException with everything that is wrong
   */
  public AdapterConfig whole() {
    if (!faults.isEmpty()) {
      throw new ConfigException(faults);
    }
    return config;
  }
}
