package io.cloudadapter.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the pages for people who read the code to the types that exist. */
class GlossaryTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Pattern TYPE = Pattern.compile("`([A-Z][a-z]\\w*)(?:\\.\\w+)*(?:\\(\\))?`");

  /** One row of a table of the glossary. */
  private record Row(String word, String where) {}

  @Test
  void eachTypeThatTheGlossaryNamesIsAJavaFile() throws IOException {
    Set<String> types = types();
    List<String> missing = new ArrayList<>();
    for (Row row : rows()) {
      List<String> named = typesIn(row.where());
      assertThat(named).as("types that stand for \"%s\"", row.word()).isNotEmpty();
      named.stream()
          .filter(type -> !types.contains(type))
          .forEach(type -> missing.add(row.word() + ": " + type));
    }

    assertThat(missing).as("types of docs/glossary.md without a file").isEmpty();
  }

  @Test
  void eachWordOfTheGlossaryHasOneMeaning() throws IOException {
    assertThat(rows().stream().map(Row::word)).hasSizeGreaterThan(100).doesNotHaveDuplicates();
  }

  @Test
  void eachTypeThatTheMapOfTheCodeNamesIsAJavaFile() throws IOException {
    Set<String> types = types();
    for (String page : List.of("docs/explanation/architecture.md", "CONTRIBUTING.md")) {
      List<String> named = typesIn(Files.readString(ROOT.resolve(page)));

      assertThat(named).as("types of %s", page).hasSizeGreaterThan(10).allMatch(types::contains);
    }
  }

  private static List<Row> rows() throws IOException {
    List<Row> rows = new ArrayList<>();
    for (String line : Files.readAllLines(ROOT.resolve("docs/glossary.md"))) {
      if (line.startsWith("| ") && !line.startsWith("| word |")) {
        String[] cells = line.split("\\|", -1);
        assertThat(cells).as(line).hasSize(6);
        rows.add(new Row(cells[1].strip(), cells[3]));
      }
    }
    return rows;
  }

  private static List<String> typesIn(String text) {
    return TYPE.matcher(text).results().map(found -> found.group(1)).toList();
  }

  private static Set<String> types() throws IOException {
    Set<String> types = new HashSet<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module :
          modules.filter(path -> Files.isDirectory(path.resolve("src"))).toList()) {
        try (Stream<Path> files = Files.walk(module.resolve("src"))) {
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".java"))
              .forEach(name -> types.add(name.substring(0, name.length() - ".java".length())));
        }
      }
    }
    return types;
  }
}
