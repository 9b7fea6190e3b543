package io.cloudadapter.testkit.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The explanations of rules: each rule has one, and the code in them is Java. */
class RuleExplanationTest {
  private static final Map<String, RuleExample> EXAMPLES = ExampleReader.standard();

  @TempDir
  private Path folder;

  static Stream<Rule> rules() {
    return Stream.of(RuleBook.standard(), RuleBook.channels()).flatMap(b -> b.rules().stream());
  }

  private static RuleExplanation explained(Rule rule) {
    RuleBook book = RuleBook.isOfChannels(rule) ? RuleBook.channels() : RuleBook.standard();
    return RuleExplanation.of(book, rule);
  }

  private static List<String> titles(String rule) {
    return explained(RuleBook.standard().rule(rule)).sections().stream()
        .map(RuleExplanation.Section::title)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("rules")
  void saysOfEachRuleWhyHowAndWhatToLookAt(Rule rule) {
    RuleExplanation explanation = explained(rule);

    assertThat(explanation.chapter()).isNotBlank();
    assertThat(explanation.sections())
        .extracting(RuleExplanation.Section::title)
        .startsWith("Why it is there", "How it shows", "How it is tried")
        .endsWith("What to look at when it fails");
    assertThat(explanation.sections()).allMatch(section -> !section.text().isBlank());
  }

  @Test
  void hasCodeWhereTheExamplesHaveIt() {
    assertThat(titles("MP-2.1"))
        .containsExactly(
            "Why it is there",
            "How it shows",
            "How it is tried",
            "Code that fails",
            "Code that holds",
            "What to look at when it fails");
    assertThat(titles("MP-4.1")).hasSize(4);
  }

  @Test
  void admitsThatARuleIsNotTried() {
    assertThat(explained(RuleBook.standard().rule("MP-6.8")).sections().get(2).text())
        .startsWith("It is not tried: ");
  }

  @Test
  void examplesAreOfRulesThatExist() {
    assertThat(EXAMPLES.keySet()).isSubsetOf(rules().map(Rule::id).toList()).hasSizeGreaterThan(50);
    assertThat(EXAMPLES.values())
        .allMatch(
            example -> example.failing().isPresent() == example.corrected().isPresent())
        .noneMatch(example ->
            example.failing().equals(example.corrected()) && example.failing().isPresent());
  }

  static Stream<String> codes() {
    return EXAMPLES.values().stream()
        .flatMap(example -> Stream.of(example.failing(), example.corrected()))
        .flatMap(code -> code.stream());
  }

  @ParameterizedTest
  @MethodSource("codes")
  void codeIsJava(String code) throws IOException {
    String statements = problems("class AcmeProviderFactory { Object method() {\n" + code + "\n}}");

    assertThat(statements.isEmpty() ? "" : problems("class AcmeProviderFactory {\n" + code + "\n}"))
        .as("neither statements (" + statements + ") nor members")
        .isEmpty();
    assertThat(code.lines()).allMatch(line -> line.length() <= 100);
  }

  /** What the compiler's parser finds; what the names in the code mean is not looked at. */
  private String problems(String code) throws IOException {
    Path file = Files.writeString(folder.resolve("AcmeProviderFactory.java"), code);
    StringWriter said = new StringWriter();
    PrintWriter print = new PrintWriter(said);
    ToolProvider.findFirst("javac")
        .orElseThrow()
        .run(
            print,
            print,
            "-proc:none",
            "-XDshould-stop.ifNoError=PARSE",
            "-d",
            folder.toString(),
            file.toString());
    return said.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# Examples\n\n## MP-2.1\n",
        "# Examples\n\n## MP-2\n\nText.\n",
        "# Examples\n\n## MP-2.1\n\nText.\n\nMore.\n",
        "# Examples\n\n## MP-2.1\n\nText.\n\nFails:\n\n```java\na();\n```\n",
        "# Examples\n\n## MP-2.1\n\nA.\n\n## MP-2.1\n\nB.\n"
      })
  void refusesWhatItDoesNotUnderstand(String document) {
    assertThatThrownBy(() -> ExampleReader.parse(document))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("example");
  }

  @Test
  void readsAnyLineEnd() {
    String document =
        "# Examples\n\n## MP-2.1\n\nOne\ntwo.\n\nFails:\n\n```java\na();\n\nb();\n```\n\n"
            + "Holds:\n\n```java\nc();\n```\n\n## MP-2.2\n\nThree.\n";

    Map<String, RuleExample> examples = ExampleReader.parse(document.replace("\n", "\r\n"));

    assertThat(examples).isEqualTo(ExampleReader.parse(document)).hasSize(2);
    assertThat(examples.get("MP-2.1").tried()).isEqualTo("One two.");
    assertThat(examples.get("MP-2.1").failing()).hasValue("a();\n\nb();");
    assertThat(examples.get("MP-2.2").failing()).isEmpty();
  }
}
