package io.cloudadapter.cli.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cloudadapter.cli.CommandRunner;
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

  private CommandRunner.Result attempt(String policy, String... more) throws IOException {
    Path file = Files.writeString(directory.resolve("policy.yaml"), policy);
    List<String> args = new ArrayList<>(List.of("policy", "try", file.toString()));
    args.addAll(List.of(more));
    return new CommandRunner().run(args.toArray(String[]::new));
  }

  private CommandRunner.Result cases(String policy, String table, String... more)
      throws IOException {
    Path file = Files.writeString(directory.resolve("cases.csv"), table);
    List<String> args = new ArrayList<>(List.of("--cases", file.toString()));
    args.addAll(List.of(more));
    return attempt(policy, args.toArray(String[]::new));
  }

  @Test
  void saysWhatAPolicyWouldDoAndWhy() throws IOException {
    CommandRunner.Result result = attempt(THIRTY_PER_CENT, "out", "--size", "10", "--max", "20");

    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(result.lines()).hasSizeGreaterThan(1);
    assertThat(result.lines().get(result.lines().size() - 1))
        .isEqualTo("OK: scale out by 3 to 13, desired size 13");
  }

  @Test
  void tellsARefusalByItsExitCodeAndItsReason() throws IOException {
    CommandRunner.Result result =
        attempt(THIRTY_PER_CENT, "out", "--size", "10", "--max", "12", "--json");

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
    CommandRunner.Result result =
        attempt(ZONES, "out", "4", "--size", "2", "--there", "a=2,b=0", "--json");

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

    CommandRunner.Result result =
        attempt(capped, "out", "4", "--size", "2", "--there", "a=2", "--json");

    JsonNode json = JsonMapper.builder().build().readTree(result.out());
    assertThat(result.code()).isEqualTo(1);
    assertThat(json.path("status").asText()).isEqualTo("ERROR");
    assertThat(json.path("change").asText()).isEqualTo("ERROR");
    assertThat(json.path("desiredSize").asInt()).isEqualTo(2);
  }

  @Test
  void answersAWholeTable() throws IOException {
    CommandRunner.Result result = cases(THIRTY_PER_CENT, """
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
    CommandRunner.Result result =
        cases(THIRTY_PER_CENT, "size,request,expect\n10,out,+4\n10,out,+3\n", "--json");

    JsonNode json = JsonMapper.builder().build().readTree(result.out());
    assertThat(result.code()).isEqualTo(1);
    assertThat(json.get(0).path("expected").asText()).isEqualTo("+4");
    assertThat(json.get(0).path("change").asText()).isEqualTo("+3");
    assertThat(cases(THIRTY_PER_CENT, "size,request,expect\n10,out,+4\n").out())
        .endsWith("EXPECTED +4\n");
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
      sideways --size 1  | a request must be out, in, out N, in N, metric X or metric NAME X, was: sideways
      metric NaN --size 1| a metric must be a finite number, was: metric NaN
      metric 1e999 --size 1| a metric must be a finite number, was: metric 1e999
      metric 90d --size 1| a metric must be a finite number, was: metric 90d
      metric --size 1    | a request must be out, in, out N, in N, metric X or metric NAME X, was: metric
      metric / 5 --size 1| a metric must have a name of 1 to 64 letters
      metric 5 --size 1  | there is no policy for metrics
      out                | give a request (out, in, out N, in N, metric X, metric NAME X) and --size N,
      --size 3           | give a request (out, in, out N, in N, metric X, metric NAME X) and --size N,
      out --size -1      | must be 0 or more
      out --size x       | must be a whole number
      out --size 1 --warming 2 | --warming must be at most --size
      out --size 1 --there a | there must be places with their machines, each once, as in a=3,b=2, was: a
      out --size 1 --there a=1 | there is no placement policy that could use where the machines are
      out --size 1 --pool web | --pool is one of a configuration; give --config FILE, too
      out --size 1 --colour 3 | Unknown option
      """)
  void failsToUnderstand(String args, String message) throws IOException {
    CommandRunner.Result result = attempt(THIRTY_PER_CENT, args.split(" "));

    assertThat(result.err()).contains(message);
    assertThat(result.out()).isEmpty();
    assertThat(result.code()).isEqualTo(2);
  }

  @Test
  void tellsACountThatIsNoneByThePolicysOwnRefusal() throws IOException {
    CommandRunner.Result result = attempt(THIRTY_PER_CENT, "out", "02", "--size", "1");

    assertThat(result.out()).contains("Invalid count (02) for action 'CLUSTER_SCALE_OUT'.");
    assertThat(result.code()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
      `` | policy.yaml: is empty; it must hold a policy (line 1)
      [] | policy.yaml: must hold at least one policy, was [] (line 1)
      x  | must be a mapping with type, version and properties, was a single value (line 1)
      {type: a, type: b} | policy.yaml type: is given twice (line 1)
      {type: a} | The 'version' key is missing
      {type: a, version: 1.0} | The policy_type 'a-1.0' could not be found. (there are senlin.policy
      {type: senlin.policy.deletion, version: 1.1} | a deletion policy chooses among machines
      {type: adapter.policy.target, version: 1.0, properties: {target: .nan}} | '.nan' is not a valid number
      {1: 2} | Unrecognizable spec item '1'
      `&a [[*a]]` | is nested deeper than 20 levels
      """)
  void namesWhatIsWrongInAPolicy(String policy, String message) throws IOException {
    CommandRunner.Result result = attempt(policy, "out", "--size", "1");

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err())
        .contains(message)
        .contains(directory.resolve("policy.yaml").toString())
        .doesNotContain("nothing was changed");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      --size -8            | --size must be 0 or more, was: -8
      --size 8 --min 9 --max 7 | at least --min, was: --max 7, --min 9
      --size 2 --warming 3 | --warming must be at most --size, was: --warming 3, --size 2
      """)
  void callsWhatIsWrongByTheNameOfItsOption(String options, String message) throws IOException {
    List<String> words = new ArrayList<>(List.of("out"));
    words.addAll(List.of(options.split(" ")));

    CommandRunner.Result result = attempt(THIRTY_PER_CENT, words.toArray(String[]::new));

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains(message);
  }

  @Test
  void saysWhereAFileIsNotYamlAndWhy() throws IOException {
    CommandRunner.Result result =
        attempt("type: a\nversion: {1\nproperties: [\n", "out", "--size", "1");

    assertThat(result.err())
        .isEqualTo("adapter: " + directory.resolve("policy.yaml")
            + ": is not YAML: expected ',' or '}', but got : (line 3)\n");
    assertThat(result.code()).isEqualTo(2);
  }

  @Test
  void tellsAllFaultsOfAllPoliciesAtOnce() throws IOException {
    CommandRunner.Result result = attempt("""
        - type: senlin.policy.scaling
          version: "1.0"
          properties: {event: UP, adjustment: {number: -1, colour: red}}
        - {type: adapter.policy.target, version: "1.0", properties: {target: 0}}
        """, "out", "--size", "1");

    String file = "adapter: " + directory.resolve("policy.yaml") + " policy ";
    assertThat(result.err().lines())
        .containsExactly(
            file + "1.properties.adjustment.colour: Unrecognizable spec item 'colour' (line 3)",
            file + "1.properties.event: 'UP' must be one of the allowed values: CLUSTER_SCALE_IN,"
                + " CLUSTER_SCALE_OUT (line 3)",
            file
                + "1.properties.adjustment.number: the 'number' for 'adjustment' must be > 0 (line 3)",
            file
                + "2.properties.target: the target must be a finite number > 0, was: 0.0 (line 4)");
  }

  @Test
  void cannotReadWhatIsNotThere() throws IOException {
    CommandRunner shell = new CommandRunner();
    Path none = directory.resolve("none.yaml");

    assertThat(shell.run("policy", "try", none.toString(), "out", "--size", "1"))
        .isEqualTo(new CommandRunner.Result(
            2, "", "adapter: " + none + ": cannot be read: there is no such file\n"));
    assertThat(shell.run("policy", "try", directory.toString(), "out", "--size", "1"))
        .isEqualTo(new CommandRunner.Result(
            2, "", "adapter: " + directory + ": cannot be read: Is a directory\n"));
    assertThat(shell.run("policy", "try"))
        .isEqualTo(new CommandRunner.Result(
            2, "", "adapter: give a FILE with policies, or --config FILE\n"));
    assertThat(attempt(THIRTY_PER_CENT, "--cases", directory.toString()).err())
        .isEqualTo("adapter: " + directory + " cannot be read: Is a directory\n");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
      size                       | line 1: the header must name size and request
      size,request,size          | each once
      size,request,colour        | the header must name size and request
      size,request               | at least one line
      ``                         | at least one line
      """)
  void understandsNoTableWithoutItsHeader(String table, String message) throws IOException {
    CommandRunner.Result result = cases(THIRTY_PER_CENT, table.replace(';', '\n'));

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("cases.csv").contains(message);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
      size,request;1             | must have 2 values, was: 1
      size,request;x,out         | size must be a whole number, was: x
      size,request;,out          | size must be a whole number of 0 or more, was nothing
      size,request;1,            | a request must be out
      size,request,expect;1,out,3| expect must be +N, -N, 0 or ERROR, was: 3
      size,min,max,request;1,5,2,out | maxSize must be -1 (no limit but the cap) or at least minSize
      size,request;1,metric 4    | there is no policy for metrics
      size,request;1,metric NaN  | a metric must be a finite number, was: metric NaN
      size,request,there;1,out,a:1 | each once, as in a=3 b=2, was: a:1
      """)
  void answersTheOtherLinesWhereOneIsNotUnderstood(String table, String message)
      throws IOException {
    String header = table.substring(0, table.indexOf(';'));
    String good = header
        .replace("request", "out")
        .replace("size", "10")
        .replaceAll("min|max|expect|there", "");

    CommandRunner.Result result =
        cases(THIRTY_PER_CENT, table.replace(';', '\n') + "\n" + good + "\n");

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).isEmpty();
    assertThat(result.lines()).hasSize(3);
    assertThat(result.lines().get(1)).contains("ERROR").contains(message);
    assertThat(result.lines().get(2)).matches("3 +10 +out +\\+3 +13");
  }

  @Test
  void takesTheErrorOfALineThatExpectsOne() throws IOException {
    String table = "size,request,expect\n1,metric NaN,ERROR\n1,out 02,ERROR\n";
    CommandRunner.Result result = cases(TARGET, table, "--json");

    JsonNode json = JsonMapper.builder().build().readTree(result.out());
    assertThat(result.code()).isZero();
    assertThat(json.get(0).path("reason").asText())
        .isEqualTo("a metric must be a finite number, was: metric NaN");
    assertThat(json.get(0).path("change").asText()).isEqualTo("ERROR");
    assertThat(cases(TARGET, "size,request,expect\n1,metric NaN,+1\n").code()).isEqualTo(2);
  }

  @Test
  void asksWhereTheMachinesAreOnlyIfItMatters() throws IOException {
    assertThat(attempt(ZONES, "in", "0", "--size", "6").out()).contains("Invalid count (0)");
    assertThat(attempt(ZONES, "out", "3", "--size", "0").out()).contains("OK: {a=1, b=2}");
    assertThat(attempt(ZONES, "out", "3", "--size", "6").err())
        .isEqualTo("adapter: a placement policy must know where the 6 machines are; say so with"
            + " there\n");
    assertThat(attempt(ZONES, "out", "3", "--size", "6", "--there", "a=2,b=3").err())
        .isEqualTo("adapter: there must add up to the size, which is 6, was 5 in all\n");
    assertThat(cases(ZONES, "size,request,there\n6,out 1,a=2 b=5\n").out())
        .contains("there must add up to the size, which is 6, was 7 in all");
  }

  private static final String SERVER = """
      server: {tls: {cert: none.pem, key: none.key}}
      accounts: {demo: {provider: simulated}}
      pools:
        web:
          maxSize: 12
          minSize: 2
          maxSizeLimit: 15
          userData: file:none
          policies:
            load: {type: adapter.policy.target, version: "1.0", properties: {target: 60}}
            queue:
              type: adapter.policy.step
              version: "1.0"
              properties: {threshold: 100, metric: jobs, steps: [{lower: 0, adjustment: 2}]}
            oldest: {type: senlin.policy.deletion, version: "1.1"}
        db: {maxSize: 3}
      """;

  private CommandRunner.Result configured(String yaml, String... more) throws IOException {
    Path file = Files.writeString(directory.resolve("adapter.yaml"), yaml);
    List<String> args = new ArrayList<>(List.of("policy", "try", "--config", file.toString()));
    args.addAll(List.of(more));
    return new CommandRunner().run(args.toArray(String[]::new));
  }

  @Test
  void triesThePoliciesOfAPoolWithinItsLimits() throws IOException {
    assertThat(configured(SERVER, "metric", "load", "90", "--size", "10").out())
        .endsWith("OK: scale out by 2 to 12, desired size 12\n");
    assertThat(configured(SERVER, "metric", "jobs", "90", "--size", "10").out())
        .endsWith("OK: no change from 10\n");
    assertThat(configured(SERVER, "in", "9", "--size", "10").out())
        .contains("The target capacity (1) is less than the cluster's min_size (2).");
    assertThat(configured(SERVER, "out", "6", "--size", "10", "--max", "-1").out())
        .contains("maximum number of nodes allowed per cluster (15)");
    assertThat(configured(SERVER, "--pool", "db", "out", "4", "--size", "0").out())
        .contains("allowed per cluster (3)");
    Path table = Files.writeString(
        directory.resolve("load.csv"), "size,request,expect\n10,metric load 90,+2\n");
    assertThat(configured(SERVER, "--cases", table.toString()).code()).isZero();
  }

  @Test
  void asksWhichMetricIsMeant() throws IOException {
    assertThat(configured(SERVER, "metric", "90", "--size", "10").err())
        .isEqualTo("adapter: several metrics are watched; say which, one of jobs, load, as in"
            + " metric jobs 71.5\n");
    assertThat(configured(SERVER, "metric", "laod", "90", "--size", "10").err())
        .isEqualTo("adapter: no policy watches the metric laod; watched are jobs, load\n");
    assertThat(attempt(TARGET, "metric", "any", "90", "--size", "10").code()).isZero();
  }

  @Test
  void refusesAPoolWhosePoliciesAreWrong() throws IOException {
    CommandRunner.Result result = configured(
        SERVER.replace("target: 60", "target: -1").replace("minSize: 2", "minSize: 20"),
        "out",
        "--size",
        "1");

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err().lines())
        .containsExactly(
            "adapter: pools.web.minSize: must be at most maxSize, which is 12, was 20 (line 6)",
            "adapter: pools.web.policies.load.properties.target: the target must be a finite number > 0, was: -1.0"
                + " (line 10)");
    assertThat(configured(SERVER, "--pool", "dbs", "out", "--size", "1").err())
        .isEqualTo("adapter: --pool must be one of [web, db], was dbs\n");
    assertThat(configured(
                SERVER.replace("provider: sim", "provider: sym"),
                "--pool",
                "db",
                "out",
                "--size",
                "1")
            .err())
        .startsWith("adapter: accounts.demo.provider: ");
  }

  @Test
  void takesNoTableBesideARequest() throws IOException {
    assertThat(cases(THIRTY_PER_CENT, "size,request\n1,out\n", "--size", "3").err())
        .contains("leave out: --size");
    CommandRunner.Result beside = cases(THIRTY_PER_CENT, "size,request\n1,out\n", "--min", "3");
    assertThat(beside.err()).contains("leave out: --min");
    assertThat(beside.code()).isEqualTo(2);
    assertThat(attempt(THIRTY_PER_CENT, "--cases", "none.csv").err())
        .contains("none.csv cannot be read: there is no such file");
  }

  @Test
  void asksForACommand() {
    assertThat(new CommandRunner().run("policy").err()).contains("a command is missing: try");
  }

  @Test
  void keepsWhatTheExamplesPromise() throws IOException {
    Path examples = Path.of("../examples/policies");
    CommandRunner.Result table = new CommandRunner()
        .run(
            "policy",
            "try",
            examples.resolve("out-by-a-third.yaml").toString(),
            "--cases",
            examples.resolve("out-by-a-third.csv").toString());
    CommandRunner.Result zones = new CommandRunner()
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

    String docs = Files.readString(Path.of("../docs/how-to/policies.md"));
    assertThat(table.code()).isZero();
    assertThat(docs).contains(table.out()).contains(zones.out());
    for (String command : List.of(
        "policy try examples/policies/out-by-a-third.yaml out --size 10 --max 12",
        "policy try examples/policies/load-and-zones.yaml metric 90 --size 8 --warming 3",
        "policy try --config examples/adapter.yaml out --size 10 --there a=7,b=3")) {
      CommandRunner.Result result =
          new CommandRunner().run(command.replace("examples/", "../examples/").split(" "));
      assertThat(docs).contains("$ ./adapter " + command + "\n" + result.out());
    }
  }
}
