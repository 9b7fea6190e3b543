package io.cloudadapter.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.cli.CommandRunner;
import io.cloudadapter.server.config.ConfigJsonSchema;
import io.cloudadapter.spi.config.ConfigError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each refusal to start has a section of its page, and names it. */
class StartErrorsTest {
  private static List<String> sections() throws IOException {
    return Files.readAllLines(Path.of("..").resolve(StartErrors.PAGE)).stream()
        .filter(line -> line.startsWith("## "))
        .map(line -> line.substring(3).toLowerCase(Locale.ROOT))
        .map(title -> title.replaceAll("[^a-z0-9_ -]", "").replace(' ', '-'))
        .toList();
  }

  @Test
  void each_key_of_a_configuration_has_a_section() throws IOException {
    JsonNode schema =
        new ObjectMapper().readTree(new ConfigJsonSchema(ServeOptions.adapters()).text());
    List<String> keys = new ArrayList<>(List.of("(file)"));
    schema.path("properties").fieldNames().forEachRemaining(keys::add);

    assertThat(keys).contains("data", "server", "pools");
    assertThat(keys)
        .allSatisfy(key -> assertThat(sections())
            .as(key)
            .contains(StartErrors.section(key + ".below").orElse("none")));
  }

  @Test
  void a_refusal_ends_with_the_sections_that_explain_it(@TempDir Path directory)
      throws IOException {
    Path file = Files.writeString(
        directory.resolve("adapter.yaml"),
        "server: {port: x}\naccounts: {a: {provider: simulated}}\npools: {web: {maxSize: 0}}\n");
    String hint = StartErrors.PAGE
        + "#pools-tenants-and-defaultpool, #server explain these refusals:"
        + " ./adapter explain start-errors.md#pools-tenants-and-defaultpool,"
        + " ./adapter explain start-errors.md#server";

    CommandRunner.Result serve = new CommandRunner().run("serve", "--config", file.toString());
    CommandRunner.Result doctor = new CommandRunner().run("doctor", "--config", file.toString());

    assertThat(serve.code()).isEqualTo(1);
    assertThat(serve.err()).endsWith("\n  " + hint + "\n");
    assertThat(doctor.out()).endsWith("\nsee    " + hint + "\n");
  }

  @Test
  void a_key_that_no_configuration_has_is_explained_by_the_page() {
    assertThat(StartErrors.hint(List.of(new ConfigError("colour", "is unknown"))))
        .isEqualTo(StartErrors.PAGE + " explains each refusal: ./adapter explain start-errors.md");
  }

  @Test
  void a_hint_at_one_section_has_the_command_that_prints_it() {
    assertThat(StartErrors.hint(List.of(new ConfigError("data", "is in use"))))
        .isEqualTo(StartErrors.PAGE
            + "#data explains this refusal: ./adapter explain start-errors.md#data");
    assertThat(new CommandRunner().run("explain", "start-errors.md#data").lines())
        .startsWith("REFUSAL:  data");
  }
}
