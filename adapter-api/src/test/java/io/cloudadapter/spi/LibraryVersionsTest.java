package io.cloudadapter.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class LibraryVersionsTest {
  private static final LibraryVersions JETTY = new LibraryVersions(
      "Jetty", "12.1", "12.1.14", "org.eclipse.jetty:jetty-bom", Map.of("server", "a.Server"));

  @Test
  void oneVersionThatIsNewEnoughIsNoProblem() {
    assertThat(JETTY.problem(Map.of("server", "12.1.0", "util", "12.1.0"))).isEmpty();
    assertThat(JETTY.problem(Map.of("server", "12.1"))).isEmpty();
    assertThat(JETTY.problem(Map.of("server", "12.10.1"))).isEmpty();
    assertThat(JETTY.problem(Map.of("server", "13.0.0.beta1"))).isEmpty();
  }

  @Test
  void anOlderVersionIsRefusedWithBothVersionsAndWhatToDo() {
    assertThat(JETTY.problem(Map.of("server", "12.0.36")))
        .contains("Jetty 12.0.36 is on the path, and 12.1 or newer is needed; import"
            + " org.eclipse.jetty:jetty-bom:12.1.14 in your dependency management before any BOM that"
            + " manages Jetty, as Spring Boot's does");
    assertThat(JETTY.problem(Map.of("server", "12"))).isPresent();
    assertThat(JETTY.problem(Map.of("server", "9.4.58.v20250814"))).isPresent();
  }

  @Test
  void partsOfDifferentVersionsAreRefusedWithEachOfThem() {
    assertThat(JETTY.problem(Map.of("http", "12.1.14", "server", "12.1.14", "util", "12.0.36")))
        .hasValueSatisfying(problem -> assertThat(problem)
            .contains("in 2 versions, 12.0.36 (util) and 12.1.14 (http),")
            .contains("12.1 or newer")
            .contains("jetty-bom:12.1.14"));
  }

  @Test
  void aPartThatIsNotThereIsNotLookedAt() {
    assertThat(JETTY.problem(getClass().getClassLoader())).isEmpty();
    assertThat(JETTY.found(getClass().getClassLoader())).isEmpty();
  }

  @Test
  void theVersionOfAJarIsRead() {
    Map<String, String> found = new LibraryVersions(
            "AssertJ", "3", "3", "a:b", Map.of("core", Assertions.class.getName()))
        .found(getClass().getClassLoader());
    assertThat(Optional.ofNullable(found.get("core")))
        .hasValueSatisfying(version -> assertThat(version).matches("3\\.\\d+\\.\\d+"));
  }
}
