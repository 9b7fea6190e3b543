package io.cloudadapter.cli.docs;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * Follows docs/how-to/replicas.md to the letter: real servers on a real etcd, one of which is killed. Skipped where
 * there is no etcd on the PATH, unless {@code -Detcd.required} is given.
 */
@Tag("proof")
@DisabledIfSystemProperty(named = "pages.part", matches = "[12]")
class ReplicasPageTest {
  private static final Path PAGE =
      Path.of("").toAbsolutePath().getParent().resolve("docs/how-to/replicas.md");

  @TempDir
  private Path directory;

  static boolean etcdIsThereOrRequired() {
    return System.getProperty("etcd.required") != null
        || Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(place -> Files.isExecutable(Path.of(place, "etcd")));
  }

  @Test
  @EnabledIf("etcdIsThereOrRequired")
  void whatThePageShowsIsWhatItsCommandsPrint() throws IOException, InterruptedException {
    new PageShell(directory).follows(TourPage.read(PAGE), "docs/how-to/replicas.md");
  }
}
