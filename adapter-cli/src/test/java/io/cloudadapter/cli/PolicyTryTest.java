package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyTryTest {
  private static final String THIRTY_PER_CENT = """
      type: senlin.policy.scaling
      version: "1.0"
      properties:
        event: CLUSTER_SCALE_OUT
        adjustment: {type: CHANGE_IN_PERCENTAGE, number: 30, min_step: 2}
      """;
  private static final String ZONES = """
      - type: senlin.policy.zone_placement
        version: 1.0
        properties:
          zones: [{name: a, weight: 100}, {name: b, weight: 200}]
      """;
  private static final String TARGET = """
      {"type": "adapter.policy.target", "version": "1.0", "properties": {"target": 60}}
      """;

  @TempDir
  private Path directory;

  private Shell.Result attempt(String policy, String... more) throws IOException {
    Path file = Files.writeString(directory.resolve("policy.yaml"), policy);
    List<String> args = new ArrayList<>(List.of("policy", "try", file.toString()));
    args.addAll(List.of(more));
    return new Shell().run(args.toArray(String[]::new));
  }

  private Shell.Result cases(String policy, String table, String... more) throws IOException {
    Path file = Files.writeString(directory.resolve("cases.csv"), table);
    List<String> args = new ArrayList<>(List.of("--cases", file.toString()));
    args.addAll(List.of(more));
    return attempt(policy, args.toArray(String[]::new));
  }

  @Test
  void saysWhatAPolicyWouldDoAndWhy() throws IOException {
    Shell.Result result = attempt(THIRTY_PER_CENT, "out", "--size", "10", "--max", "20");

    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(result.lines()).hasSizeGreaterThan(1);
    assertThat(result.lines().get(result.lines().size() - 1))
        .isEqualTo("OK: scale out by 3 to 13, desired size 13");
  }

  @Test
  void tellsARefusalByItsExitCodeAndItsReason() throws IOException {
    Shell.Result result = attempt(THIRTY_PER_CENT, "out", "--size", "10", "--max", "12", "--json");

    JsonNode json = JsonMapper.builder().build().readTree(result.out());
    assertThat(result.code()).isEqualTo(1);
    assertThat(json.path("status").asText()).isEqualTo("ERROR");
    assertThat(json.path("reason").asText())
        .isEqualTo("The target capacity (13) is greater than the cluster's max_size (12).");
    assertThat(json.path("desiredSize").asInt()).isEqualTo(10);
  }

  @Test
  void asksAPolicyOnlyForItsDirection() throws IOException {
    assertThat(attempt(THIRTY_PER_CENT, "in", "--size", "10").out()).contains("scale in by 1 to 9");
  }

  @Test
  void placesWhatIsDecided() throws IOException {
    Shell.Result result = attempt(ZONES, "out", "4", "--size", "2", "--there", "a=2,b=0", "--json");

    JsonNode json = JsonMapper.builder().build().readTree(result.out());
    assertThat(result.err()).isEmpty();
    assertThat(json.path("creation").path("count").asInt()).isEqualTo(4);
    assertThat(json.path("creation").path("places").toString()).isEqualTo("{\"b\":4}");
  }

  @Test
  void leavesTheSizeWhereThePlacesHaveNoRoom() throws IOException {
    String capped = """
        type: senlin.policy.region_placement
        version: "1.0"
        properties:
          regions: [{name: a, cap: 2}]
        """;

    Shell.Result result = attempt(capped, "out", "4", "--size", "2", "--there", "a=2", "--json");

    JsonNode json = JsonMapper.builder().build().readTree(result.out());
    assertThat(result.code()).isEqualTo(1);
    assertThat(json.path("status").asText()).isEqualTo("ERROR");
    assertThat(json.path("change").asText()).isEqualTo("ERROR");
    assertThat(json.path("desiredSize").asInt()).isEqualTo(2);
  }

  @Test
  void answersAWholeTable() throws IOException {
    Shell.Result result = cases(THIRTY_PER_CENT, """
        # what we believe
        size,max,request,expect
        10,20,out,+3
        0,,out,+2
        10,20,out 5,+5

        10,12,out,ERROR
        3,,in 1,-1
        """);

    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(result.lines()).hasSize(6);
    assertThat(result.lines().get(1)).matches("3 +10 +out +\\+3 +13");
    assertThat(result.lines().get(4)).contains("ERROR", "max_size (12)");
  }

  @Test
  void showsWhereATableIsWrong() throws IOException {
    Shell.Result result =
        cases(THIRTY_PER_CENT, "size,request,expect\n10,out,+4\n10,out,+3\n", "--json");

    JsonNode json = JsonMapper.builder().build().readTree(result.out());
    assertThat(result.code()).isEqualTo(1);
    assertThat(json.get(0).path("expected").asText()).isEqualTo("+4");
    assertThat(json.get(0).path("change").asText()).isEqualTo("+3");
    assertThat(cases(THIRTY_PER_CENT, "size,request,expect\n10,out,+4\n").out())
        .contains("EXPECTED +4");
  }

  @Test
  void asksPoliciesForMetricsAboutMetrics() throws IOException {
    assertThat(attempt(TARGET, "metric", "90", "--size", "10").out())
        .contains("OK: scale out by 5");
    assertThat(attempt(TARGET, "metric", "6e1", "--size", "10").out()).contains("OK: no change");
  }

  @Test
  void letsTheLargestOfSeveralWin() throws IOException {
    String second = THIRTY_PER_CENT.replace("number: 30", "number: 50");
    String both = "- " + THIRTY_PER_CENT.strip().replace("\n", "\n  ") + "\n- "
        + second.strip().replace("\n", "\n  ") + "\n";

    assertThat(attempt(both, "out", "--size", "10").out()).contains("scale out by 5 to 15");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
      out 02 --size 1    | Invalid count (02) for action 'CLUSTER_SCALE_OUT'.
      sideways --size 1  | a request must be out, in, out N, in N or metric X, was: sideways
      metric NaN --size 1| a metric must be a finite number, was: metric NaN
      metric --size 1    | a metric must be a finite number, was: metric
      metric 5 --size 1  | there is no policy for metrics in the file
      out                | give a request (out, in, out N, in N, metric X) and --size N, or --cases
      --size 3           | give a request (out, in, out N, in N, metric X) and --size N, or --cases
      out --size -1      | must be 0 or more
      out --size 1 --there a | there must be places with their machines, each once
      out --size 1 --there a=1 | there is no placement policy in the file that could use: {a=1}
      """)
  void namesWhatIsWrong(String args, String message) throws IOException {
    Shell.Result result = attempt(THIRTY_PER_CENT, args.split(" "));

    assertThat(result.code()).isNotZero();
    assertThat(result.out() + result.err()).contains(message);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
      `` | is empty; it must hold a policy
      [] | must hold at least one policy
      x  | must be a mapping with type, version and properties
      {type: a, type: b} | is not YAML
      {type: a} | The 'version' key is missing
      {type: a, version: 1.0} | The policy_type 'a-1.0' could not be found.
      {type: senlin.policy.deletion, version: 1.1} | a deletion policy chooses among machines
      {type: adapter.policy.target, version: 1.0, properties: {target: .nan}} | policy.yaml
      {1: 2} | keys must be words
      `&a [[*a]]` | is not YAML
      """)
  void namesWhatIsWrongInAPolicy(String policy, String message) throws IOException {
    Shell.Result result = attempt(policy, "out", "--size", "1");

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).contains(message);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
      size                       | the header must name size and request
      size,request,size          | each once
      size,request,colour        | the header must name size and request
      size,request               | at least one line
      size,request;1             | must have 2 values, was: 1
      size,request;x,out         | line 2: size must be a whole number, was: x
      size,request;,out          | size must be a whole number of 0 or more, was nothing
      size,request;1,            | a request must be out
      size,request,expect;1,out,3| expect must be +N, -N, 0 or ERROR, was: 3
      size,min,max,request;1,5,2,out | maxSize must be -1 (unlimited) or at least minSize
      size,request;1,metric 4    | line 2: there is no policy for metrics
      """)
  void namesWhatIsWrongInATable(String table, String message) throws IOException {
    Shell.Result result = cases(THIRTY_PER_CENT, table.replace(';', '\n'));

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).contains("cases.csv").contains(message);
  }

  @Test
  void takesNoTableBesideARequest() throws IOException {
    assertThat(cases(THIRTY_PER_CENT, "size,request\n1,out\n", "--size", "3").err())
        .contains("leave out: --size");
    assertThat(cases(THIRTY_PER_CENT, "size,request\n1,out\n", "--min", "3").err())
        .contains("leave out: --min");
    assertThat(attempt(THIRTY_PER_CENT, "--cases", "none.csv").err())
        .contains("none.csv cannot be read: there is no such file");
  }

  @Test
  void asksForACommand() {
    assertThat(new Shell().run("policy").err()).contains("a command is missing: try");
  }

  @Test
  void keepsWhatTheExamplesPromise() throws IOException {
    Path examples = Path.of("../examples/policies");
    Shell.Result table = new Shell()
        .run(
            "policy",
            "try",
            examples.resolve("out-by-a-third.yaml").toString(),
            "--cases",
            examples.resolve("out-by-a-third.csv").toString());
    Shell.Result zones = new Shell()
        .run(
            "policy",
            "try",
            examples.resolve("load-and-zones.yaml").toString(),
            "metric",
            "90",
            "--size",
            "6",
            "--there",
            "a=3,b=3");

    String docs = Files.readString(Path.of("../docs/policies.md"));
    assertThat(table.code()).isZero();
    assertThat(docs).contains(table.out()).contains(zones.out());
  }
}
