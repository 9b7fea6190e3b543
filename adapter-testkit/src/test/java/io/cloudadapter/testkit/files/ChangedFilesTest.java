package io.cloudadapter.testkit.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which files count as changed, and how far the search goes. */
class ChangedFilesTest {
  @TempDir
  private Path folder;

  private ChangedFiles since(Path... passedOver) {
    return new ChangedFiles(Set.of(folder), Set.of(passedOver));
  }

  private Path file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  @Test
  void readsFilesThatWereMadeSince() throws IOException {
    file("old", "before");
    ChangedFiles changed = since();
    Path made = file("token", "secret");

    assertThat(changed.texts()).containsOnlyKeys(made);
    assertThat(changed.texts().get(made)).isEqualTo("token\nsecret");
  }

  @Test
  void readsFilesThatWereChangedSinceAlsoIfTheyAreAsLong() throws IOException {
    Path cache = file("cache", "first.");
    Files.setLastModifiedTime(cache, FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
    ChangedFiles changed = since();
    file("cache", "second");

    assertThat(changed.texts()).containsOnlyKeys(cache);
  }

  @Test
  void looksThreeFoldersDeepAndFollowsNoLinks(@TempDir Path elsewhere) throws IOException {
    ChangedFiles changed = since();
    Path deep = file("a/b/near", "text");
    file("a/b/c/far", "text");
    Files.writeString(elsewhere.resolve("other"), "text");
    Files.createSymbolicLink(folder.resolve("link"), elsewhere);

    assertThat(changed.texts()).containsOnlyKeys(deep);
  }

  @Test
  void passesOverWhatBelongsToOthersAndWhatIsGone() throws IOException {
    ChangedFiles changed = since(folder.resolve("emulator"));
    file("emulator/data", "secret");
    Files.delete(file("gone", "secret"));

    assertThat(changed.texts()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/tmp/a/token, /tmp, /home/ann, file a/token of the temporary directory",
    "/home/ann/token, /tmp, /home/ann, file token of the working directory",
    "/tmp/clone/token, /tmp, /tmp/clone, file token of the working directory",
    "/tmp/token, /tmp, /tmp/clone, file token of the temporary directory",
    "/srv/tmp/token, /srv/tmp, /srv, file token of the temporary directory",
    "/srv/token, /srv/tmp, /srv, file token of the working directory",
    "/srv/token, /srv, /srv, file token of the working directory"
  })
  void namesAFileByTheNearerFolder(Path file, Path temporary, Path working, String name) {
    assertThat(LeftFileTrials.named(file, temporary, working)).isEqualTo(name);
  }

  @Test
  void readsTheBeginningOfALargeFile() throws IOException {
    ChangedFiles changed = since();
    Path large = file("large", "x".repeat(3_000_000));

    assertThat(changed.texts().get(large)).hasSizeLessThan(1_100_000);
  }
}
