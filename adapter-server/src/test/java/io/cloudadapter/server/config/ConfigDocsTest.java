package io.cloudadapter.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.config.ConfigKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Holds the documentation against the schema, so that neither knows a key that the other does not. */
class ConfigDocsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @Test
  void documentsEveryKeyAsTheSchemaHasIt() throws IOException {
    String docs = Files.readString(ROOT.resolve("docs/reference/configuration.md"));

    for (ConfigSchema.Part part : ConfigSchema.PARTS) {
      assertThat(docs).as("the table of %s", part.path()).contains(table(part));
    }
  }

  @Test
  void showsAnExampleThatIsAccepted() {
    AdapterConfig config = new ConfigFileReader(List.of(new AnyCloud()), Map.of())
        .read(ROOT.resolve("examples/adapter.yaml"));

    assertThat(config.pools()).isNotEmpty();
  }

  @Test
  void showsPoliciesThatAPoolTakes() throws IOException {
    String docs = Files.readString(ROOT.resolve("docs/how-to/policies.md"));
    int from = docs.indexOf("```yaml\n") + "```yaml\n".length();
    String pools = docs.substring(from, docs.indexOf("```", from));

    AdapterConfig config = new ConfigFileReader(List.of(new AnyCloud()), Map.of())
        .parse("accounts: {here: {provider: simulated}}\n" + pools, ROOT);

    assertThat(config.pools().get(0).scaling().policies()).containsOnlyKeys("more", "oldest");
  }

  @Test
  void namesEveryKeyInTheExample() throws IOException {
    String example = Files.readString(ROOT.resolve("examples/adapter.yaml"));

    for (ConfigSchema.Part part : ConfigSchema.PARTS) {
      for (ConfigKey key : part.spec().keys()) {
        String last = key.name().substring(key.name().lastIndexOf('.') + 1);
        assertThat(example).as(part.path() + " " + key.name()).containsPattern("\\b" + last + ":");
      }
      part.asides().keySet().forEach(name -> assertThat(example).contains(name + ":"));
    }
  }

  private static String table(ConfigSchema.Part part) {
    StringBuilder table =
        new StringBuilder("| key | kind | default | meaning |\n|---|---|---|---|\n");
    for (ConfigKey key : part.spec().keys()) {
      String value = key.required()
          ? "required"
          : key.defaultValue().map(v -> "`" + v + "`").orElse("");
      table.append(
          "| `" + key.name() + "` | " + kind(key) + " | " + value + " | " + key.doc() + " |\n");
    }
    part.asides()
        .forEach((name, doc) -> table.append("| `" + name + "` | mapping |  | " + doc + " |\n"));
    return table.toString();
  }

  private static String kind(ConfigKey key) {
    return switch (key.type()) {
      case TEXT -> "text";
      case SECRET -> "secret";
      case INTEGER ->
        "whole number, " + (long) key.minimum()
            + (key.maximum() >= Integer.MAX_VALUE ? " or more" : " to " + (long) key.maximum());
      case DECIMAL -> "number, " + (long) key.minimum() + " to " + (long) key.maximum();
      case BOOLEAN -> "true or false";
      case DURATION -> "time span";
      case URI -> "URI";
      case CHOICE -> String.join(", ", key.choices());
      case LIST -> "list";
    };
  }
}
