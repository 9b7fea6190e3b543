package com.example.larch;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.CloudException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * That docs/how-to/write-an-adapter.md quotes what is here, and leads to what exists; and that
 * docs/reference/adapter-types.md has every type with its parts.
 */
class GuideTest {
  private static final Path SHELF = Path.of("..", "docs", "how-to");
  private static final String PAGE = read(SHELF.resolve("write-an-adapter.md"));
  private static final String TYPES = read(Path.of("..", "docs", "reference", "adapter-types.md"));
  private static final Pattern EXCERPT =
      Pattern.compile("<!-- from (\\w+\\.java) -->\n```java\n(.*?)```", Pattern.DOTALL);

  @Test
  void everyExcerptStandsInItsFile() {
    List<MatchResult> excerpts = EXCERPT.matcher(PAGE).results().toList();

    assertThat(excerpts).hasSizeGreaterThan(10);
    for (MatchResult excerpt : excerpts) {
      assertThat(spaced(source(excerpt.group(1))))
          .as(excerpt.group(1))
          .contains(spaced(excerpt.group(2)));
    }
  }

  @Test
  void noJavaIsWithoutItsSourceButTheWaiver() {
    List<String> unmarked = Pattern.compile("(?<!-->\n)```java\n(.*?)```", Pattern.DOTALL)
        .matcher(PAGE)
        .results()
        .map(block -> block.group(1))
        .toList();

    assertThat(unmarked).singleElement().asString().startsWith(".waives(");
  }

  @Test
  void everyLinkLeadsSomewhere() {
    List<String> links = Pattern.compile("]\\(([^)]+)\\)")
        .matcher(PAGE)
        .results()
        .map(link -> link.group(1))
        .toList();

    assertThat(links).isNotEmpty().allSatisfy(link -> {
      if (link.startsWith("#")) {
        assertThat(headings()).contains(link.substring(1));
      } else {
        assertThat(SHELF.resolve(link.replaceFirst("#.*", ""))).exists();
      }
    });
  }

  @Test
  void thePomNamesTheVersionsThatWeUse() {
    String ours = read(Path.of("..", "pom.xml"));

    for (String library : List.of("jackson", "jspecify", "junit")) {
      assertThat(PAGE).contains("<version>" + property(ours, library + ".version") + "</version>");
    }
    assertThat(PAGE).contains("<version>" + property(ours, "version") + "</version>");
  }

  @Test
  void theTableHasEveryKindOfError() {
    for (Kind kind : Kind.values()) {
      assertThat(PAGE).contains("\n| `" + kind + "` |");
    }
  }

  @Test
  void theTablesHaveEveryPartOfEveryType() {
    Map<String, Set<String>> told = new TreeMap<>();
    Pattern.compile("^\\| `([A-Z]\\w+(?:\\.\\w+)?)` \\| (.*) \\|$", Pattern.MULTILINE)
        .matcher(TYPES)
        .results()
        .filter(row -> GuideTypes.find(row.group(1)).isPresent())
        .forEach(row -> told.put(row.group(1), GuideTypes.namedIn(row.group(2))));

    assertThat(told.keySet()).containsAll(GuideTypes.ofTheInterface());
    assertThat(told)
        .allSatisfy((type, parts) -> assertThat(parts)
            .as(type)
            .isEqualTo(GuideTypes.partsOf(GuideTypes.find(type).orElseThrow())));
  }

  private static List<String> headings() {
    return PAGE.lines()
        .filter(line -> line.matches("##+ .*"))
        .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
        .map(title -> title.replaceAll("[^a-z0-9 -]", "").replace(' ', '-'))
        .toList();
  }

  /** The first element of this name. */
  private static String property(String pom, String name) {
    String start = "<" + name + ">";
    int from = pom.indexOf(start);
    assertThat(from).as(name).isPositive();
    return pom.substring(from + start.length(), pom.indexOf('<', from + 1));
  }

  private static String source(String file) {
    try (Stream<Path> files = Files.walk(Path.of("src"))) {
      return read(files.filter(path -> path.endsWith(file)).findFirst().orElseThrow());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String spaced(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }
}
