package io.cloudadapter.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
    return shared(" io\\.cloudadapter\\.cli\\.Main source");
  }

  /** Whether a class whose name a pattern finds came out of an archive. */
  private boolean shared(String pattern) throws IOException, InterruptedException {
    InstalledRelease.Result result =
        release.run(Map.of("JDK_JAVA_OPTIONS", "-Xlog:class+load"), "--version");
    assertThat(result.code()).as(result.out()).isZero();
    Predicate<String> found = Pattern.compile(pattern + ": shared objects file").asPredicate();
    return result.out().lines().anyMatch(found);
  }

  @Test
  void classes_come_from_the_archive_once_it_is_made() throws Exception {
    assertThat(shared()).isFalse();

    assertThat(make(Map.of())).isEqualTo(new InstalledRelease.Result(0, ""));

    assertThat(release.home().resolve(ARCHIVE)).exists();
    assertThat(shared()).isTrue();
    assertThat(shared(" io\\.cloudadapter\\.cli\\.[.\\w]+\\$\\$Lambda\\S+ source"))
        .isTrue();
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
  void commands_run_while_the_fingerprint_of_an_archive_is_empty() throws Exception {
    Path folder = Files.createDirectories(release.home().resolve("lib/class-archive"));
    Files.writeString(folder.resolve("fingerprint"), "");
    Files.writeString(folder.resolve("classes.jsa"), "");

    InstalledRelease.Result result = release.run(Map.of(), "--version");

    assertThat(result.out()).startsWith("adapter ");
    assertThat(result.code()).isZero();
  }

  @Test
  void an_archive_of_jars_that_were_copied_again_is_not_used_and_adds_no_line() throws Exception {
    make(Map.of());
    String before = release.run(Map.of(), "--version").out();
    FileTime later = FileTime.from(
        Files.getLastModifiedTime(release.home().resolve(ARCHIVE)).toInstant().plusSeconds(60));
    try (Stream<Path> files = Files.list(release.home().resolve("lib"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.setLastModifiedTime(file, later);
      }
    }

    assertThat(release.run(Map.of(), "--version").out()).isEqualTo(before);
    assertThat(shared()).isFalse();
  }

  @Test
  void an_archive_that_java_refuses_adds_no_line() throws Exception {
    make(Map.of());
    String before = release.run(Map.of(), "--version").out();
    try (Stream<Path> files = Files.list(release.home().resolve("lib"))) {
      for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).toList()) {
        Files.setLastModifiedTime(jar, FileTime.fromMillis(1_000_000_000_000L));
      }
    }

    assertThat(release.run(Map.of(), "--version").out()).isEqualTo(before);
  }

  @Test
  void options_of_a_server_do_not_keep_an_archive_from_being_made() throws Exception {
    assertThat(make(Map.of("JDK_JAVA_OPTIONS", "-XX:+UseParallelGC")))
        .isEqualTo(new InstalledRelease.Result(0, ""));
  }

  /** A user who cannot write into the release: a file is where the folder would be, since root may write everywhere. */
  private void forbid() throws IOException {
    Files.writeString(release.home().resolve("lib/class-archive"), "");
  }

  private static List<Path> archives(Path cache) throws IOException {
    try (Stream<Path> files = Files.walk(cache)) {
      return files.filter(file -> file.endsWith("classes.jsa")).sorted().toList();
    }
  }

  @Test
  void releases_that_share_the_cache_of_a_user_keep_one_each_for_a_month() throws Exception {
    Path cache = directory.resolve("cache");
    Map<String, String> environment = Map.of("XDG_CACHE_HOME", cache.toString());
    forbid();
    assertThat(make(environment).code()).isZero();
    Path first = archives(cache).get(0);

    release = InstalledRelease.in(directory.resolve("two"));
    forbid();
    assertThat(make(environment).code()).isZero();

    assertThat(archives(cache)).hasSize(2).contains(first);

    Files.setAttribute(
        first.resolveSibling("fingerprint"),
        "lastAccessTime",
        FileTime.from(Files.getLastModifiedTime(first).toInstant().minus(Duration.ofDays(40))));
    assertThat(make(environment).code()).isZero();

    assertThat(archives(cache)).hasSize(1).doesNotContain(first);
  }

  @Test
  void a_lock_without_a_holder_is_taken_over_after_ten_minutes() throws Exception {
    Path making = Files.createDirectories(release.home().resolve("lib/class-archive/making"));

    assertThat(make(Map.of()).code()).isZero();
    assertThat(release.home().resolve(ARCHIVE)).doesNotExist();

    Files.setLastModifiedTime(
        making, FileTime.from(Files.getLastModifiedTime(making).toInstant().minusSeconds(720)));
    assertThat(make(Map.of()).code()).isZero();

    assertThat(release.home().resolve(ARCHIVE)).exists();
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
