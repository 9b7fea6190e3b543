package io.cloudadapter.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page on how to install a release, done as it says. */
class InstallPageTest {
  private static final Path PAGE = Path.of("../docs/how-to/install.md");

  @TempDir
  private Path directory;

  @Test
  void the_block_runs_where_the_archive_lies() throws Exception {
    Path archive = InstalledRelease.archive(".tar.gz");
    Files.createSymbolicLink(directory.resolve(archive.getFileName()), archive);
    Matcher block =
        Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
    assertThat(block.find()).isTrue();

    InstalledRelease.Result result =
        InstalledRelease.execute(Map.of(), directory, List.of("sh", "-e", "-c", block.group(1)));

    assertThat(result.code()).as(result.out()).isZero();
    assertThat(result.out()).startsWith("adapter ");
  }

  @Test
  void the_table_has_each_folder() throws Exception {
    InstalledRelease release = InstalledRelease.in(directory.resolve("release"));
    String page = Files.readString(PAGE);
    try (Stream<Path> folders = Files.list(release.home())) {
      assertThat(folders.map(folder -> "| `" + folder.getFileName() + "` |"))
          .allMatch(page::contains);
    }
  }
}
