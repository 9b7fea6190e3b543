package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.NullNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A null of JSON reads as no text: Jackson's plain {@code asText()} makes the text "null" of it. */
class AbsentJsonTest {

  @Test
  void aNullIsATextOnlyWhereNothingStandsForIt() {
    assertThat(NullNode.getInstance().asText()).isEqualTo("null");
    assertThat(NullNode.getInstance().asText("")).isEmpty();
  }

  @Test
  void everyReaderNamesWhatStandsForANull() throws IOException {
    List<String> plain = new ArrayList<>();
    for (Path source : sources()) {
      if (Files.readString(source).contains(".asText()")) {
        plain.add(source.toString());
      }
    }

    assertThat(plain).as("asText() without a default").isEmpty();
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      List<Path> sources = new ArrayList<>();
      for (Path module : modules.filter(AbsentJsonTest::hasSources).toList()) {
        try (Stream<Path> files = Files.walk(module.resolve("src/main/java"))) {
          files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
        }
      }
      assertThat(sources).hasSizeGreaterThan(500);
      return sources;
    }
  }

  private static boolean hasSources(Path module) {
    return module.getFileName().toString().startsWith("adapter-")
        && Files.isDirectory(module.resolve("src/main/java"));
  }
}
