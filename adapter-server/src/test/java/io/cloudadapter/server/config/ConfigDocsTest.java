package io.cloudadapter.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.config.ConfigKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds the documentation against the schema, so that neither knows a key that the other does not. */
class ConfigDocsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path DOCS = ROOT.resolve("docs/reference/configuration.md");
  private static final Pattern TABLE =
      Pattern.compile("\\| key \\| kind \\| default \\| meaning \\|\n(\\|.*\n)*");

  /** With {@code -Dconfig.docs=write} the tables are written anew. */
  @Test
  void documentsEveryKeyAsTheSchemaHasIt() throws IOException {
    String docs = Files.readString(DOCS);
    String expected = withTables(docs);
    if (System.getProperty("config.docs", "").equals("write")) {
      Files.writeString(DOCS, expected);
    } else {
      assertThat(docs).as("the tables; write them with -Dconfig.docs=write").isEqualTo(expected);
    }
  }

  /** The documentation with each table in the place of the table that is there, in the order of the schema. */
  private static String withTables(String docs) {
    Iterator<ConfigSchema.Part> parts = ConfigSchema.PARTS.iterator();
    String written =
        TABLE.matcher(docs).replaceAll(old -> Matcher.quoteReplacement(table(parts.next())));
    assertThat(parts.hasNext()).as("a part of the schema has no table").isFalse();
    return written;
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
      for (String name : part.asides().keySet()) {
        assertThat(example).contains(name.substring(name.lastIndexOf('.') + 1) + ":");
      }
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
