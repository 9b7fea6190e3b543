package io.cloudadapter.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator unpacks, and that it starts on a machine with nothing but Java. */
class ReleaseArchiveTest {
  @TempDir
  private static Path directory;

  private static InstalledRelease release;

  @BeforeAll
  static void unpack() throws IOException, InterruptedException {
    release = InstalledRelease.in(directory.resolve("a folder with blanks"));
  }

  private static List<String> files(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root, new FileVisitOption[0])) {
      return all.filter(Files::isRegularFile)
          .map(file -> root.relativize(file).toString())
          .toList();
    }
  }

  @Test
  void has_all_that_an_operator_installs()
      throws IOException {
    assertThat(files(release.home()))
        .contains(
            "bin/adapter",
            "bin/adapter-class-archive",
            "conf/adapter.yaml",
            "conf/adapter.schema.json",
            "completion/adapter.bash",
            "completion/adapter.fish",
            "deploy/grafana/overview.json",
            "deploy/prometheus/alerts.yml",
            "docs/reference/alarms.md",
            "licences/LICENSE",
            "licences/NOTICE",
            "licences/THIRD-PARTY.txt",
            "man/man1/adapter.1",
            "man/man1/adapter-resize.1",
            "man/man1/adapter-pools-list.1")
        .noneMatch(name -> name.contains("picocli-codegen") || name.contains("junit"));
  }

  @Test
  void only_programs_can_be_executed_and_only_the_owner_can_write() throws IOException {
    for (String file : files(release.home())) {
      assertThat(PosixFilePermissions.toString(
              Files.getPosixFilePermissions(release.home().resolve(file))))
          .as(file)
          .isEqualTo(file.startsWith("bin/") ? "rwxr-xr-x" : "rw-r--r--");
    }
  }

  @Test
  void the_class_path_has_each_library_once() throws IOException {
    assertThat(Files.readAllLines(release.home().resolve("lib/class-path")))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(files(release.home().resolve("lib")).stream()
            .filter(name -> name.endsWith(".jar"))
            .toList());
  }

  @Test
  void the_zip_has_the_same_files() throws IOException {
    try (ZipFile zip = new ZipFile(InstalledRelease.archive(".zip").toFile())) {
      assertThat(new TreeSet<>(zip.stream()
              .filter(entry -> !entry.isDirectory())
              .map(ZipEntry::getName)
              .toList()))
          .isEqualTo(new TreeSet<>(files(release.home().getParent())));
    }
  }

  @Test
  void starts_behind_a_link_from_another_folder() throws Exception {
    Path links = Files.createDirectories(directory.resolve("links"));
    Files.createSymbolicLink(links.resolve("target"), release.program());
    Path link = Files.createSymbolicLink(links.resolve("adapter"), Path.of("target"));

    InstalledRelease.Result result =
        InstalledRelease.execute(Map.of(), Path.of("/"), List.of(link.toString(), "--version"));

    assertThat(result.out()).startsWith("adapter ").contains("Java " + Runtime.version());
    assertThat(result.code()).isZero();
  }

  @Test
  void starts_behind_a_relative_link_in_a_linked_folder() throws Exception {
    // As on a system whose /bin is a link to /usr/bin.
    Path usr = Files.createDirectories(directory.resolve("deep/usr/bin"));
    Files.createSymbolicLink(usr.resolve("adapter"), usr.relativize(release.program()));
    Path bin = Files.createSymbolicLink(directory.resolve("bin"), usr);

    InstalledRelease.Result result = InstalledRelease.execute(
        Map.of(), Path.of("/"), List.of(bin.resolve("adapter").toString(), "--version"));

    assertThat(result.out()).startsWith("adapter ");
    assertThat(result.code()).isZero();
  }

  @Test
  void names_its_commands_as_people_call_them() throws Exception {
    InstalledRelease.Result result =
        release.run(Map.of(), "size", "--data", directory.resolve("none").toString());

    assertThat(result.out()).contains("start one with adapter serve");
    assertThat(release.run(Map.of(), "resize", "many").out())
        .contains("Try: adapter resize --help");
  }

  @Test
  void refuses_an_old_java_by_its_version() throws Exception {
    Path old = Files.createDirectories(directory.resolve("old"));
    Files.writeString(old.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
    Path java = Files.writeString(
        Files.createDirectories(old.resolve("bin")).resolve("java"), "#!/bin/sh\nexit 3\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));

    assertThat(release.run(Map.of("JAVA_HOME", old.toString()), "--version"))
        .isEqualTo(new InstalledRelease.Result(
            1, "adapter: " + java + " is Java 11.0.2; 17 or newer is needed\n"));
  }

  @Test
  void refuses_a_java_home_without_java() throws Exception {
    assertThat(release.run(Map.of("JAVA_HOME", "/nowhere"), "--version"))
        .isEqualTo(new InstalledRelease.Result(
            1, "adapter: JAVA_HOME is /nowhere, which has no bin/java\n"));
  }

  @Test
  void finds_a_runtime_that_lies_beside_it() throws Exception {
    Path jre = Files.createSymbolicLink(
        release.home().resolve("jre"), Path.of(System.getProperty("java.home")));
    try {
      assertThat(release
              .run(Map.of("JAVA_HOME", "", "PATH", "/usr/bin:/bin"), "--version")
              .code())
          .isZero();
    } finally {
      Files.delete(jre);
    }
  }

  @Test
  void the_configuration_that_comes_along_has_no_fault() throws Exception {
    InstalledRelease.Result result = release.run(
        Map.of(),
        "doctor",
        "--config",
        release.home().resolve("conf/adapter.yaml").toString(),
        "--data",
        directory.resolve("doctor").toString());

    assertThat(result.code()).as(result.out()).isZero();
  }
}
