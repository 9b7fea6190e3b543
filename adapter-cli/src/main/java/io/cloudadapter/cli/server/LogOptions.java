package io.cloudadapter.cli.server;

import picocli.CommandLine.Option;

/** Where the log of a server goes, and how it reads. */
final class LogOptions {
  @Option(
      names = "--log-to",
      paramLabel = "TARGET",
      description = "file: adapter.log in the data directory, and warnings on stderr. console: "
          + "all on standard output, for systemd and containers. Default: file.")
  private LogConfig.Target target = LogConfig.Target.FILE;

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      description = "text, or json with the field names of ECS. Default: text.")
  private LogConfig.Format format = LogConfig.Format.TEXT;

  LogConfig.Target target() {
    return target;
  }

  LogConfig.Format format() {
    return format;
  }
}
