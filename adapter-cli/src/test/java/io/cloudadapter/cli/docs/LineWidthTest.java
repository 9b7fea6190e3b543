package io.cloudadapter.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds all Java files to the width that {@code .editorconfig} sets; the formatter leaves comments and texts alone. */
class LineWidthTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  @Test
  void noLineOfJavaIsWiderThanTheEditorSettingsAllow() throws IOException {
    Matcher setting = Pattern.compile("\\[\\*][^\\[]*?max_line_length = (\\d+)")
        .matcher(Files.readString(ROOT.resolve(".editorconfig")));
    assertThat(setting.find()).as(".editorconfig sets a width").isTrue();
    int width = Integer.parseInt(setting.group(1));

    List<String> wide = new ArrayList<>();
    for (Path file : sources()) {
      List<String> lines = Files.readAllLines(file);
      for (int i = 0; i < lines.size(); i++) {
        if (lines.get(i).codePointCount(0, lines.get(i).length()) > width) {
          wide.add(ROOT.relativize(file) + ":" + (i + 1));
        }
      }
    }

    assertThat(width).isEqualTo(120);
    assertThat(wide).isEmpty();
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.filter(Files::isDirectory).toList()) {
        Path source = module.resolve("src");
        if (Files.isDirectory(source)) {
          sources.addAll(in(source));
        }
      }
    }
    assertThat(sources).as("all modules' sources").hasSizeGreaterThan(1_000);
    return sources;
  }

  private static List<Path> in(Path source) {
    try (Stream<Path> files = Files.walk(source)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
