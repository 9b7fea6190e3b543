package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.cloudadapter.cli.server.ServeOptions;
import io.cloudadapter.server.config.ConfigFileReader;
import io.cloudadapter.spi.config.ConfigException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A foreign validator accepts and refuses with the schema as the server does without it. */
class ConfigSchemaTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path PUBLISHED = ROOT.resolve("docs/reference/adapter.schema.json");
  private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  private final String text = new CommandRunner().run("config-schema").out();
  private final JsonSchema schema =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(text);

  /** With {@code -Dconfig.docs=write} the file is written anew. */
  @Test
  void is_published_as_the_command_prints_it() throws IOException {
    if (System.getProperty("config.docs", "").equals("write")) {
      Files.writeString(PUBLISHED, text);
    }
    assertThat(PUBLISHED).as("write it with -Dconfig.docs=write").hasContent(text);
  }

  @Test
  void is_a_schema_itself() {
    JsonSchema meta = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7)
        .getSchema(URI.create("http://json-schema.org/draft-07/schema#"));

    assertThat(meta.validate(text, InputFormat.JSON)).isEmpty();
  }

  static Stream<String> examples() throws IOException {
    List<Path> pages;
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      pages = files.filter(file -> file.toString().endsWith(".md")).toList();
    }
    Stream.Builder<String> all = Stream.builder();
    all.add(Files.readString(ROOT.resolve("examples/adapter.yaml")));
    for (Path page : pages) {
      YAML.matcher(Files.readString(page))
          .results()
          .map(MatchResult::group)
          .map(block -> block.substring("```yaml\n".length(), block.length() - 3))
          .filter(block -> block.startsWith("accounts:") || block.contains("\naccounts:"))
          .filter(block -> block.startsWith("pools:") || block.contains("\npools:"))
          .forEach(all::add);
    }
    return all.build();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void accepts_every_configuration_of_the_documentation(String yaml) {
    assertThat(schema.validate(yaml, InputFormat.YAML)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "accounts: {a: {provider: simulated}}\npools: [{name: web, maxSize: 3}]",
        "accounts: {a: {provider: simulated, longestRetryAfter: 1m}}\npools: {web: {maxSize: '3'}}",
        "accounts: {a: {provider: simulated}}\nserver: {tls.cert: c, tls: {key: k}}\npools: {web: {maxSize: 3}}",
        "accounts: {a: {provider: simulated, zones: [a, b]}}\npools: {web: {maxSize: 3, zones: 'a,b'}}",
        "accounts: {a: {provider: simulated}}\nserver: {http: 'true'}\npools: {web: {maxSize: 3, tags: {n: 7}}}",
      })
  void accepts_what_the_server_accepts(String yaml) {
    assertThat(accepted(yaml)).isTrue();
    assertThat(schema.validate(yaml, InputFormat.YAML)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pools: {web: {maxSize: 3}}",
        "accounts: {a: {provider: simulated}}",
        "accounts: {a: {provider: simulated}}\npools: {web: {maxSize: 0}}",
        "accounts: {a: {provider: simulated}}\npools: {web: {maxSize: 3.5}}",
        "accounts: {a: {provider: simulated}}\npools: {web: {maxSize: three}}",
        "accounts: {a: {provider: simulated}}\npools: {web: {maxsize: 3}}",
        "accounts: {a: {provider: simulated}}\npools: [{maxSize: 3}]",
        "accounts: {a: {provider: simulates}}\npools: {web: {maxSize: 3}}",
        "accounts: {a: {provider: simulated, colour: x}}\npools: {web: {maxSize: 3}}",
        "accounts: {a: {}}\npools: {web: {maxSize: 3}}",
        "accounts: {a: {provider: simulated}}\nserver: {port: 70000}\npools: {web: {maxSize: 3}}",
        "accounts: {a: {provider: simulated}}\nserver: {http: maybe}\npools: {web: {maxSize: 3}}",
        "accounts: {a: {provider: simulated}}\nserver: {limits: {idleTime: 30}}\npools: {web: {maxSize: 3}}",
        "accounts: {a: {provider: simulated}}\nserver: {tls: cert}\npools: {web: {maxSize: 3}}",
        "accounts: {a: {provider: simulated}}\nserver: {clients: {ops: boss}}\npools: {web: {maxSize: 3}}",
        "accounts: {a: {provider: simulated}}\ncloudprovider: {errors: both}\npools: {web: {maxSize: 3}}",
        "accounts: {a: {provider: simulated}}\npools: {web: {maxSize: 3, hooks: {h: {on: launch}}}}",
        "accounts: {a: {provider: simulated}}\npools: {web: {maxSize: 3, template: {colour: red}}}",
        "accounts: {a: {provider: simulated}}\npools: {web: {maxSize: 3, policies: {p: {type: x}}}}",
        "accounts: {a: {provider: simulated}}\npools: {web: {maxSize: 3}}\nnotifications: {receivers: {r: {}}}",
        "accounts: {a: {provider: simulated}}\npools: {web: {maxSize: 3}}\ncolour: red",
      })
  void refuses_what_the_server_refuses(String yaml) {
    assertThat(accepted(yaml)).isFalse();
    assertThat(schema.validate(yaml, InputFormat.YAML)).isNotEmpty();
  }

  private static boolean accepted(String yaml) {
    try {
      var unused = new ConfigFileReader(ServeOptions.adapters(), Map.of()).parse(yaml, ROOT);
      return true;
    } catch (ConfigException e) {
      return false;
    }
  }
}
