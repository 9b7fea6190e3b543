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
    assertThat(rows(document, "10")).containsExactly("101013");
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
    assertThat(rows(document, "90")).containsExactly("9069");
    assertThat(rows(document, "180")).containsExactly("180618");
    assertThat(texts(document, "title")).contains("The same size at other values");
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
