package io.cloudadapter.testkit.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  private static final Pattern PROBLEM = Pattern.compile("(Example\\d+\\.java):(\\d+: error: .*)");

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
    assertThat(titles("MP-6.8")).hasSize(4);
  }

  @Test
  void admitsThatARuleIsNotTried() {
    assertThat(explained(RuleBook.standard().rule("MP-6.8")).sections().get(2).text())
        .startsWith("It is not tried: ");
  }

  @Test
  void everyRuleHasAnExampleExceptThoseThatNoKitTries() {
    List<String> tried =
        rules().filter(rule -> rule.untested().isEmpty()).map(Rule::id).toList();

    assertThat(EXAMPLES.keySet()).containsExactlyInAnyOrderElementsOf(tried);
    assertThat(rules().map(Rule::id)).hasSize(tried.size() + 1).contains("MP-6.8");
  }

  @Test
  void everyExampleHasCodeThatFailsAndOtherCodeThatHolds() {
    assertThat(EXAMPLES).allSatisfy((rule, example) -> {
      assertThat(example.failing()).as(rule).isPresent();
      assertThat(example.corrected()).as(rule).isPresent().isNotEqualTo(example.failing());
    });
  }

  @Test
  void codeIsShortJava() throws IOException {
    Map<String, String> codes = new LinkedHashMap<>();
    EXAMPLES.forEach((rule, example) -> {
      example.failing().ifPresent(code -> codes.put(rule + " fails", code));
      example.corrected().ifPresent(code -> codes.put(rule + " holds", code));
    });

    assertThat(notJava(codes)).isEmpty();
    assertThat(codes).allSatisfy((name, code) -> {
      assertThat(code.lines().count()).as(name).isBetween(1L, 20L);
      // The command line indents them by two.
      assertThat(code.lines()).as(name).allMatch(line -> line.length() <= 98);
    });
  }

  @Test
  void findsCodeThatIsNoJava() throws IOException {
    Map<String, String> codes = Map.of(
        "statements", "int a = 1;\nreturn a;",
        "members", "private int a;\n\nint a() {\n  return a;\n}",
        "half", "} catch (IOException e) {\n  throw e;\n}",
        "prose", "launch it again;");

    assertThat(notJava(codes)).containsOnlyKeys("half", "prose");
  }

  /** What the parser finds in the codes that are neither statements nor members. */
  private Map<String, String> notJava(Map<String, String> codes) throws IOException {
    Map<String, String> statements =
        problems(codes, "class AcmeProviderFactory { Object method() {\n%s\n}}");
    Map<String, String> left = new LinkedHashMap<>(codes);
    left.keySet().retainAll(statements.keySet());
    return problems(left, "class AcmeProviderFactory {\n%s\n}");
  }

  /**
   * What the compiler's parser finds in each code. It reads all of them at once, as each start of the compiler costs;
   * what the names in the code mean is not looked at.
   */
  private Map<String, String> problems(Map<String, String> codes, String frame) throws IOException {
    Map<String, String> names = new LinkedHashMap<>();
    List<String> arguments = new ArrayList<>(
        List.of("-proc:none", "-XDshould-stop.ifNoError=PARSE", "-Xmaxerrs", "9999", "-d"));
    arguments.add(folder.toString());
    for (Map.Entry<String, String> code : codes.entrySet()) {
      Path file = folder.resolve("Example" + names.size() + ".java");
      Files.writeString(file, frame.formatted(code.getValue()));
      names.put(file.getFileName().toString(), code.getKey());
      arguments.add(file.toString());
    }
    StringWriter found = new StringWriter();
    PrintWriter print = new PrintWriter(found);
    if (!names.isEmpty()) {
      ToolProvider.findFirst("javac")
          .orElseThrow()
          .run(print, print, arguments.toArray(new String[0]));
    }
    Map<String, String> problems = new TreeMap<>();
    Matcher problem = PROBLEM.matcher(found.toString());
    while (problem.find()) {
      problems.putIfAbsent(
          String.valueOf(names.get(problem.group(1))), String.valueOf(problem.group(2)));
    }
    return problems;
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
