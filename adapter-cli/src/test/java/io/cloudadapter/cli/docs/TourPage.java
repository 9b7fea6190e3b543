package io.cloudadapter.cli.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tour, or a page like it, as its reader sees it: commands to paste, each with what they print. */
record TourPage(List<Step> steps) {
  private static final String COMMANDS = "```sh";
  private static final String PRINTED = "```text";
  private static final String END = "```";

  /** What the words in angle brackets stand for; any other text in them stands for itself. */
  private static final Map<String, String> PLACEHOLDERS = Map.ofEntries(
      Map.entry("id", "i-[0-9a-f]+"),
      Map.entry("uuid", "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
      Map.entry("time", "[0-9-]+T[0-9:.]+Z"),
      Map.entry("age", "[0-9]+[smh]"),
      Map.entry("ip", "[0-9]+(?:\\.[0-9]+){3}"),
      Map.entry("zone", "[a-z]"),
      Map.entry("digest", "[0-9a-f]{32}"),
      Map.entry("port", "[0-9]+"),
      Map.entry("number", "[0-9]+"),
      Map.entry("directory", "\\S+"),
      Map.entry("text", ".+"));

  private static final Pattern PLACEHOLDER =
      Pattern.compile("<(" + String.join("|", PLACEHOLDERS.keySet()) + ")>");

  /**
   * Something to paste.
   *
   * @param line where it begins in the page, from 1
   * @param commands the commands
   * @param printed what they print according to the page, without blank lines
   */
  record Step(int line, List<String> commands, List<String> printed) {}

  /** Reads a page; what a block prints stands right below it. */
  static TourPage read(Path page) throws IOException {
    List<String> lines = Files.readAllLines(page);
    List<Step> steps = new ArrayList<>();
    int at = 0;
    while (at < lines.size()) {
      if (lines.get(at).equals(PRINTED)) {
        throw new IllegalStateException("nothing prints the block at line " + (at + 1));
      }
      if (!lines.get(at).equals(COMMANDS)) {
        at++;
        continue;
      }
      List<String> commands = block(lines, at);
      int below = at + commands.size() + 3;
      boolean prints = below < lines.size() && lines.get(below).equals(PRINTED);
      List<String> printed = prints ? block(lines, below) : List.of();
      steps.add(new Step(at + 1, commands, plain(printed)));
      at = prints ? below + printed.size() + 2 : below - 1;
    }
    return new TourPage(steps);
  }

  private static List<String> block(List<String> lines, int fence) {
    int end = fence + 1;
    while (!lines.get(end).equals(END)) {
      end++;
    }
    return lines.subList(fence + 1, end);
  }

  /** Lines without what no reader looks at: blank ones, and how wide a gap is. */
  static List<String> plain(List<String> lines) {
    return lines.stream()
        .map(line -> line.strip().replaceAll(" +", " "))
        .filter(line -> !line.isEmpty())
        .toList();
  }

  /** Puts the page's own line in the place of each printed line that it describes. */
  static List<String> asOnPage(List<String> printed, List<String> page) {
    List<String> lines = new ArrayList<>(printed);
    for (int i = 0; i < Math.min(printed.size(), page.size()); i++) {
      if (pattern(page.get(i)).matcher(printed.get(i)).matches()) {
        lines.set(i, page.get(i));
      }
    }
    return lines;
  }

  private static Pattern pattern(String line) {
    StringBuilder pattern = new StringBuilder();
    Matcher placeholder = PLACEHOLDER.matcher(line);
    int from = 0;
    while (placeholder.find()) {
      pattern.append(Pattern.quote(line.substring(from, placeholder.start())));
      pattern.append(PLACEHOLDERS.get(placeholder.group(1)));
      from = placeholder.end();
    }
    return Pattern.compile(pattern.append(Pattern.quote(line.substring(from))).toString());
  }
}
