package io.cloudadapter.cli.server;

import io.cloudadapter.spi.config.ConfigError;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Passes on what may not be meant in a configuration file, for the log. Of a file that is read again it passes on only
 * what the last read did not find: a secret that changes each hour has the file read each hour. One thread at a time
 * may use it.
 */
final class ConfigWarnings {
  /** A line that is inserted above moves a warning, which stays the same. */
  private static final Pattern LINE = Pattern.compile(" \\(line \\d+\\)$");

  private final Consumer<ConfigError> log;
  private Set<String> last = Set.of();

  ConfigWarnings(Consumer<ConfigError> log) {
    this.log = log;
  }

  /** Takes what one read has found. */
  void found(List<ConfigError> doubts) {
    doubts.stream().filter(doubt -> !last.contains(withoutLine(doubt))).forEach(log);
    last = doubts.stream().map(ConfigWarnings::withoutLine).collect(Collectors.toSet());
  }

  private static String withoutLine(ConfigError doubt) {
    return LINE.matcher(doubt.toString()).replaceFirst("");
  }
}
