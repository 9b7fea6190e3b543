package io.cloudadapter.cli.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cloudadapter.cli.CommandRunner;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** {@code policy try --out} writes a page that has the answer, and plots what the same request does elsewhere. */
class PolicyTryPageTest {
  private static final String A_THIRD = """
      type: senlin.policy.scaling
      version: "1.0"
      properties:
        event: CLUSTER_SCALE_OUT
        adjustment: {type: CHANGE_IN_PERCENTAGE, number: 30, min_step: 2}
      """;
  private static final String TARGET = """
      {"type": "adapter.policy.target", "version": "1.0", "properties": {"target": 60}}
      """;

  @TempDir
  private Path directory;

  private Path page() {
    return directory.resolve("out/policy.html");
  }

  private CommandRunner.Result attempt(String policy, String... more) throws IOException {
    Path file = Files.writeString(directory.resolve("policy.yaml"), policy);
    List<String> args = new ArrayList<>(
        List.of("policy", "try", file.toString(), "--out", page().toString()));
    args.addAll(List.of(more));
    return new CommandRunner().run(args.toArray(String[]::new));
  }

  private Document parsed() throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory.newDocumentBuilder().parse(new ByteArrayInputStream(Files.readAllBytes(page())));
  }

  private static List<Element> all(Document document, String tag) {
    NodeList nodes = document.getElementsByTagNameNS("*", tag);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    return elements;
  }

  private static List<String> texts(Document document, String tag) {
    return all(document, tag).stream().map(Element::getTextContent).toList();
  }

  /** The rows of the tables of numbers that begin with a value, without what is between their cells. */
  private static List<String> rows(Document document, String first) {
    return texts(document, "tr").stream()
        .map(row -> row.replaceAll("\\s+", " ").strip())
        .filter(row -> row.startsWith(first))
        .toList();
  }

  @Test
  void theAnswerStandsWithItsReasons() throws Exception {
    CommandRunner.Result result = attempt(A_THIRD, "out", "--size", "10", "--max", "12");

    assertThat(result.err()).isEmpty();
    assertThat(result.lines()).last().isEqualTo("plots: " + page());
    Document document = parsed();
    assertThat(texts(document, "h1")).containsExactly("Try of a policy: out at size 10");
    assertThat(texts(document, "h2")).containsExactly("Answer", "The same request at other sizes");
    assertThat(texts(document, "td")).contains("out", "10 → 10", "ERROR");
    assertThat(texts(document, "strong")).contains("The request is refused.");
    assertThat(texts(document, "li"))
        .containsExactlyElementsOf(result.lines().subList(0, result.lines().size() - 1));
  }

  @Test
  void programsFindThePageInTheJson() throws IOException {
    String json = attempt(A_THIRD, "out", "--size", "10", "--json").out();

    assertThat(JsonMapper.builder().build().readTree(json).path("page").asText())
        .isEqualTo(page().toString());
    assertThat(page()).exists();
  }

  @Test
  void thePlotHasTheDecisionForEachSizeUpToTheLimit() throws Exception {
    attempt(A_THIRD, "out", "--size", "10", "--max", "16");

    Document document = parsed();
    assertThat(rows(document, "0")).containsExactly("002");
    assertThat(rows(document, "10")).containsExactly("101013asked for");
    assertThat(rows(document, "15")).first().asString().contains("1515", "refused: ");
    assertThat(rows(document, "16")).hasSize(1);
    assertThat(rows(document, "17")).isEmpty();
    assertThat(all(document, "path"))
        .filteredOn(path -> path.getAttribute("d").startsWith("M150 "))
        .extracting(path -> path.getAttribute("class"))
        .contains("alive", "desired");
  }

  @Test
  void aMetricIsPlottedAtOtherValuesToo() throws Exception {
    attempt(TARGET, "metric", "90", "--size", "6");

    Document document = parsed();
    assertThat(texts(document, "h2"))
        .containsExactly(
            "Answer", "The same size at other values", "The same request at other sizes");
    assertThat(rows(document, "90")).containsExactly("9069asked for");
    assertThat(rows(document, "180")).containsExactly("180618");
    assertThat(texts(document, "title")).contains("The same size at other values");
  }

  /** The paths of a class in the plots, without those that explain the lines. */
  private static List<String> paths(Document document, String style) {
    return all(document, "path").stream()
        .filter(path -> path.getAttribute("class").equals(style))
        .map(path -> path.getAttribute("d"))
        .filter(path -> !path.equals("M2 6H38"))
        .toList();
  }

  @Test
  void theSizeAndTheValueAskedForAreMarked() throws Exception {
    attempt(TARGET, "metric", "90", "--size", "6");

    Document document = parsed();
    assertThat(texts(document, "text")).contains("asked for: 90", "asked for: 6");
    // Of 794 columns from 150 on: the value in the middle, 6 of the sizes from 0 to 20.
    assertThat(paths(document, "asked")).containsExactly("M547 10v224", "M388.2 10v224");
    assertThat(all(document, "tr"))
        .filteredOn(row -> row.getAttribute("class").equals("asked"))
        .extracting(row -> row.getTextContent().strip())
        .containsExactly("9069asked for", "669asked for");
    assertThat(texts(document, "desc"))
        .allMatch(text -> text.contains(" Asked for: 90.") || text.contains(" Asked for: 6."));
  }

  @Test
  void aRequestThatIsRefusedIsMarkedWithTheReason() throws Exception {
    attempt(A_THIRD, "out", "--size", "10", "--max", "10");

    assertThat(rows(parsed(), "10")).first().asString().startsWith("101010asked for; refused: ");
  }

  @Test
  void aValueThatIsNoRoundNumberIsMarkedToo() throws Exception {
    attempt(TARGET, "metric", "0.07", "--size", "6");

    assertThat(rows(parsed(), "0.07")).first().asString().endsWith("asked for");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "10; 1000; Sizes from 0 to 20: up to twice the size asked for or 20, the greater of both,"
            + " and not beyond the limit of 1000.",
        "90; 1000; Sizes from 0 to 180, one in 2: up to twice the size asked for or 20,"
            + " the greater of both, and not beyond the limit of 1000.",
        "10; 16; Sizes from 0 to 16: up to twice the size asked for or 20, the greater of both,"
            + " and not beyond the limit of 16.",
        "10; 8; Sizes from 0 to 10: up to the size asked for, which is beyond the limit of 8.",
      })
  void thePageNamesWhereItsSizesEnd(String size, String max, String range) throws Exception {
    attempt(A_THIRD, "out", "--size", size, "--max", max);

    assertThat(texts(parsed(), "p")).contains(range);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "90; Values from 0 to 180, twice the value asked for.",
        "0; Values from 0 to 1.",
      })
  void thePageNamesWhereItsValuesEnd(String value, String range) throws Exception {
    attempt(TARGET, "metric", value, "--size", "6");

    assertThat(texts(parsed(), "p")).contains(range);
    assertThat(texts(parsed(), "text")).contains("asked for: " + value);
  }

  @Test
  void noLineJoinsSeparateCases() throws Exception {
    Path cases = Files.writeString(
        directory.resolve("cases.csv"), "size,request\n10,out\n0,out\nmany,out\n10,out\n");

    attempt(A_THIRD, "--cases", cases.toString());

    // Four cases have 198.5 columns each; the third one could not be asked. 13 is the greatest
    // size.
    assertThat(paths(parsed(), "desired"))
        .containsExactly("M169.9 10H328.7M368.4 196.2H527.2M765.4 10H924.1");
    assertThat(paths(parsed(), "alive"))
        .containsExactly("M169.9 60.8H328.7M368.4 230H527.2M765.4 60.8H924.1");
  }

  @Test
  void thePageHasEveryCaseOfALongTable() throws Exception {
    Path cases =
        Files.writeString(directory.resolve("cases.csv"), "size,request\n" + "10,out\n".repeat(45));

    attempt(A_THIRD, "--cases", cases.toString());

    assertThat(texts(parsed(), "h1")).containsExactly("Try of a policy: 45 cases");
    assertThat(all(parsed(), "tr")).hasSize(1 + 45);
    assertThat(paths(parsed(), "desired")).first().asString().matches("(M[\\d.]+ 10H[\\d.]+){45}");
  }

  @Test
  void aTableOfCasesIsPlottedCaseByCase() throws Exception {
    Path cases = Files.writeString(directory.resolve("cases.csv"), """
        size,request,expect
        10,out,+3
        0,out,+5
        many,out,ERROR
        """);

    CommandRunner.Result result = attempt(A_THIRD, "--cases", cases.toString());

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.lines()).last().isEqualTo("plots: " + page());
    Document document = parsed();
    assertThat(texts(document, "h1")).containsExactly("Try of a policy: 3 cases");
    assertThat(texts(document, "strong")).containsExactly("Answers other than expected: 1.");
    assertThat(texts(document, "text")).contains("line 2", "line 3", "line 4", "unexpected 1");
    assertThat(rows(document, "2")).containsExactly("210out+3+313");
    assertThat(rows(document, "3")).containsExactly("30out+2+52EXPECTED +5");
    assertThat(texts(document, "title"))
        .contains(
            "Desired size before and after, case by case",
            "Cases with another answer than expected");
  }

  @Test
  void casesThatAreMetHaveNoPlotOfMisses() throws Exception {
    Path cases = Files.writeString(directory.resolve("cases.csv"), "size,request\n10,out\n");

    assertThat(attempt(A_THIRD, "--cases", cases.toString()).code()).isZero();

    assertThat(texts(parsed(), "p")).contains("All answers are as expected.");
    assertThat(texts(parsed(), "title")).doesNotContain("Cases with another answer than expected");
  }

  @Test
  void whatThePageShowsIsNoMarkup() throws Exception {
    Path cases = Files.writeString(directory.resolve("cases.csv"), "size,request\n1,<b>out</b>&\n");

    attempt(A_THIRD, "--cases", cases.toString());

    assertThat(texts(parsed(), "td")).contains("<b>out</b>&");
    assertThat(all(parsed(), "b")).isEmpty();
  }

  @Test
  void thePageNeedsNoNetworkAndHasTheColoursOfTheOtherPages() throws Exception {
    attempt(TARGET, "metric", "90", "--size", "6");

    assertThat(Files.readString(page()).replace("http://www.w3.org/", ""))
        .doesNotContain("http://", "https://", "<script", "<link", "@import")
        .contains(Files.readString(Path.of("../src/main/style/page.css")).strip());
  }

  @Test
  void aDirectoryInThePlaceOfThePageIsRefusedAndNothingIsAnswered() throws IOException {
    Files.createDirectories(page());

    CommandRunner.Result result = attempt(A_THIRD, "out", "--size", "10");

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("--out must be a file, was the directory " + page());
  }

  @Test
  void theExampleOfTheDocsHolds() throws IOException {
    String command = "policy try examples/policies/load-and-zones.yaml metric 90 --size 6"
        + " --there a=3,b=3 --out policy.html";
    CommandRunner.Result result = new CommandRunner()
        .run(command
            .replace("examples/", "../examples/")
            .replace("policy.html", page().toString())
            .split(" "));

    assertThat(Files.readString(Path.of("../docs/how-to/policies.md")))
        .contains("$ ./adapter " + command + "\n"
            + result.out().replace(page().toString(), "policy.html") + "```");
  }

  @Test
  void withoutOutNoPageIsNamed() throws IOException {
    Path file = Files.writeString(directory.resolve("policy.yaml"), A_THIRD);

    CommandRunner.Result result =
        new CommandRunner().run("policy", "try", file.toString(), "out", "--size", "10");

    assertThat(result.out()).doesNotContain("plots:");
    assertThat(page()).doesNotExist();
  }
}
