package io.cloudadapter.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.console.ConsoleFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The console consists of the files of its folder, and loads nothing from elsewhere. */
class PackagedFilesTest {
  private static final Path WEB = Path.of("src/main/web");
  private static final Pattern IMPORT = Pattern.compile("(?:from|import) ?['\"]([^'\"]+)['\"]");

  private static List<Path> folder() throws IOException {
    try (Stream<Path> files = Files.walk(WEB)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  private static String text(ConsoleFile file) {
    return new String(file.bytes(), StandardCharsets.UTF_8);
  }

  @Test
  void everyFileOfTheFolderIsServedButTheLicencesOfLibrariesAndTheSheetOfAllPages()
      throws IOException {
    assertThat(new PackagedFiles().files())
        .extracting(ConsoleFile::path)
        .containsExactlyInAnyOrderElementsOf(Stream.concat(
                folder().stream().map(file -> WEB.relativize(file).toString()),
                Stream.of("page.css"))
            .filter(file -> !file.endsWith("LICENSE"))
            .toList());
  }

  @Test
  void theSheetOfAllPagesIsTheOneOfTheSources() throws IOException {
    ConsoleFile sheet = new PackagedFiles()
        .files().stream()
            .filter(file -> file.path().equals("page.css"))
            .findFirst()
            .orElseThrow();

    assertThat(text(sheet)).isEqualTo(Files.readString(Path.of("../src/main/style/page.css")));
  }

  @Test
  void everyLibraryHasItsLicenceBesideIt() throws IOException {
    try (Stream<Path> libraries = Files.list(WEB.resolve("lib"))) {
      assertThat(libraries).allMatch(library -> Files.exists(library.resolve("LICENSE")));
    }
  }

  /** The list of components of a release has them from there, since Maven knows none of them. */
  @Test
  void everyFileOfALibraryIsInTheListOfComponentsWithItsDigest() throws IOException {
    String list = Files.readString(Path.of("src/main/resources/META-INF/sbom/vendored.cdx.json"));
    for (ConsoleFile file : new PackagedFiles().files()) {
      if (file.path().startsWith("lib/")) {
        assertThat(list)
            .containsSubsequence('"' + file.path() + '"', '"' + sha256(file.bytes()) + '"');
      }
    }
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void everyImportLeadsToAnotherFileOfTheConsole() {
    List<ConsoleFile> files = new PackagedFiles().files();
    List<String> paths = files.stream().map(ConsoleFile::path).toList();
    for (ConsoleFile file : files) {
      if (file.path().endsWith("js")) {
        assertThat(IMPORT.matcher(text(file)).results().map(found -> found.group(1)))
            .as(file.path())
            .allSatisfy(target -> assertThat(paths)
                .contains(
                    Path.of(file.path()).resolveSibling(target).normalize().toString()));
      }
    }
  }

  @Test
  void noFileNamesAnotherHostOrHasAScriptOrAStyleInItsPage() {
    for (ConsoleFile file : new PackagedFiles().files()) {
      assertThat(text(file).replace("http://www.w3.org/", ""))
          .as(file.path())
          .doesNotContain("http://", "https://", "innerHTML =", "eval(");
    }
    ConsoleFile page = new PackagedFiles().files().get(0);
    assertThat(text(page))
        .doesNotContain("style=", "onclick", "<style")
        .doesNotContainPattern("<script[^>]*>[^<]");
  }

  @Test
  void noLineOfOurOwnFilesIsWiderThanTheEditorSettingsAllow() {
    for (ConsoleFile file : new PackagedFiles().files()) {
      if (!file.path().startsWith("lib/") && !file.path().endsWith(".svg")) {
        assertThat(text(file).lines())
            .as(file.path())
            .allMatch(line -> line.codePointCount(0, line.length()) <= 120);
      }
    }
  }
}
