package io.cloudadapter.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keeps words out of the project's texts that hide who acts, or that plain English has no use for. */
class PlainWordsTest {
  /** Matches in upper and lower case, also inside the names of methods. The JDK's {@code noBody} passes. */
  private static final Pattern WORDS =
      Pattern.compile("\\b([Nn]obody|NOBODY|(?i:whoever|whatever|somebody|lest|shall))\\b"
          + "|(?<=[a-z_])(?:[Nn]obody|[Ww]hoever|[Ww]hatever|[Ss]omebody)(?=[A-Z_(s])"
          + "|\\b(?:nobody|whoever|whatever|somebody)(?=[A-Z_])");

  private static final String THINGS =
      "servers?|machines?|clouds?|keepers?|replicas?|pools?|stores?|lists?|ledgers?"
          + "|adapters?|cores?|clients?|leaders?|followers?|clusters?|accounts?|groups?|disks?|process|processes";

  /** Between two words of a comment: a space, or the end of a line. */
  private static final String SPACE = "\\s+(?:(?:\\*|//)\\s+)?";

  private static final String HELPERS = "(?:(?:also|never|only|can|cannot|will|does" + SPACE
      + "not|do" + SPACE + "not)" + SPACE + ")?";

  /** Programs and machines as if they were people. Code does not match: its types have capitals. */
  private static final Pattern PEOPLE = Pattern.compile("\\b(?:" + THINGS + ")" + SPACE + HELPERS
      + "(?:says?|said|tells?|told|knows?|knew|believes?|thinks?)\\b"
      + "|\\b(?:is|are|was|were|be|been)" + SPACE + "told\\b");

  @Test
  void noPageHasAWordThatHidesWhoActs() throws IOException {
    List<Path> pages = Stream.of(".md", ".yaml", ".xml")
        .flatMap(ending -> ProjectFiles.withEnding(ending).stream())
        .toList();

    assertThat(pages).hasSizeGreaterThan(50);
    assertThat(found(pages, List.of(WORDS))).isEmpty();
  }

  @Test
  void noJavaSourceHasAWordThatHidesWhoActsOrAMachineThatSpeaks() throws IOException {
    List<Path> sources = ProjectFiles.withEnding(".java").stream()
        .filter(file -> !file.getFileName().toString().equals("PlainWordsTest.java"))
        .toList();

    assertThat(sources).hasSizeGreaterThan(1_000);
    assertThat(found(sources, List.of(WORDS, PEOPLE))).isEmpty();
  }

  @Test
  void theWordsAreFoundAtTheStartOfASentenceTooAndOnlyWhole() {
    assertThat("Nobody said so").containsPattern(WORDS);
    assertThat("it shall be").containsPattern(WORDS);
    assertThat("void aListHindersNobody()").containsPattern(WORDS);
    assertThat("void whoeverAsks()").containsPattern(WORDS);
    assertThat("BodyPublishers.noBody() and the shallow path of the smallest")
        .doesNotContainPattern(WORDS);
  }

  @Test
  void aMachineThatSpeaksIsFoundAcrossTheLinesOfAComment() {
    assertThat("what the cloud\n   * says of it").containsPattern(PEOPLE);
    assertThat("the server knows").containsPattern(PEOPLE);
    assertThat("the server does not know").containsPattern(PEOPLE);
    assertThat("a caller is told").containsPattern(PEOPLE);
    assertThat("Cloud told = cloud.known(server);").doesNotContainPattern(PEOPLE);
  }

  private static List<String> found(List<Path> files, List<Pattern> patterns) throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : files) {
      String text = Files.readString(file);
      for (Pattern pattern : patterns) {
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
          long line = 1
              + text.substring(0, matcher.start())
                  .chars()
                  .filter(c -> c == '\n')
                  .count();
          found.add(ProjectFiles.nameOf(file) + ":" + line + ": "
              + matcher.group().replaceAll("\\s+", " "));
        }
      }
    }
    return found;
  }
}
