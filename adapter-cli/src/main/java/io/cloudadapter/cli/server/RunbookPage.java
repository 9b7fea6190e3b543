package io.cloudadapter.cli.server;

import io.cloudadapter.cli.terminal.UsageException;
import io.cloudadapter.spi.config.SpellingSuggestion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A page of the documentation with a section for each alarm or each kind of refusal to start. The program carries these
 * pages, so that it can print a section where the documentation is not at hand.
 */
enum RunbookPage {
  ALARMS("alarms.md", "ALARM:    "),
  START_ERRORS("start-errors.md", "REFUSAL:  ");

  /** Where the pages are, in the project and in its releases. */
  static final String FOLDER = "docs/reference/";

  private final String file;
  private final String label;

  RunbookPage(String file, String label) {
    this.file = file;
    this.label = label;
  }

  String file() {
    return file;
  }

  /** What a section is about, in front of its title. */
  String label() {
    return label;
  }

  List<RunbookSection> sections() {
    String[] parts = text().split("\n## ", -1);
    return Arrays.stream(parts)
        .skip(1)
        .map(part -> RunbookSection.of(this, part))
        .toList();
  }

  /**
   * Finds what a word names.
   *
   * @param word the code of an alarm, a page, or a section of a page as messages name it, such as
   *     docs/reference/alarms.md#cloud, with or without its folder; case does not matter
   * @return the section, or those of the page; none if the word names neither a page nor an alarm
   * @throws UsageException if the page has no such section; the message has those that there are
   */
  static List<RunbookSection> find(String word) {
    String[] parts = word.split("#", 2);
    String name = parts[0].substring(parts[0].lastIndexOf('/') + 1);
    Optional<RunbookPage> page =
        Arrays.stream(values()).filter(one -> one.file.equalsIgnoreCase(name)).findFirst();
    if (page.isEmpty()) {
      return ALARMS.sections().stream()
          .filter(section -> section.title().equalsIgnoreCase(word))
          .toList();
    }
    return parts.length == 1 ? page.get().sections() : List.of(page.get().section(parts[1]));
  }

  private RunbookSection section(String anchor) {
    List<RunbookSection> sections = sections();
    return sections.stream()
        .filter(section -> section.anchor().equalsIgnoreCase(anchor))
        .findFirst()
        .orElseThrow(() -> new UsageException("there is no section " + anchor + " in " + FOLDER
            + file + "; " + suggestion(anchor, sections)));
  }

  private static String suggestion(String anchor, List<RunbookSection> sections) {
    List<String> anchors = sections.stream().map(RunbookSection::anchor).toList();
    return SpellingSuggestion.to(anchor, anchors)
        .map(near -> "did you mean " + near + "?")
        .orElse("there are " + String.join(", ", anchors));
  }

  private String text() {
    try (InputStream in = RunbookPage.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("the command line's jar lacks " + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the command line's " + file, e);
    }
  }
}
