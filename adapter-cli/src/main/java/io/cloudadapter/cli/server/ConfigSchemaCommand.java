package io.cloudadapter.cli.server;

import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.server.config.ConfigJsonSchema;
import picocli.CommandLine.Command;

/** Prints what editors need to complete and check a configuration. */
@Command(
    name = "config-schema",
    sortOptions = false,
    description = "Prints the JSON Schema of the configuration, with the keys of all adapters on "
        + "the class path. Editors complete and check the file with it.")
public final class ConfigSchemaCommand implements Runnable {
  private final Terminal terminal;

  public ConfigSchemaCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    terminal.out().print(new ConfigJsonSchema(ServeOptions.adapters()).text());
  }
}
