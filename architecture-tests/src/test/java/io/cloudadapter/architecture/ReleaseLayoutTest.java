package io.cloudadapter.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.w3c.dom.Document;

/**
 * A directory to which a release was deployed has what Maven Central requires of it. {@code release.directory} names
 * the directory, and {@code release.again} a local repository with another build of the same sources.
 */
@EnabledIfSystemProperty(named = "release.directory", matches = ".+")
class ReleaseLayoutTest {
  private static final Path ROOT = Path.of("..");
  private static final Path GROUP = Path.of("io", "cloudadapter");
  private static final List<String> OF_A_JAR =
      List.of(".jar", "-sources.jar", "-javadoc.jar", ".pom", "-cyclonedx.json", "-cyclonedx.xml");

  private final Path release = Path.of(System.getProperty("release.directory")).resolve(GROUP);

  /** The published modules with jars: those of the BOM. */
  private static Set<String> jars() throws Exception {
    Document bom = xml(ROOT.resolve("adapter-bom/pom.xml"));
    var names = bom.getElementsByTagName("artifactId");
    Set<String> jars = new TreeSet<>();
    for (int i = 0; i < names.getLength(); i++) {
      String name = names.item(i).getTextContent();
      if (name.startsWith("adapter-") && !name.equals("adapter-bom")) {
        jars.add(name);
      }
    }
    return jars;
  }

  private static Document xml(Path file) throws Exception {
    return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
  }

  /** The files of a module, by what follows its name and the version. */
  private TreeSet<String> endings(String module) throws IOException {
    List<Path> versions;
    try (Stream<Path> found = Files.list(release.resolve(module))) {
      versions = found.filter(Files::isDirectory).toList();
    }
    assertThat(versions).as(module).hasSize(1);
    try (Stream<Path> files = Files.list(versions.get(0))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.startsWith("maven-metadata"))
          .map(name -> name.replaceFirst("^" + module + "-[0-9.]+(-[0-9.]+-[0-9]+)?", ""))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private Path file(String module, String ending) throws IOException {
    try (Stream<Path> files = Files.walk(release.resolve(module))) {
      return files
          .filter(file -> file.getFileName()
              .toString()
              .matches(module + "-[0-9.]+(-[0-9.]+-[0-9]+)?" + ending.replace(".", "\\.")))
          .findFirst()
          .orElseThrow(() -> new AssertionError(module + " has no " + ending));
    }
  }

  @Test
  void onlyTheModulesOfTheBomAreThereWithBomAndParent() throws Exception {
    Set<String> expected = new TreeSet<>(jars());
    expected.addAll(Set.of("adapter-bom", "adapter-parent"));

    try (Stream<Path> found = Files.list(release)) {
      assertThat(found.filter(Files::isDirectory).map(dir -> dir.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  @Test
  void eachModuleHasItsFilesAndTheirChecksums() throws Exception {
    for (String module : jars()) {
      TreeSet<String> expected = new TreeSet<>();
      for (String ending : OF_A_JAR) {
        expected.addAll(List.of(ending, ending + ".md5", ending + ".sha1"));
      }
      assertThat(endings(module)).as(module).containsAll(expected);
    }
  }

  @Test
  void eachJarHasTheLicenseAndTheNotice() throws Exception {
    for (String module : jars()) {
      for (String ending : List.of(".jar", "-sources.jar", "-javadoc.jar")) {
        try (JarFile jar = new JarFile(file(module, ending).toFile())) {
          assertThat(jar.getEntry("META-INF/LICENSE")).as(module + ending).isNotNull();
          assertThat(jar.getEntry("META-INF/NOTICE")).as(module + ending).isNotNull();
        }
      }
    }
  }

  @Test
  void eachPomHasWhatMavenCentralRequires() throws Exception {
    Set<String> modules = new TreeSet<>(jars());
    modules.addAll(Set.of("adapter-bom", "adapter-parent"));
    XPath xpath = XPathFactory.newInstance().newXPath();
    List<String> missing = new ArrayList<>();
    for (String module : modules) {
      Document pom = xml(file(module, ".pom"));
      for (String element : List.of(
          "groupId",
          "artifactId",
          "version",
          "name",
          "description",
          "url",
          "licenses/license/name",
          "developers/developer/name",
          "scm/url",
          "scm/connection")) {
        if (xpath.evaluate("/project/" + element, pom).isBlank()) {
          missing.add(module + ": " + element);
        }
      }
      assertThat(xpath.evaluate("/project/scm/url", pom)).as(module).doesNotEndWith(module);
      assertThat(xpath.evaluate("/project/url", pom)).as(module).doesNotEndWith(module);
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void thePomsOfJarsNeedNoParentAndNameEachVersion() throws Exception {
    XPath xpath = XPathFactory.newInstance().newXPath();
    for (String module : jars()) {
      Document pom = xml(file(module, ".pom"));
      assertThat(xpath.evaluate("count(/project/parent)", pom)).as(module).isEqualTo("0");
      assertThat(xpath.evaluate(
              "count(/project/dependencies/dependency[not(version)]) + count(/project/repositories)"
                  + " + count(/project/dependencies/dependency[scope='test'])",
              pom))
          .as(module)
          .isEqualTo("0");
    }
  }

  @Test
  void anotherBuildOfTheSameSourcesIsEqualToTheByte() throws Exception {
    Path again = Path.of(System.getProperty("release.again")).resolve(GROUP);
    for (String module : jars()) {
      for (String ending : List.of(".jar", "-sources.jar")) {
        Path released = file(module, ending);
        String version = released.getParent().getFileName().toString();
        Path other =
            again.resolve(module).resolve(version).resolve(module + "-" + version + ending);
        assertThat(Files.mismatch(released, other)).as(other.toString()).isEqualTo(-1);
      }
    }
  }
}
