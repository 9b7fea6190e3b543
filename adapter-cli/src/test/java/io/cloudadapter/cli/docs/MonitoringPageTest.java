package io.cloudadapter.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Follows docs/how-to/monitoring.md to the letter, and has Prometheus's own tool check what it has a reader write. */
@Tag("proof")
@DisabledIfSystemProperty(named = "pages.part", matches = "[12]")
class MonitoringPageTest {
  private static final Path PAGE =
      Path.of("").toAbsolutePath().getParent().resolve("docs/how-to/monitoring.md");

  @TempDir
  private Path directory;

  @Test
  void whatThePageShowsIsWhatItsCommandsPrint() throws IOException, InterruptedException {
    Files.createSymbolicLink(
        directory.resolve("deploy"), PAGE.resolve("../../../deploy").normalize());
    new PageShell(directory).follows(TourPage.read(PAGE), "docs/how-to/monitoring.md");
    assertThat(promtool("check", "config", written("prometheus.yml").toString()))
        .contains("SUCCESS")
        .doesNotContain("FAILED");
  }

  private Path written(String name) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.endsWith(name)).findFirst().orElseThrow();
    }
  }

  private static String promtool(String... arguments) throws IOException, InterruptedException {
    List<String> command =
        Stream.concat(Stream.of("promtool"), Stream.of(arguments)).toList();
    Process promtool;
    try {
      promtool = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException missing) {
      if (Boolean.getBoolean("promtool.required")) {
        throw missing;
      }
      return Assumptions.abort("there is no promtool here");
    }
    String printed = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    promtool.waitFor();
    return printed;
  }
}
