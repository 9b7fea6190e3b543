package io.cloudadapter.server.config;

import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import java.util.ArrayList;
import java.util.List;

/** Collects errors and warnings of a configuration, so that a person can mend them all at once. */
final class ConfigErrors {
  /** In the place of a key, where all of the file is meant. */
  static final String WHOLE = "(file)";

  private final List<ConfigError> all = new ArrayList<>();
  private final List<ConfigError> doubts = new ArrayList<>();

  void add(String path, String problem, int line) {
    all.add(fault(path, problem, line));
  }

  /** What goes on all the same, and may not be what was meant. */
  void doubt(String path, String problem, int line) {
    doubts.add(fault(path, problem, line));
  }

  static ConfigError fault(String path, String problem, int line) {
    return new ConfigError(path.isEmpty() ? WHOLE : path, problem + " (line " + line + ")");
  }

  void add(String path, String problem) {
    all.add(new ConfigError(path, problem));
  }

  int count() {
    return all.size();
  }

  List<ConfigError> list() {
    return List.copyOf(all);
  }

  List<ConfigError> doubts() {
    return List.copyOf(doubts);
  }

  void throwIfAny() {
    if (!all.isEmpty()) {
      throw new ConfigException(all);
    }
  }
}
