package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplainTest {
  private static CommandRunner.Result explain(String... args) {
    List<String> all = new ArrayList<>(List.of("explain"));
    all.addAll(List.of(args));
    return new CommandRunner().run(all.toArray(String[]::new));
  }

  @Test
  void showsTypeDefaultAllowedValuesAndMeaningOfAKey() {
    assertThat(explain("server.port").lines())
        .containsExactly(
            "KEY:      server.port",
            "TYPE:     whole number",
            "DEFAULT:  8443",
            "ALLOWED:  0 to 65535",
            "",
            "The port; 0 for a free one.");
  }

  @Test
  void takesKeysOfNamedThingsWithAndWithoutTheName() {
    assertThat(explain("pools.hooks.timeout").lines())
        .contains("TYPE:     time span")
        .filteredOn(line -> !line.startsWith("KEY:"))
        .isEqualTo(explain("pools.web.hooks.drain.timeout").lines().stream()
            .filter(line -> !line.startsWith("KEY:"))
            .toList());
  }

  @Test
  void showsKeysWithDotsAndTheGroupsThatTheyAreIn() {
    assertThat(explain("history.retention").code()).isZero();
    assertThat(explain("pools.web.remediation.after").out()).contains("TYPE:     time span");
    assertThat(explain("history").out()).contains("retention");
  }

  @Test
  void listsTheTopAndEverythingBelow() {
    assertThat(explain().out()).contains("  pools <", "  accounts <");
    assertThat(explain("--recursive").out()).contains("  pools <", "      timeout <time span>");
  }

  @Test
  void listsTheKeysOfEachAdapterUnderItsName() {
    List<String> lines = explain("accounts").lines();

    assertThat(lines.subList(
            lines.indexOf("KEYS with provider: openstack:"),
            lines.indexOf("KEYS with provider: simulated:")))
        .anyMatch(line -> line.startsWith("  authUrl <text>"))
        .noneMatch(line -> line.startsWith("  profile <text>"))
        .noneMatch(line -> line.startsWith("  provider <choice>"));
    assertThat(lines).filteredOn(line -> line.startsWith("  provider <choice>")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "accounts.production.region, 'TYPE:     text'",
    "accounts.provider, 'ALLOWED:  aws, aws-asg, openstack, simulated'",
    "server.http, 'TYPE:     true or false'",
    "pools.hooks.target.deleteAtTimeout, 'TYPE:     true or false'",
    "pools.workers.hooks.drain.target.fallback, 'ALLOWED:  none, name, address'",
  })
  void explainsKeysOfAdaptersToo(String key, String line) {
    assertThat(explain(key).lines()).contains(line);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "server.prot; there is no key server.prot; did you mean server.port?",
        "pools.web.maxsize; did you mean pools.web.maxSize?",
        "server.port.low; there are none in server.port",
        "zzz; at the top there are accounts, ",
      })
  void refusesAKeyThatThereIsNotWithWhatThereIs(String key, String message) {
    CommandRunner.Result result = explain(key);

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains(message);
  }

  @Test
  void explainsEachKeyOfTheSchema() throws Exception {
    JsonNode schema = JsonMapper.builder()
        .build()
        .readTree(Path.of("../docs/reference/adapter.schema.json").toFile());
    List<String> keys = new ArrayList<>();
    collect(schema, "", keys);

    assertThat(keys)
        .hasSizeGreaterThan(60)
        .allSatisfy(key -> assertThat(explain(key).code()).as(key).isZero());
  }

  private static void collect(JsonNode node, String before, List<String> keys) {
    node.path("properties").properties().forEach(key -> {
      keys.add(before + key.getKey());
      collect(key.getValue(), before + key.getKey() + ".", keys);
    });
    if (node.path("additionalProperties").isObject()) {
      collect(node.get("additionalProperties"), before + "some-name.", keys);
    }
  }
}
