package io.cloudadapter.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Follows every relative link of every Markdown page, anchors included, and every path of a page that a file names. */
class PageLinksTest {
  private static final Pattern FENCED =
      Pattern.compile("^```.*?^```", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("^#{1,6} +(.*)$", Pattern.MULTILINE);
  private static final Pattern PAGE_PATH =
      Pattern.compile("(?<![\\w./-])docs/[\\w./-]+\\.(?:md|json|html)\\b");

  @Test
  void everyRelativeLinkLeadsToAFileAndAHeading() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path page : ProjectFiles.withEnding(".md")) {
      String text = FENCED.matcher(Files.readString(page)).replaceAll("");
      for (MatchResult link : LINK.matcher(text).results().toList()) {
        String target = link.group(1);
        if (!target.matches("[a-z]+:.*")) {
          links++;
          if (!leadsSomewhere(page, target)) {
            broken.add(ProjectFiles.nameOf(page) + ": " + target);
          }
        }
      }
    }

    assertThat(links).isGreaterThan(200);
    assertThat(broken).isEmpty();
  }

  @Test
  void everyPageThatAFileNamesByItsPathExists() throws IOException {
    List<String> missing = new ArrayList<>();
    for (String ending : List.of(".md", ".java", ".xml", ".yaml")) {
      for (Path file : ProjectFiles.withEnding(ending)) {
        PAGE_PATH
            .matcher(Files.readString(file))
            .results()
            .map(MatchResult::group)
            .filter(path -> !Files.exists(ProjectFiles.ROOT.resolve(path)))
            .forEach(path -> missing.add(ProjectFiles.nameOf(file) + ": " + path));
      }
    }

    assertThat(missing).isEmpty();
  }

  @Test
  void theMapOfTheShelvesLeadsToEveryPage() throws IOException {
    Path docs = ProjectFiles.ROOT.resolve("docs");
    Path map = docs.resolve("README.md");
    TreeSet<String> unlisted = new TreeSet<>();
    for (Path page : ProjectFiles.withEnding(".md")) {
      if (page.startsWith(docs)
          && !page.startsWith(docs.resolve("decisions"))
          && !page.equals(map)) {
        unlisted.add(docs.relativize(page).toString());
      }
    }
    LINK.matcher(Files.readString(map)).results().forEach(link -> unlisted.remove(link.group(1)));

    assertThat(unlisted).isEmpty();
  }

  private static boolean leadsSomewhere(Path page, String target) throws IOException {
    int hash = target.indexOf('#');
    String path = hash < 0 ? target : target.substring(0, hash);
    Path file = path.isEmpty() ? page : page.resolveSibling(path).normalize();
    return Files.exists(file)
        && (hash < 0 || anchorsOf(Files.readString(file)).contains(target.substring(hash + 1)));
  }

  /** The anchors that GitHub gives to the headings of a page. */
  private static List<String> anchorsOf(String page) {
    List<String> anchors = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    for (MatchResult heading :
        HEADING.matcher(FENCED.matcher(page).replaceAll("")).results().toList()) {
      String words = heading.group(1).strip().replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1");
      String anchor =
          words.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-');
      int before = seen.merge(anchor, 1, Integer::sum) - 1;
      anchors.add(before == 0 ? anchor : anchor + "-" + before);
    }
    return anchors;
  }
}
