package io.cloudadapter.cli;

import io.cloudadapter.server.config.AdapterConfig;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine;

/** The demo's configuration, on any port and another directory. */
final class Demo {
  private Demo() {}

  static AdapterConfig config(Path data) {
    ServeOptions options = new ServeOptions();
    new CommandLine(options).parseArgs("--data", data.toString(), "--port", "0");
    return options.read(Map.of());
  }
}
