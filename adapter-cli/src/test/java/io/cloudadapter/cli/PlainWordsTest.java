package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Keeps words out of the project's texts that hide who acts, or that plain English has no use for. */
class PlainWordsTest {
  /** The endings of the files that are read. Java sources follow by one more ending. */
  private static final List<String> ENDINGS = List.of(".md");

  private static final Pattern BANNED =
      Pattern.compile("\\b([Nn]obody|[Ww]hoever|[Ww]hatever|[Ss]omebody|[Ll]est|[Ss]hall)\\b");

  /**
   * Files that are left out: the rules of the certification, which are normative, the page that quotes messages
   * of Java sources, and the guide, whose excerpts are Java sources too.
   */
  private static final Set<String> LEFT_OUT =
      Set.of("rules.md", "certification-mutants.md", "write-an-adapter.md");

  @Test
  void noTextHasAWordThatHidesWhoActs() throws IOException {
    List<String> found = new ArrayList<>();
    int files = 0;
    for (String ending : ENDINGS) {
      for (Path file : ProjectFiles.withEnding(ending)) {
        if (LEFT_OUT.contains(file.getFileName().toString())) {
          continue;
        }
        files++;
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
          if (BANNED.matcher(lines.get(i)).find()) {
            found.add(
                ProjectFiles.nameOf(file) + ":" + (i + 1) + ": " + lines.get(i).strip());
          }
        }
      }
    }

    assertThat(files).isGreaterThan(50);
    assertThat(found).isEmpty();
  }

  @Test
  void theWordsAreFoundAtTheStartOfASentenceTooAndOnlyWhole() {
    assertThat("Nobody said so").containsPattern(BANNED);
    assertThat("it shall be").containsPattern(BANNED);
    assertThat("BodyPublishers.noBody() and the shallow path of the smallest")
        .doesNotContainPattern(BANNED);
  }
}
