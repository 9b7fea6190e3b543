package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cloudadapter.api.Alarm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @Test
  void showsWhatAnAlarmMeansAndWhatTheLibraryAndAPersonDo() {
    assertThat(explain("QUOTA").lines())
        .containsExactly(
            "ALARM:    QUOTA",
            "PAGE:     docs/reference/alarms.md#quota",
            "",
            "The cloud refused a launch for lack of quota.",
            "",
            "The library: It holds launches for up to a minute, and longer with each refused",
            "attempt (an hour at most), then tries one. Ends go on.",
            "",
            "You: Raise the quota, then `resize` or `thaw` to try at once.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "quota",
        "Quota",
        "alarms.md#quota",
        "docs/reference/alarms.md#quota",
        "ALARMS.md#QUOTA"
      })
  void takesAnAlarmInAnyCaseAndAsMessagesNameIt(String word) {
    assertThat(explain(word).out()).isEqualTo(explain("QUOTA").out());
  }

  @Test
  void showsLinksAsPathsOfPages() {
    assertThat(explain("TEMPLATE_HELD").out())
        .contains("rolled back (docs/how-to/refresh.md#rollback)")
        .doesNotContain("[", "**");
    assertThat(explain("STORE_FAILED").out())
        .contains("(docs/reference/data-directory.md#a-disk-that-is-full-or-fails)");
  }

  @Test
  void breaksLongTextsIntoLinesOfATerminal() {
    assertThat(explain("WARM_POOL").lines())
        .hasSizeGreaterThan(10)
        .allMatch(line -> line.length() <= 80)
        .contains("`./adapter plan` shows what machines on their way wait for.");
  }

  @ParameterizedTest
  @EnumSource
  void explainsEachAlarm(Alarm.Code code) {
    List<String> lines = explain(code.name()).lines();

    assertThat(lines)
        .startsWith("ALARM:    " + code, "PAGE:     " + Alarm.runbook(code.name()), "")
        .anyMatch(line -> line.startsWith("The library: "))
        .anyMatch(line -> line.startsWith("You: "));
  }

  @Test
  void noAlarmHasTheNameOfAKeyAtTheTop() throws Exception {
    List<String> keys = new ArrayList<>();
    schema().path("properties").fieldNames().forEachRemaining(keys::add);

    assertThat(keys)
        .contains("accounts")
        .map(key -> key.toUpperCase(Locale.ROOT))
        .doesNotContainAnyElementsOf(
            Arrays.stream(Alarm.Code.values()).map(Enum::name).toList());
  }

  @Test
  void showsARefusalToStartByItsSection() {
    assertThat(explain("docs/reference/start-errors.md#accounts").lines())
        .containsExactly(
            "REFUSAL:  accounts",
            "PAGE:     docs/reference/start-errors.md#accounts",
            "",
            "An account names no adapter that is there, or its adapter refuses its settings.",
            "",
            "You: The message names the key; `./adapter explain accounts` lists the keys of",
            "each adapter. `./adapter doctor --ask` also tries the credentials.",
            "",
            "The file of a simulated cloud is damaged: Move it away: its machines exist",
            "nowhere else.");
  }

  @Test
  void showsAllSectionsOfAPage() {
    assertThat(explain("start-errors.md").lines())
        .filteredOn(line -> line.startsWith("REFUSAL:  "))
        .startsWith("REFUSAL:  (file)", "REFUSAL:  A key that is unknown, missing or wrong")
        .hasSize(8);
    assertThat(explain("alarms.md").lines())
        .filteredOn(line -> line.startsWith("ALARM:    "))
        .hasSize(Alarm.Code.values().length);
  }

  @Test
  void refusesToListTheKeysOfAnAlarm() {
    CommandRunner.Result result = explain("CLOUD", "--recursive");

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .contains("--recursive lists keys of the configuration, and CLOUD is none; leave it out");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "CLUOD; there is no key or alarm CLUOD; did you mean CLOUD?",
        "at-max-size; did you mean AT_MAX_SIZE?",
        "accunts; there is no key or alarm accunts; did you mean accounts?",
        "zzz; the alarms are AT_MAX_SIZE, QUOTA, ",
        "alarms.md#cluod; there is no section cluod in docs/reference/alarms.md; did you mean cloud?",
        "start-errors.md#x; there is no section x in docs/reference/start-errors.md; there are file, ",
        "server.prot; there is no key server.prot; did you mean server.port?",
        "pools.web.maxsize; did you mean pools.web.maxSize?",
        "server.port.low; there are none in server.port",
        "zzz; there is no key or alarm zzz; at the top there are accounts, ",
      })
  void refusesAWordThatThereIsNotWithWhatThereIs(String key, String message) {
    CommandRunner.Result result = explain(key);

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains(message);
  }

  @Test
  void explainsEachKeyOfTheSchema() throws Exception {
    List<String> keys = new ArrayList<>();
    collect(schema(), "", keys);

    assertThat(keys)
        .hasSizeGreaterThan(60)
        .allSatisfy(key -> assertThat(explain(key).code()).as(key).isZero());
  }

  private static JsonNode schema() throws IOException {
    return JsonMapper.builder()
        .build()
        .readTree(Path.of("../docs/reference/adapter.schema.json").toFile());
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
