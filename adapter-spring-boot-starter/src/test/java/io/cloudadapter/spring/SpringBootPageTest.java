package io.cloudadapter.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What docs/how-to/spring-boot.md shows is part of examples/spring-boot, whose test .ci/spring-boot runs. */
class SpringBootPageTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Pattern EXCERPT =
      Pattern.compile("<!-- from (\\S+) -->\n```\\w+\n(.*?)```", Pattern.DOTALL);

  @Test
  void eachBlockStandsInTheExample() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/how-to/spring-boot.md"));
    List<MatchResult> excerpts = EXCERPT.matcher(page).results().toList();

    assertThat(excerpts)
        .hasSize(page.split("```(java|yaml|xml)", -1).length - 1)
        .hasSizeGreaterThan(5);
    for (MatchResult excerpt : excerpts) {
      Path file = ROOT.resolve("examples/spring-boot").resolve(excerpt.group(1));
      assertThat(spaced(Files.readString(file)))
          .as(excerpt.group(1))
          .contains(spaced(excerpt.group(2)));
    }
  }

  private static String spaced(String text) {
    return text.replaceAll("\\s+", " ").trim();
  }
}
