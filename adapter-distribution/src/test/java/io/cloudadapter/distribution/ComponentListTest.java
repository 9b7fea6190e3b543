package io.cloudadapter.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The list of components that comes with the image. */
class ComponentListTest {
  private static final Path LIST = Path.of("target/bom.json");

  @Test
  void has_the_libraries_of_the_jars_and_those_that_the_pages_of_the_console_load()
      throws IOException {
    assertThat(Files.readString(LIST))
        .contains(
            "\"pkg:maven/org.eclipse.jetty/jetty-server@",
            "\"pkg:npm/preact@",
            "\"pkg:npm/htm@",
            "\"lib/preact/preact.mjs\"",
            "\"lib/htm/htm.mjs\"");
  }
}
