package io.cloudadapter.cli.server;

import io.cloudadapter.cli.terminal.ProgramName;
import io.cloudadapter.cli.terminal.WrappedText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * One section of a runbook: what one alarm, or one kind of refusal to start, means, and what a person does about it.
 *
 * @param page the page that it is of
 * @param title its heading, without marks of Markdown
 * @param text its Markdown below the heading
 */
record RunbookSection(RunbookPage page, String title, String text) {
  /** An empty line, or the end of a line before an item of a list. */
  private static final Pattern PARAGRAPH_END = Pattern.compile("\n\n|\n(?=- )");

  private static final Pattern LINK = Pattern.compile("\\[([^]]+)]\\(([^)\\s]+)\\)");
  private static final Pattern BOLD = Pattern.compile("\\*\\*([^*]+)\\*\\*");
  private static final Pattern NOT_IN_ANCHORS = Pattern.compile("[^a-z0-9_ -]");

  /** Reads a section from the text below {@code ##}: its first line is the heading. */
  static RunbookSection of(RunbookPage page, String markdown) {
    String[] parts = markdown.split("\n", 2);
    return new RunbookSection(page, parts[0].replace("`", "").strip(), parts[1].strip());
  }

  /** The name of the section in links, as GitHub makes it from the heading. */
  String anchor() {
    return NOT_IN_ANCHORS.matcher(title.toLowerCase(Locale.ROOT)).replaceAll("").replace(' ', '-');
  }

  /** The name by which {@code explain} finds the section, for example start-errors.md#server. */
  String name() {
    return page.file() + "#" + anchor();
  }

  /** Lines for a terminal, with links as paths of pages. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(page.label() + title);
    lines.add("PAGE:     " + RunbookPage.FOLDER + name());
    for (String paragraph : PARAGRAPH_END.split(text, -1)) {
      lines.add("");
      lines.addAll(WrappedText.lines(plain(paragraph), ""));
    }
    return lines;
  }

  private static String plain(String markdown) {
    String oneLine = markdown.replaceFirst("^- ", "").replaceAll("\\s+", " ");
    String unlinked =
        LINK.matcher(oneLine).replaceAll(link -> link.group(1) + " (" + path(link.group(2)) + ")");
    return BOLD.matcher(unlinked)
        .replaceAll("$1")
        .replace("`./adapter ", "`" + ProgramName.text() + " ");
  }

  /** A link of the page as a path in the project and in its releases. */
  private static String path(String target) {
    return Path.of(RunbookPage.FOLDER).resolve(target).normalize().toString().replace('\\', '/');
  }
}
