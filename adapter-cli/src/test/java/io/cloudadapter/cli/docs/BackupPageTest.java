package io.cloudadapter.cli.docs;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * Follows docs/how-to/backup-and-restore.md to the letter: the bad day, in a data directory and on a real etcd. Skipped
 * where there is no etcd on the PATH, unless {@code -Detcd.required} is given.
 */
@Tag("proof")
@DisabledIfSystemProperty(named = "pages.part", matches = "[13]")
class BackupPageTest {
  private static final Path PAGE =
      Path.of("").toAbsolutePath().getParent().resolve("docs/how-to/backup-and-restore.md");

  @TempDir
  private Path directory;

  @Test
  @EnabledIf("io.cloudadapter.cli.docs.ReplicasPageTest#etcdIsThereOrRequired")
  void whatThePageShowsIsWhatItsCommandsPrint() throws IOException, InterruptedException {
    new PageShell(directory).follows(TourPage.read(PAGE), "docs/how-to/backup-and-restore.md");
  }
}
