package io.cloudadapter.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages of the API explain each public type in a sentence, in the words of the glossary. */
class PublicTypesTest {
  private static final Pattern EXPORT = Pattern.compile("exports ([\\w.]+);");

  private static final Pattern TYPE = Pattern.compile(
      "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:@[^\\n]*\\s+)*public (?:(?:static|final|abstract|sealed|non-sealed) )*"
          + "(?:class|interface|record|enum|@interface) (\\w+)",
      Pattern.DOTALL);

  private static final Pattern BARE_TYPE = Pattern.compile(
      "^public (?:(?:final|abstract|sealed|non-sealed) )*(?:class|interface|record|enum|@interface) ",
      Pattern.MULTILINE);

  /** Words that the glossary refuses in one meaning, and that English or an API that we serve has in another. */
  private static final Set<String> OTHER_MEANINGS = Set.of(
      "again",
      "claim",
      "decision",
      "empty",
      "entry",
      "follow",
      "hold",
      "host",
      "label",
      "lead",
      "limit",
      "look",
      "name",
      "node",
      "offer",
      "opening",
      "order",
      "place",
      "power",
      "promise",
      "refusal",
      "report",
      "rest",
      "row",
      "server",
      "stopped",
      "tag",
      "target",
      "term",
      "token",
      "version",
      "wanted",
      "wire");

  @Test
  void eachPublicTypeHasAFirstSentenceInTheWordsOfTheGlossary() throws IOException {
    List<String> wrong = new ArrayList<>();
    Pattern refused = Pattern.compile("\\b(?:" + String.join("|", refused()) + ")s?\\b");
    int types = 0;
    for (Path source : exported()) {
      String text = Files.readString(source);
      var found = TYPE.matcher(text).results().toList();
      if (found.isEmpty() && BARE_TYPE.matcher(text).find()) {
        wrong.add(source.getFileName() + " has no comment");
      }
      for (var type : found) {
        types++;
        String sentence = firstSentence(type.group(1));
        if (!sentence.matches("(?s)[A-Z{].*\\.")) {
          wrong.add(type.group(2) + " has no sentence: " + sentence);
        }
        if (refused.matcher(sentence.replaceAll("\\{@\\w+ [^}]*}", "")).find()) {
          wrong.add(type.group(2) + " has a word that the glossary refuses: " + sentence);
        }
      }
    }
    assertThat(types).isGreaterThan(300);
    assertThat(wrong).isEmpty();
  }

  private static String firstSentence(String comment) {
    String text = comment.replaceAll("\\s*\\n\\s*\\* ?", " ").strip();
    return text.split("(?<=\\.)\\s|<p>|\\s@param")[0].strip();
  }

  /** The words under "not" that are no words of the glossary themselves. */
  private static Set<String> refused() throws IOException {
    Set<String> words = new HashSet<>();
    Set<String> refused = new TreeSet<>();
    for (String line : Files.readAllLines(ProjectFiles.ROOT.resolve("docs/glossary.md"))) {
      if (line.startsWith("| ") && !line.startsWith("| word |")) {
        String[] cells = line.split("\\|", -1);
        words.add(cells[1].strip());
        Arrays.stream(cells[4].replaceAll("\\([^)]*\\)", "").split(","))
            .map(word -> word.replace("`", "").strip())
            .filter(word -> !word.isEmpty())
            .forEach(refused::add);
      }
    }
    refused.removeAll(words);
    refused.removeAll(OTHER_MEANINGS);
    assertThat(refused).hasSizeGreaterThan(80);
    return refused;
  }

  private static List<Path> exported() throws IOException {
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> modules = Files.list(ProjectFiles.ROOT)) {
      for (Path module : modules.sorted().toList()) {
        Path info = module.resolve("src/main/java/module-info.java");
        if (Files.exists(info)) {
          for (var export : EXPORT.matcher(Files.readString(info)).results().toList()) {
            Path folder = info.resolveSibling(export.group(1).replace('.', '/'));
            try (Stream<Path> files = Files.list(folder)) {
              files
                  .filter(file -> file.toString().endsWith(".java"))
                  .filter(file -> !file.endsWith("package-info.java"))
                  .forEach(sources::add);
            }
          }
        }
      }
    }
    return sources;
  }
}
