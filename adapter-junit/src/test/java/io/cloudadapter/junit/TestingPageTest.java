package io.cloudadapter.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tests that docs/how-to/test-your-program.md shows are tests of this module, which run in each build. */
class TestingPageTest {
  private static final Pattern EXCERPT =
      Pattern.compile("<!-- from (\\w+\\.java) -->\n```java\n(.*?)```", Pattern.DOTALL);
  private static final Path SOURCES = Path.of("src", "test", "java", "com", "example", "pools");

  @Test
  void eachBlockOfJavaStandsInATestThatRuns() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "how-to", "test-your-program.md"));
    List<MatchResult> excerpts = EXCERPT.matcher(page).results().toList();

    assertThat(excerpts).hasSize(page.split("```java", -1).length - 1).hasSizeGreaterThan(3);
    for (MatchResult excerpt : excerpts) {
      assertThat(spaced(Files.readString(SOURCES.resolve(excerpt.group(1)))))
          .as(excerpt.group(1))
          .contains(spaced(excerpt.group(2)));
    }
  }

  private static String spaced(String text) {
    return text.replaceAll("\\s+", " ").trim();
  }
}
