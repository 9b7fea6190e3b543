package io.cloudadapter.cli.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;

/**
 * Configures the log: a server logs to a file in its data directory, and its warnings to stderr, or all to standard
 * output; other commands only warn. It must run before the first logger is made.
 */
final class LogConfig {
  private static final String CONFIGURATION = "logback.configurationFile";

  /** Where the log goes. */
  enum Target {
    FILE,
    CONSOLE
  }

  /** What its lines are: text for people, or JSON with the field names of ECS, the Elastic Common Schema. */
  enum Format {
    TEXT,
    JSON
  }

  private LogConfig() {}

  static Path in(Path data) {
    return data.resolve("adapter.log");
  }

  /** An operator's own configuration stays: as a system property, else by the environment. */
  static void log(
      Path data,
      Target target,
      Format format,
      Map<String, String> environment,
      InstantSource clock) {
    System.setProperty("adapter.log.file", in(data).toString());
    System.setProperty("adapter.log.appender", (target + "-" + format).toLowerCase(Locale.ROOT));
    System.setProperty("adapter.log.warnings", target == Target.FILE ? "stderr" : "none");
    if (System.getProperty(CONFIGURATION) == null) {
      String given = environment.get("ADAPTER_LOG_CONFIG");
      System.setProperty(
          CONFIGURATION, given == null ? "adapter-serve-logback.xml" : checked(given));
    }
    new LogGuard().install();
    new LogRepeatLimit(clock).install();
  }

  private static String checked(String file) {
    if (!Files.isReadable(Path.of(file))) {
      throw new IllegalArgumentException("ADAPTER_LOG_CONFIG is " + file
          + ", which cannot be read; it must be a logback configuration");
    }
    return Path.of(file).toAbsolutePath().toString();
  }
}
