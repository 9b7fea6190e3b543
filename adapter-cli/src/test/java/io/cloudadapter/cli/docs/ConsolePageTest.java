package io.cloudadapter.cli.docs;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Follows docs/how-to/console.md to the letter. */
@Tag("proof")
class ConsolePageTest {
  private static final Path PAGE =
      Path.of("").toAbsolutePath().getParent().resolve("docs/how-to/console.md");

  @TempDir
  private Path directory;

  @Test
  void whatThePageShowsIsWhatItsCommandsPrint() throws IOException, InterruptedException {
    new PageShell(directory).follows(TourPage.read(PAGE), "docs/how-to/console.md");
  }
}
