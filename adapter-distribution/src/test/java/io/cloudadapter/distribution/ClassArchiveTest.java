package io.cloudadapter.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive of classes: made once, used while it fits, made again when it no longer does. */
class ClassArchiveTest {
  private static final String ARCHIVE = "lib/class-archive/classes.jsa";

  @TempDir
  private Path directory;

  private InstalledRelease release;

  @BeforeEach
  void unpack() throws IOException, InterruptedException {
    release = InstalledRelease.in(directory.resolve("one"));
  }

  private InstalledRelease.Result make(Map<String, String> environment)
      throws IOException, InterruptedException {
    return InstalledRelease.execute(
        environment,
        directory,
        List.of(release.home().resolve("bin/adapter-class-archive").toString()));
  }

  /** Whether the command line itself came out of an archive. */
  private boolean shared() throws IOException, InterruptedException {
    InstalledRelease.Result result =
        release.run(Map.of("JDK_JAVA_OPTIONS", "-Xlog:class+load"), "--version");
    assertThat(result.code()).as(result.out()).isZero();
    return result
        .out()
        .lines()
        .anyMatch(line -> line.contains(" io.cloudadapter.cli.Main source: shared objects file"));
  }

  @Test
  void classes_come_from_the_archive_once_it_is_made() throws Exception {
    assertThat(shared()).isFalse();

    assertThat(make(Map.of())).isEqualTo(new InstalledRelease.Result(0, ""));

    assertThat(release.home().resolve(ARCHIVE)).exists();
    assertThat(shared()).isTrue();
  }

  @Test
  void an_archive_that_was_made_elsewhere_is_not_used_and_is_made_again() throws Exception {
    make(Map.of());
    release = new InstalledRelease(Files.move(release.home(), directory.resolve("elsewhere")));
    assertThat(shared()).isFalse();

    make(Map.of());

    assertThat(shared()).isTrue();
  }

  @Test
  void the_first_start_has_it_made_beside_itself() throws Exception {
    Path folder = Files.createDirectories(release.home().resolve("lib/class-archive"));
    try (WatchService watch = folder.getFileSystem().newWatchService()) {
      folder.register(watch, StandardWatchEventKinds.ENTRY_CREATE);

      release.run(Map.of("ADAPTER_CLASS_ARCHIVE", ""), "--version");

      while (!Files.exists(folder.resolve("fingerprint"))) {
        var key = watch.poll(20, TimeUnit.MINUTES);
        assertThat(key).as("a change in " + folder).isNotNull();
        key.pollEvents();
        key.reset();
      }
    }
    assertThat(shared()).isTrue();
  }

  @Test
  void a_user_who_cannot_write_there_has_one_in_the_cache() throws Exception {
    // A file where the folder would be: root may write everywhere.
    Files.writeString(release.home().resolve("lib/class-archive"), "");
    Path cache = directory.resolve("cache");

    assertThat(make(Map.of("XDG_CACHE_HOME", cache.toString())).code()).isZero();

    assertThat(cache.resolve("cloudadapter/classes.jsa")).exists();
  }

  @Test
  void a_process_that_died_while_it_made_one_does_not_stop_the_next() throws Exception {
    Path making = Files.createDirectories(release.home().resolve("lib/class-archive/making"));
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    Files.writeString(making.resolve("pid"), dead.pid() + "\n");

    assertThat(make(Map.of()).code()).isZero();

    assertThat(shared()).isTrue();
  }
}
