package io.cloudadapter.proof;

import io.cloudadapter.testkit.rule.Rule;
import io.cloudadapter.testkit.rule.RuleBook;
import io.cloudadapter.testkit.rule.RuleLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The document that lists the mutants, written on request by {@link AdapterMutantsTest}. */
final class MutantReport {
  private static final Path FILE = Path.of("../docs/reference/certification-mutants.md");

  /** {@code -Dmutants.write}: the document is written anew, when the mutants were tried. */
  private static final String WISH = "mutants.write";

  private static final int LONGEST = 160;
  private static final List<RuleBook> BOOKS = List.of(RuleBook.standard(), RuleBook.channels());

  /** Rules that are tried, but that no change of a few lines breaks here, and why. */
  static final Map<String, String> WITHOUT = new TreeMap<>(Map.of(
      "MP-2.8",
      "Larch makes a machine and its disk in one request, so a launch that fails has made nothing"
          + " that could be left."));

  private MutantReport() {}

  static boolean isWanted() {
    return System.getProperty(WISH) != null;
  }

  /** Writes the document, with what the kit said of those that were tried. */
  static synchronized void write(Map<AdapterMutant, String> said) throws IOException {
    Map<String, String> messages = Files.exists(FILE) ? said(read()) : new HashMap<>();
    said.forEach((mutant, seen) -> messages.put(mutant.toString(), brief(seen, mutant.says())));
    Files.writeString(FILE, text(messages));
  }

  static String read() throws IOException {
    return Files.readString(FILE);
  }

  /** What a document says that the kit said, by {@link AdapterMutant#toString}. */
  static Map<String, String> said(String document) {
    Map<String, String> messages = new HashMap<>();
    for (String line : document.lines().filter(row -> row.startsWith("| MP-")).toList()) {
      List<String> cells = List.of(line.substring(2).split(" \\| ", -1));
      if (cells.size() > 2) {
        messages.put(cells.get(0) + " " + cells.get(1), cells.get(2));
      }
    }
    return messages;
  }

  static String text(Map<String, String> messages) {
    StringBuilder text = new StringBuilder(head());
    for (RuleBook book : BOOKS) {
      append(text, book, messages);
    }
    return text.toString();
  }

  private static void append(StringBuilder text, RuleBook book, Map<String, String> messages) {
    String who = book == RuleBook.channels() ? "channel" : "adapter";
    String chapter = "";
    for (Rule rule : book.rules()) {
      for (AdapterMutant mutant : of(rule)) {
        String now = book.chapter(rule);
        if (!now.equals(chapter)) {
          text.append("\n## ").append(now).append("\n\n| rule | the ").append(who);
          text.append(" … | the kit says | breaks too |\n|---|---|---|---|\n");
          chapter = now;
        }
        text.append("| ").append(mutant.rule());
        text.append(" | ").append(mutant.bug());
        text.append(" | ").append(messages.getOrDefault(mutant.toString(), "?"));
        text.append(" | ").append(String.join(", ", mutant.drags())).append(" |\n");
      }
    }
  }

  /** All mutants, of adapters and of channels. */
  static List<AdapterMutant> all() {
    return Stream.of(
            AdapterMutants.all(),
            FeatureFlaws.mutants(),
            GroupFlaws.mutants(),
            PaceFlaws.mutants(),
            OperationFlaws.mutants(),
            IdFlaw.mutants(),
            ResourceFlaws.mutants(),
            ChannelMutants.all())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Rule> rules() {
    return BOOKS.stream().flatMap(book -> book.rules().stream()).toList();
  }

  private static String head() {
    return """
        # Broken adapters, and what the certification says of them

        *Generated reference page. `AdapterMutantsTest` writes it with `-Dmutants.write=true`; do not edit it by hand.*

        Who tests the testkit? %d adapters that are broken on purpose do: each is the example adapter with one \
        realistic bug
        in it, or the simulated adapter behind one, for features that the example does not have. Each must be \
        found by the rule
        that is named for it, with a message that tells the cause, and may break no rules but those that such a \
        bug cannot but
        break. So do %d broken hook channels, each the webhook with one bug in it. Of what the kit tries, they cover %s
        and %s.

        This tries them all, in some minutes:

        ```
        mvn -pl testkit-proof -am test -Dtest='io.cloudadapter.proof.*' -Dsurefire.failIfNoSpecifiedTests=false
        ```

        There, and in each build, a mutant is tried by its own rule at the tier FULL, and at SMOKE by those that \
        it is said to break
        too, by MP-2.1 and MP-4.3, on which nearly all others rest, and by one in 64 of the rest \
        (MP-3.1: one in four; channels: one
        in four), others for each mutant. With `-Dmutants.blast=whole` it is tried by every rule that takes no \
        real time, which takes some minutes more.

        With `-Dmutant=MP-5.13` or `-Dmutant=redirects` it tries only those of that rule or with that word in \
        their names. With
        `-Dmutants.write=true` this page is written anew, with the messages (shortened) of those that were tried; a test
        fails when it does not fit the mutants, which are in `testkit-proof/src/test`.

        Rules without a mutant:

        %s""".formatted(
            all().size() - ChannelMutants.all().size(),
            ChannelMutants.all().size(),
            covered(RuleLevel.MUST),
            covered(RuleLevel.SHOULD),
            rules().stream()
                .filter(rule -> of(rule).isEmpty())
                .map(rule -> "- " + rule.id() + ": " + why(rule) + "\n")
                .collect(Collectors.joining()));
  }

  private static String why(Rule rule) {
    return rule.untested()
        .map(why -> "nothing tries it. " + why)
        .orElseGet(() -> WITHOUT.getOrDefault(rule.id(), "?"));
  }

  private static String covered(RuleLevel level) {
    List<Rule> tried = rules().stream()
        .filter(rule -> rule.level() == level && rule.untested().isEmpty())
        .toList();
    long covered = tried.stream().filter(rule -> !of(rule).isEmpty()).count();
    return covered + " of the " + tried.size() + " rules of level " + level;
  }

  private static List<AdapterMutant> of(Rule rule) {
    return all().stream().filter(mutant -> mutant.rule().equals(rule.id())).toList();
  }

  /** The rules that are tried, and for which there is neither a mutant nor a reason. */
  static Set<String> missing() {
    return rules().stream()
        .filter(rule -> rule.untested().isEmpty() && of(rule).isEmpty())
        .map(Rule::id)
        .filter(rule -> !WITHOUT.containsKey(rule))
        .collect(Collectors.toSet());
  }

  /** A line around what tells the cause, without what chance has named. */
  private static String brief(String seen, String says) {
    String line = seen.replaceAll("\\b[a-z0-9]{27}\\b", "…")
        .replaceAll("m-[0-9a-f]{10}", "m-…")
        .replaceAll("i-[0-9a-f]{16,17}", "i-…")
        .replaceAll("kit-[a-z0-9]{10}-", "kit-…-")
        .replaceAll("(localhost|127\\.0\\.0\\.1):[0-9]+", "$1")
        .replaceAll("\\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b", "…")
        .replaceAll("[\\s\\u2028]+", " ")
        .replace('|', '/')
        .strip();
    int at = Math.max(0, line.indexOf(says));
    int from = at + says.length() <= LONGEST ? 0 : at;
    String cut = line.substring(from, Math.min(line.length(), from + LONGEST));
    return (from > 0 ? "… " : "") + cut.strip() + (from + LONGEST < line.length() ? " …" : "");
  }
}
