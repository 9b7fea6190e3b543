package io.cloudadapter.cli;

import java.nio.file.Path;

/**
 * Where log lines go: those of a server to a file in its data directory, and its warnings to stderr;
 * other commands only warn. To be said before the first logger is made.
 */
final class Logs {
  private Logs() {}

  static Path in(Path data) {
    return data.resolve("adapter.log");
  }

  static void toFileIn(Path data) {
    System.setProperty("adapter.log.file", in(data).toString());
    System.setProperty("logback.configurationFile", "adapter-serve-logback.xml");
  }
}
