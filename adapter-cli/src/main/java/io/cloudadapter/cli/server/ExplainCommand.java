package io.cloudadapter.cli.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cloudadapter.cli.terminal.Terminal;
import io.cloudadapter.cli.terminal.UsageException;
import io.cloudadapter.server.config.ConfigJsonSchema;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Explains keys of the configuration, alarms, and refusals to start. */
@Command(
    name = "explain",
    sortOptions = false,
    description = {
      "Explains a key of the configuration, an alarm or a refusal to start.",
      "Of a key: its type, default, allowed values and meaning, and the keys below it. Of an alarm "
          + "and a refusal: what it means, and what to do about it."
    })
public final class ExplainCommand implements Runnable {
  private final Terminal terminal;

  @Parameters(
      arity = "0..1",
      paramLabel = "KEY|ALARM|SECTION",
      completionCandidates = Names.class,
      description =
          "Keys joined by dots, for example pools.hooks.timeout; the code of an alarm, for "
              + "example CLOUD; or a section as messages name it, for example "
              + "docs/reference/start-errors.md#server. Without one, the top of the configuration.")
  private String word = "";

  @Option(names = "--recursive", description = "List the keys below down to the last.")
  private boolean recursive;

  public ExplainCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** The alarms and sections that shells offer. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(RunbookPage.values())
          .flatMap(page -> page.sections().stream())
          .map(section -> section.page() == RunbookPage.ALARMS ? section.title() : section.name())
          .iterator();
    }
  }

  @Override
  public void run() {
    List<RunbookSection> sections = RunbookPage.find(word);
    if (sections.isEmpty()) {
      explainKey();
      return;
    }
    if (recursive) {
      throw new UsageException(
          "--recursive lists keys of the configuration, and " + word + " is none; leave it out");
    }
    String between = "";
    for (RunbookSection section : sections) {
      terminal.out().print(between);
      section.lines().forEach(terminal.out()::println);
      between = System.lineSeparator();
    }
  }

  private void explainKey() {
    String schema = new ConfigJsonSchema(ServeOptions.adapters()).text();
    List<String> alarms =
        RunbookPage.ALARMS.sections().stream().map(RunbookSection::title).toList();
    try {
      new ConfigExplanation(JsonMapper.builder().build().readTree(schema), alarms)
          .lines(word, recursive)
          .forEach(terminal.out()::println);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the schema is JSON", e);
    }
  }
}
