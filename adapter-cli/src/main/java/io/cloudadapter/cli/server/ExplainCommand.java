package io.cloudadapter.cli.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.server.config.ConfigJsonSchema;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Explains keys of the configuration. */
@Command(
    name = "explain",
    sortOptions = false,
    description =
        "Explains a key of the configuration: its type, default, allowed values and meaning, "
            + "and the keys below it.")
public final class ExplainCommand implements Runnable {
  private final Terminal terminal;

  @Parameters(
      arity = "0..1",
      paramLabel = "KEY",
      description = "Keys joined by dots, for example pools.hooks.timeout; without one, the top.")
  private String key = "";

  @Option(names = "--recursive", description = "List the keys below down to the last.")
  private boolean recursive;

  public ExplainCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    String schema = new ConfigJsonSchema(ServeOptions.adapters()).text();
    try {
      new ConfigExplanation(JsonMapper.builder().build().readTree(schema))
          .lines(key, recursive)
          .forEach(terminal.out()::println);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the schema is JSON", e);
    }
  }
}
