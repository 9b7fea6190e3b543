package io.cloudadapter.server.reload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigFileWatchTest {
  @TempDir
  Path directory;

  private Path file;
  private ConfigFileWatch watch;

  @BeforeEach
  void begin() throws IOException {
    file = Files.writeString(directory.resolve("adapter.yaml"), "one");
    watch = new ConfigFileWatch(() -> List.of(file));
  }

  @Test
  void a_file_that_was_only_touched_has_not_changed() throws IOException {
    Files.setLastModifiedTime(file, FileTime.fromMillis(0));

    assertThat(looks(3)).containsExactly(false, false, false);
  }

  @Test
  void a_change_counts_once_and_only_after_it_stood_still() throws IOException {
    Files.writeString(file, "tw");
    assertThat(watch.changed()).isFalse();
    Files.writeString(file, "two");
    assertThat(looks(3)).containsExactly(false, true, false);
  }

  @Test
  void a_change_that_was_taken_back_meanwhile_is_none() throws IOException {
    Files.writeString(file, "two");
    assertThat(watch.changed()).isFalse();
    Files.writeString(file, "one");
    assertThat(looks(3)).containsExactly(false, false, false);
  }

  @Test
  void a_link_that_leads_elsewhere_is_a_change() throws IOException {
    Path second = Files.writeString(directory.resolve("second"), "two");
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);
    watch = new ConfigFileWatch(() -> List.of(link));
    Files.delete(link);
    Files.createSymbolicLink(link, second);

    assertThat(looks(3)).containsExactly(false, true, false);
  }

  @Test
  void a_file_that_is_gone_is_a_change_and_so_is_its_return() throws IOException {
    Files.delete(file);
    assertThat(looks(3)).containsExactly(false, true, false);
    Files.writeString(file, "one");
    assertThat(looks(3)).containsExactly(false, true, false);
  }

  private List<Boolean> looks(int count) {
    return java.util.stream.Stream.generate(watch::changed).limit(count).toList();
  }
}
