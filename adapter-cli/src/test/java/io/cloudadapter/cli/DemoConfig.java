package io.cloudadapter.cli;

import io.cloudadapter.cli.server.ServeOptions;
import io.cloudadapter.server.config.AdapterConfig;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine;

/** Configurations as serve reads them; the demo's is on any port and in another directory. */
public final class DemoConfig {
  private DemoConfig() {}

  public static AdapterConfig config(Path data) {
    return config("--data", data.toString(), "--port", "0");
  }

  /** What serve would take from these options. */
  public static AdapterConfig config(String... args) {
    ServeOptions options = new ServeOptions();
    new CommandLine(options).parseArgs(args);
    return options.draft(Map.of()).whole();
  }
}
