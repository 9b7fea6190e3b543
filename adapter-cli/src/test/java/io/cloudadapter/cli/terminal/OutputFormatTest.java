package io.cloudadapter.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutputFormatTest {
  private static final Map<String, Object> POOL = new LinkedHashMap<>();

  static {
    POOL.put("name", "web");
    POOL.put("desired", 2);
    POOL.put("zones", List.of("a", "b"));
    POOL.put(
        "machines",
        List.of(Map.of("id", "i-1", "state", "RUNNING"), Map.of("id", "i-2", "state", "PENDING")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "jsonpath={.machines[*].id}; 'i-1\ni-2'",
        "jsonpath=$.machines[?(@.state=='RUNNING')].id; i-1",
        "jsonpath=.desired; 2",
        "jsonpath={.name}; web",
        "jsonpath={.machines[0]}; '{\"id\":\"i-1\",\"state\":\"RUNNING\"}'",
        "jsonpath={.machines.length()}; 2",
        "jsonpath={.machines[?(@.state=='GONE')].id}; ''",
        "jsonpath={.zones}; '[\"a\",\"b\"]'",
        "jsonpath={.nothing}; ''",
        "jsonpath={.machines[7].id}; ''",
      })
  void aPathPrintsWhatItLeadsToOneValueALine(String format, String expected) {
    String text = OutputFormat.parse(format).text(POOL);

    assertThat(sorted(text)).isEqualTo(sorted(expected));
  }

  /** Maps of one entry's order are not. */
  private static String sorted(String text) {
    return text.startsWith("{") ? text.chars().sorted().boxed().toList().toString() : text;
  }

  @Test
  void aFunctionThatHasNoValueIsRefusedByItsPath() {
    OutputFormat format = OutputFormat.parse("jsonpath={.machines.sum()}");

    assertThatThrownBy(() -> format.text(POOL))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--output: the JSONPath $['machines'].sum() has no value here: ");
  }

  @Test
  void yamlHasBlocksAndTheOrderOfTheMessage() {
    assertThat(OutputFormat.parse("yaml").text(POOL))
        .startsWith("name: web\ndesired: 2\nzones:\n- a\n- b\nmachines:\n- ")
        .doesNotContain("!!")
        .contains("id: i-1");
  }

  @Test
  void jsonIsTheMessage() {
    assertThat(OutputFormat.parse("json").text(Map.of("name", "web")))
        .isEqualToIgnoringWhitespace("{\"name\":\"web\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"xml", "", "JSON", "jsonpath"})
  void anotherFormatIsRefusedWithThoseThatThereAre(String text) {
    assertThatThrownBy(() -> OutputFormat.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("must be table, wide, json, yaml or jsonpath=EXPRESSION, was " + text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jsonpath=", "jsonpath={}", "jsonpath={.a[?(}"})
  void aPathThatCannotBeReadIsRefused(String text) {
    assertThatThrownBy(() -> OutputFormat.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("must have a JSONPath such as {.machines[*].id}")
        .hasMessageEndingWith(text.substring("jsonpath=".length()));
  }
}
