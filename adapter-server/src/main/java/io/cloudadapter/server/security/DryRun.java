package io.cloudadapter.server.security;

import io.cloudadapter.spi.config.ConfigError;
import java.util.List;

/** Tries what a start would do, and collects the reasons why that would fail. */
final class DryRun {
  private DryRun() {}

  static void at(String key, Runnable work, List<ConfigError> faults) {
    try {
      work.run();
    } catch (IllegalArgumentException e) {
      faults.add(new ConfigError(key, String.valueOf(e.getMessage())));
    }
  }
}
